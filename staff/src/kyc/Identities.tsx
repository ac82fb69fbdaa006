import { kycReview } from '@lonja/core/kyc/kyc.review'
import { decideKyc, openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { useText } from '@lonja/kit/text'
import { ReviewPage, type More } from '../review/ReviewPage.tsx'
import { IdentityEvidence, type Identity } from './IdentityEvidence.tsx'
import { Repeat, type RepeatChoice } from './Repeat.tsx'

/** Waiting identity checks: the customer's data, the pictures beside it, and the decision. */
export function Identities() {
  const t = useText('kyc')
  return (
    <ReviewPage
      kind={kycReview}
      title={t('title')}
      open={openKyc}
      decide={decideKyc}
      stateIn={(state) => t(`state_${state}`)}
      head={({ recordNumber, firstName, lastName, submittedAt }) => ({
        what: `${firstName} ${lastName}`,
        short: recordNumber,
        number: recordNumber,
        at: submittedAt,
      })}
      then={(_identity, opinion) => [
        { label: t('thenLevel'), value: t(opinion === 'approve' ? 'thenPassed' : 'thenAgain') },
        { label: t('thenNotice'), value: t('thenNoticeWhat') },
      ]}
      evidence={(identity) => <IdentityEvidence identity={identity} />}
      more={AGAIN}
    />
  )
}

/** For a refusal: the fields to submit again, out of those that its reason allows. */
const AGAIN: More<Identity, RepeatChoice> = {
  draw: ({ shown, opinion, reason, value, onChange }) => {
    if (opinion !== 'refuse') return null
    const possible = possibleFor(shown, reason)
    return <Repeat possible={possible} value={repeatOf(possible, value)} onChange={onChange} />
  },
  input: (shown, { opinion, reason }, value) => ({
    repeat: opinion === 'refuse' ? repeatOf(possibleFor(shown, reason), value) : [],
  }),
}

const possibleFor = ({ reasons }: Identity, reason: string): RepeatChoice =>
  reasons.refuse.find(({ code }) => code === reason)?.repeat ?? []

/** The chosen fields that this reason allows, or the first of them if none was chosen, because one is best. */
function repeatOf(possible: RepeatChoice, chosen: RepeatChoice | null): RepeatChoice {
  const own = (chosen ?? []).filter((field) => possible.includes(field))
  return own.length > 0 ? own : possible.slice(0, 1)
}
