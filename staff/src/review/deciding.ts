import { useState } from 'react'
import type { DecideCall } from '@lonja/core/review/review.staff.contract'
import { markAllStale, useWrite } from '@lonja/kit/reads'
import type { Given } from './Decision.tsx'
import type { Decided } from './ReviewPanel.tsx'

/** What of an opened review a decision is sent with. */
interface Open<State> {
  readonly id: string
  readonly seen: string
  readonly state: State
}

/**
 * One's own decision on what is opened, of whatever kind: how it is sent, what it came to in words, and the state after it. `more`
 * is what a kind asks for besides.
 */
export function useDeciding<State extends string>(
  call: DecideCall<State>,
  opened: Open<State>,
  stateIn: (state: State) => string,
  onAgain: () => void,
) {
  const [decided, setDecided] = useState<Decided | null>(null)
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
    decide: ({ note, ...given }: Given, more: object = {}) =>
      write.mutate({ id, seen, ...given, ...more, ...(note === null ? {} : { note }) }),
    /** How it stands, for the panel. */
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
