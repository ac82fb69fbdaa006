import { useRef, useState } from 'react'
import { assert } from '@lonja/core/base/assert'
import type { InputOf, RefusalOf, ReplyOf, Write } from '@lonja/core/base/contract'
import { send, type Outage, type Refusal } from './call.ts'

/** The state of one change of a series: on its way, accepted, refused, or without an answer. */
export type ChangeState<C extends Write> =
  | { readonly state: 'sending' }
  | { readonly state: 'accepted'; readonly reply: ReplyOf<C> }
  | { readonly state: 'refused'; readonly refusal: Refusal<RefusalOf<C>> }
  | { readonly state: 'lost'; readonly outage: Outage }

/** The input of a call whose `id` is its idempotency key. */
type ById<C extends Write> = InputOf<C> & { readonly id: string }

/**
 * Make several changes one after the other, each once: its `id` is its idempotency key, so the same inputs can be sent
 * again. A second start while the series runs is ignored. It stops at an outage and at the end of the session; the
 * changes after it are not sent.
 */
export function useSeries<C extends Write>(call: C, onEnd?: () => void) {
  assert(call.key === 'id', `${call.path} is repeated by its id`)
  const [sent, setSent] = useState<Readonly<Record<string, ChangeState<C>>>>({})
  const [isRunning, setRunning] = useState(false)
  const running = useRef(false)

  async function run(inputs: readonly ById<C>[]): Promise<void> {
    for (const input of inputs) {
      const mark = (state: ChangeState<C>): void => setSent((before) => ({ ...before, [input.id]: state }))
      mark({ state: 'sending' })
      const answer = await send(call, input, { key: input.id })
      if ('reply' in answer) mark({ state: 'accepted', reply: answer.reply })
      else if ('refusal' in answer) mark({ state: 'refused', refusal: answer.refusal })
      else mark({ state: 'lost', outage: answer })
      if (!('reply' in answer) && (!('refusal' in answer) || answer.refusal.status === 401)) return
    }
  }

  const start = async (inputs: readonly ById<C>[]): Promise<void> => {
    if (running.current) return
    running.current = true
    setRunning(true)
    try {
      await run(inputs)
    } finally {
      running.current = false
      setRunning(false)
      onEnd?.()
    }
  }
  return {
    start: (inputs: readonly ById<C>[]): void => void start(inputs),
    isRunning,
    /** By id; a change that was not sent has no state. */
    sent,
  }
}
