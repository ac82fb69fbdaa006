import { useState, type ReactNode } from 'react'
import type { Opinion } from '@lonja/core/review/review.contract'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import type { DecideCall, LastMoveReply, OpenReviewCall } from '@lonja/core/review/review.staff.contract'
import type { Definition } from '@lonja/kit/parts/DefinitionRows'
import type { DecisionInput, Instead } from './Decision.tsx'
import { useDeciding } from './deciding.ts'
import { Moves } from './Moves.tsx'
import { NotOpened, Opened } from './Opened.tsx'
import { useOpening } from './opening.ts'
import { QueuePage } from './QueuePage.tsx'
import { ReviewPanel, type ReviewData } from './ReviewPanel.tsx'
import { Steps } from './Steps.tsx'

/** An opened review of any kind, in the fields that its page draws the same way. */
interface OpenedReview extends ReviewData {
  readonly id: string
  readonly seen: string
  readonly state: string
  readonly dueAt: number
  /** For a kind that moves money. */
  readonly moves?: readonly LastMoveReply[]
}

/** Additional fields of a kind once a reason is chosen, and their input. */
export interface More<Shown, Extra> {
  readonly draw: (props: {
    shown: Shown
    opinion: Opinion
    reason: string
    value: Extra | null
    onChange: (value: Extra) => void
  }) => ReactNode
  readonly input: (shown: Shown, decision: DecisionInput, value: Extra | null) => object
  /** For a reason that decides about something else: its subject, and its consequences. */
  readonly instead?: (shown: Shown, reason: string, value: Extra | null) => Instead | null
}

/** Filled in by a kind; the frame draws queue, evidence, decision and outcome. */
interface ReviewScreen<Shown extends OpenedReview, Extra> {
  kind: ReviewKind
  title: string
  /** Drawn above the queue's search. */
  above?: ReactNode
  open: OpenReviewCall<Shown>
  decide: DecideCall<Shown['state']>
  stateIn: (state: Shown['state']) => string
  /** The amount or the subject in large letters, its number, and the submission time; `short` is for the button. */
  head: (shown: Shown) => { what: string; number: string; at: number; short?: string }
  /** The consequences of each opinion. */
  then: (shown: Shown, opinion: Opinion) => readonly Definition[]
  /** The kind's own part of the evidence; `again` opens the review anew. */
  evidence: (shown: Shown, again: () => void) => ReactNode
  more?: More<Shown, Extra>
}

/** The page of a kind of review: its queue, first due on top, and beside it the opened review with its decision. */
export function ReviewPage<Shown extends OpenedReview, Extra = never>(screen: ReviewScreen<Shown, Extra>) {
  const { kind, title, above } = screen
  return (
    <QueuePage
      kind={kind}
      title={title}
      above={above}
      opened={(id, onNext) => <OpenedOne key={id} screen={screen} id={id} onNext={onNext} />}
    />
  )
}

function OpenedOne<Shown extends OpenedReview, Extra>(props: {
  screen: ReviewScreen<Shown, Extra>
  id: string
  onNext: (() => void) | null
}) {
  const { screen, id, onNext } = props
  const opening = useOpening(screen.open, id)
  const { shown } = opening
  if (!shown) return <NotOpened opening={opening} />
  return <Shown key={shown.seen} screen={screen} shown={shown} onNext={onNext} onAgain={opening.again} />
}

function Shown<Shown extends OpenedReview, Extra>(props: {
  screen: ReviewScreen<Shown, Extra>
  shown: Shown
  onNext: (() => void) | null
  onAgain: () => void
}) {
  const { screen, shown, onNext, onAgain } = props
  const { decide, stateIn, head, then, evidence, more } = screen
  const deciding = useDeciding(decide, shown, stateIn, onAgain)
  const [extra, setExtra] = useState<Extra | null>(null)
  const { what, number, at, short = what } = head(shown)
  const panel = (
    <ReviewPanel
      what={short}
      reviewed={shown}
      {...deciding.panel}
      then={(opinion) => then(shown, opinion)}
      instead={(reason) => more?.instead?.(shown, reason, extra) ?? null}
      more={(opinion, reason) => more?.draw({ shown, opinion, reason, value: extra, onChange: setExtra })}
      onDecide={(decision) => deciding.decide(decision, more?.input(shown, decision, extra))}
      onNext={onNext}
    />
  )
  return (
    <Opened
      what={what}
      number={number}
      state={{ code: deciding.state, label: stateIn(deciding.state) }}
      at={at}
      dueAt={shown.dueAt}
      customer={shown.customer?.id ?? null}
      decision={panel}
    >
      {evidence(shown, onAgain)}
      {shown.moves && <Moves moves={shown.moves} />}
      <Steps steps={shown.steps} />
    </Opened>
  )
}
