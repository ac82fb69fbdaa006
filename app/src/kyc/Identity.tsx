import { useState } from 'react'
import { readKyc } from '@lonja/core/kyc/kyc.contract'
import { back } from '@lonja/kit/nav'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { KycForm } from './KycForm.tsx'
import { KycRecord } from './KycRecord.tsx'

const WAITING = [
  ['40%', 28],
  ['92%', 24],
  ['100%', 120],
  ['100%', 60],
] as const

/** A decision arrives by the stream; this poll covers a client that was offline at that moment. */
const REFETCH_MS = 20_000

/** Identity check: the form, or the state of the last submission. Spec: /subPackages/real/real. */
export function Identity() {
  const t = useText('kyc')
  const kyc = useRead(readKyc, {}, { refetchMs: REFETCH_MS })
  const [repeating, setRepeating] = useState(false)
  if (!kyc.data) {
    return (
      <Screen title={t('title')} onBack={back}>
        {kyc.error && !kyc.data ? (
          <ErrorView title={t('failed')} text={kyc.error.msg} onRetry={() => void kyc.refetch()} />
        ) : (
          <SkeletonBlocks of={WAITING} />
        )}
      </Screen>
    )
  }
  const { state, submission } = kyc.data
  const isForm = state === 'none' || (state === 'refused' && repeating)
  if (!isForm && submission) {
    return <KycRecord kyc={kyc.data} submission={submission} onRepeat={() => setRepeating(true)} />
  }
  return <KycForm earlier={submission} dueHours={kyc.data.dueHours} onDone={() => setRepeating(false)} />
}
