import { readDepositWays } from '@lonja/core/deposits/deposits.contract'
import { useQuery } from '@lonja/kit/nav'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { CoinForm } from './CoinForm.tsx'
import { DepositPage } from './DepositPage.tsx'
import { OnlineForm } from './OnlineForm.tsx'

/** The placeholder fields of each method while the server's answer loads. */
const ONLINE = [
  ['100%', 84],
  ['100%', 96],
  ['100%', 60],
] as const
const COINS = [
  ['100%', 84],
  ['100%', 194],
  ['100%', 96],
  ['100%', 84],
  ['100%', 60],
  ['100%', 96],
] as const

/** The form of the chosen method. Spec: /subPackages/recharge/recharge. */
export function DepositForm() {
  const t = useText('deposits')
  const isOnline = useQuery().get('type') === 'online'
  const { data, error, refetch } = useRead(readDepositWays, {}, { refetchMs: 30_000 })
  if (data) return isOnline ? <OnlineForm ways={data} /> : <CoinForm ways={data} />
  return (
    <DepositPage online={isOnline}>
      {error && !data ? (
        <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBlocks of={isOnline ? ONLINE : COINS} />
      )}
    </DepositPage>
  )
}
