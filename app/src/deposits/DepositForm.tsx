import { readDepositWays } from '@lonja/core/deposits/deposits.contract'
import { back, useQuery } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { FlaskIcon } from '@lonja/kit/parts/page-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { CoinForm } from './CoinForm.tsx'
import { OnlineForm } from './OnlineForm.tsx'

/** The fields of each way before the house has answered. */
const ONLINE = [
  ['100%', 84],
  ['100%', 96],
  ['100%', 60],
] as const
const COINS = [
  ['100%', 84],
  ['100%', 194],
  ['100%', 84],
  ['100%', 60],
  ['100%', 96],
] as const

/** The form of the chosen way. Spec: /subPackages/recharge/recharge. */
export function DepositForm() {
  const t = useText('deposits')
  const isOnline = useQuery().get('type') === 'online'
  const { data, error, refetch } = useRead(readDepositWays, {}, { quiet: true, refetchMs: 30_000 })
  return (
    <Screen title={t(isOnline ? 'online' : 'cryptoTitle')} onBack={back}>
      <Notice band icon={FlaskIcon}>
        {t(isOnline ? 'practice' : 'testOnly')}
      </Notice>
      {!data && error && <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonBlocks of={isOnline ? ONLINE : COINS} />}
      {data && (isOnline ? <OnlineForm ways={data} /> : <CoinForm ways={data} />)}
    </Screen>
  )
}
