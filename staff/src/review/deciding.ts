import { useState } from 'react'
import type { DecideCall } from '@lonja/core/review/review.staff.contract'
import { markAllStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import type { DecisionInput } from './Decision.tsx'
import type { DecisionAnswer } from './ReviewPanel.tsx'

/** The fields of an opened review that a decision sends. */
interface Open<State> {
  readonly id: string
  readonly seen: string
  readonly state: State
}

/**
 * The seat's own decision on an opened review of any kind: its submission, its result in words, and the state after it.
 * `more` has further fields of the kind.
 */
export function useDeciding<State extends string>(
  call: DecideCall<State>,
  opened: Open<State>,
  stateIn: (state: State) => string,
  onAgain: () => void,
) {
  const [decided, setDecided] = useState<DecisionAnswer | null>(null)
  const [state, setState] = useState(opened.state)
  const write = useWrite(call, {
    quiet: true,
    onReply: ({ outcome, state: after }) => {
      setState(after)
      setDecided({ outcome, state: stateIn(after) })
      markAllStale()
    },
  })
  const { id, seen } = opened
  return {
    state,
    decide: ({ note, ...decision }: DecisionInput, more: object = {}) =>
      write.mutate({ id, seen, ...decision, ...more, ...(note === null ? {} : { note }) }),
    /** The state for the panel. */
    panel: {
      decided,
      busy: write.isPending,
      refusal: write.refusal,
      onAgain: () => {
        write.forget()
        onAgain()
      },
    },
  }
}
