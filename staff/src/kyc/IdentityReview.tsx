import { useState } from 'react'
import { decideKyc, openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { numberOf } from '@lonja/core/review/numbers.rules'
import { useText } from '@lonja/kit/text'
import { useDeciding } from '../review/deciding.ts'
import { NotOpened, Opened } from '../review/Opened.tsx'
import { useOpening } from '../review/opening.ts'
import { ReviewPanel } from '../review/ReviewPanel.tsx'
import { IdentityEvidence, type Identity } from './IdentityEvidence.tsx'
import { Repeat, type Repeated } from './Repeat.tsx'

/** One identity check: what was written, the papers beside it, and the decision. */
export function IdentityReview({ id, onNext }: { id: string; onNext: (() => void) | null }) {
  const opening = useOpening(openKyc, id)
  if (!opening.shown) return <NotOpened opening={opening} />
  return <Shown key={opening.shown.seen} identity={opening.shown} onNext={onNext} onAgain={opening.again} />
}

function Shown(props: { identity: Identity; onNext: (() => void) | null; onAgain: () => void }) {
  const { identity, onNext, onAgain } = props
  const { id, submittedAt, dueAt, firstName, lastName, reasons } = identity
  const t = useText('kyc')
  const deciding = useDeciding(decideKyc, identity, (after) => t(`state_${after}`), onAgain)
  const [chosen, setChosen] = useState<Repeated | null>(null)
  const possible = (reason: string): Repeated => reasons.refuse.find(({ code }) => code === reason)?.repeat ?? []
  const what = `${firstName} ${lastName}`
  const panel = (
    <ReviewPanel
      what={numberOf('kyc', id)}
      reviewed={identity}
      {...deciding.panel}
      then={(opinion) => [
        { label: t('thenLevel'), value: t(opinion === 'approve' ? 'thenPassed' : 'thenAgain') },
        { label: t('thenNotice'), value: t('thenNoticeWhat') },
      ]}
      more={(opinion, reason) =>
        opinion === 'refuse' && (
          <Repeat possible={possible(reason)} value={repeatOf(possible(reason), chosen)} onChange={setChosen} />
        )
      }
      onDecide={(given) =>
        deciding.decide(given, {
          repeat: given.opinion === 'refuse' ? repeatOf(possible(given.reason), chosen) : [],
        })
      }
      onNext={onNext}
    />
  )
  return (
    <Opened
      what={what}
      number={numberOf('kyc', id)}
      state={{ code: deciding.state, label: t(`state_${deciding.state}`) }}
      at={submittedAt}
      dueAt={dueAt}
      customer={identity.customer.id}
      decision={panel}
    >
      <IdentityEvidence identity={identity} />
    </Opened>
  )
}

/** What was chosen of what this reason allows; the first of it where nothing was: one step is best. */
function repeatOf(possible: Repeated, chosen: Repeated | null): Repeated {
  const fields = (chosen ?? []).filter((field) => possible.includes(field))
  return fields.length > 0 ? fields : possible.slice(0, 1)
}
