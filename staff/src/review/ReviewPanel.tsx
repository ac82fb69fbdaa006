import type { CustomerId } from '@lonja/core/base/ids'
import type { Opinion, ReviewState } from '@lonja/core/review/review.contract'
import type { OnlyLook as OnlyLookReason } from '@lonja/core/review/review.staff.contract'
import { Button } from '@lonja/kit/parts/Button'
import type { Definition } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import type { ReactNode } from 'react'
import { Decision, type DecisionInput, type Instead, type Reasons } from './Decision.tsx'
import { disagreedIn, firstIn } from './opinions.ts'
import { OnlyLook, Outcome } from './Outcome.tsx'
import type { SeatedBy } from './Persons.tsx'
import type { StepShown } from './Steps.tsx'

/** The server's data on a review of any kind, for the seat that opened it. */
export interface ReviewData {
  readonly review: ReviewState
  readonly onlyLook: OnlyLookReason | null
  readonly holder: { readonly seat: { readonly number: number } } | null
  /** The number of people that each opinion takes. */
  readonly people: Readonly<Record<Opinion, number>>
  readonly seatedBy: SeatedBy
  readonly reasons: Reasons
  readonly steps: readonly StepShown[]
  /** Omitted if the subject is the house. */
  readonly customer?: { readonly id: CustomerId }
}

/** The answer to the seat's own decision. */
export interface DecisionAnswer {
  readonly outcome: 'decided' | 'needs_second' | 'disagreed'
  readonly state: string
}

/** The right side of an opened review: the decision, its result, or the reason why this seat may only view it. */
export function ReviewPanel(props: {
  what: string
  reviewed: ReviewData
  then: (opinion: Opinion) => readonly Definition[]
  instead?: (reason: string) => Instead | null
  more?: (opinion: Opinion, reason: string) => ReactNode
  decided: DecisionAnswer | null
  busy: boolean
  refusal: { readonly msg: string } | null
  onDecide: (decision: DecisionInput) => void
  onNext: (() => void) | null
  onAgain: () => void
}) {
  const { what, reviewed, then, instead, more, decided, busy, refusal, onDecide, onNext, onAgain } = props
  const t = useText('review')
  if (decided) return <Outcome outcome={decided.outcome} state={decided.state} what={what} onNext={onNext} />
  const { onlyLook, holder, people, seatedBy, reasons, steps } = reviewed
  if (onlyLook !== null) {
    const why = reviewed.review === 'cancelled' ? 'cancelled' : onlyLook
    return <OnlyLook why={why} number={holder?.seat.number ?? null} onNext={onNext} onAgain={onAgain} />
  }
  return (
    <>
      <Decision
        what={what}
        people={people}
        seatedBy={seatedBy}
        first={firstIn(steps)}
        disagreed={disagreedIn(steps)}
        then={then}
        instead={instead}
        more={more}
        reasons={reasons}
        isOfHouse={reviewed.customer === undefined}
        busy={busy}
        refusal={refusal?.msg ?? null}
        onDecide={onDecide}
      />
      {refusal && 'refused' in refusal && <Button look="outline" small label={t('openAgain')} onClick={onAgain} />}
    </>
  )
}
