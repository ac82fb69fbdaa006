import { useEffect, useState } from 'react'
import type { InputOf, Read, ReplyOf } from '@lonja/core/base/contract'
import { send } from './call.ts'
import { queries } from './reads.ts'
import { onSessionEnd } from './session.ts'
import { language } from './text.ts'

export interface ReadState<C extends Read> {
  /** Null until the answer is there. */
  readonly reply: ReplyOf<C> | null
  /** The error, in words. */
  readonly failed: string | null
  readonly again: () => void
}

interface Answer {
  readonly key: string
  readonly reply: unknown
  readonly failed: string | null
}

/** The last answers by call: Back to a page is no new question. */
const last = new Map<string, Answer>()
onSessionEnd(() => last.clear())

/**
 * A seat has acted, so its last answers may be outdated: reload its reads on next use. A customer's reads are refreshed
 * by topics; the reads of staff have none, and each page refreshes the data it shows.
 */
export const markSeatsStale = (): void => {
  last.clear()
  void queries.invalidateQueries({ predicate: ({ meta }) => meta?.['caller'] === 'seat', refetchType: 'none' })
}

/**
 * Ask a read that the house records as an act: once for each input, and never again by itself, as `useRead` would. Null asks
 * nothing. `again` repeats it by hand after a failure.
 */
export function useAsked<C extends Read>(call: C, input: InputOf<C> | null): ReadState<C> {
  const key = input === null ? null : JSON.stringify([call.path, language(), input])
  const [answer, setAnswer] = useState<Answer | null>(last.get(call.path) ?? null)
  const [tries, setTries] = useState(0)
  const isKnown = key === null || (answer?.key === key && answer.failed === null)
  useEffect(() => {
    if (isKnown) return
    let hasLeft = false
    const { 2: input } = JSON.parse(key) as [string, string, InputOf<C>]
    const ask = async (): Promise<void> => {
      const answer = await send(call, input)
      const no = 'refusal' in answer ? answer.refusal : answer
      const next = { key, reply: 'reply' in answer ? answer.reply : null, failed: 'msg' in no ? no.msg : null }
      if (next.failed === null) last.set(call.path, next)
      if (!hasLeft) setAnswer(next)
    }
    void ask()
    return () => {
      hasLeft = true
    }
  }, [call, isKnown, key, tries])
  const current = answer?.key === key ? answer : null
  const again = (): void => {
    setAnswer(null)
    setTries((count) => count + 1)
  }
  return { reply: (current?.reply ?? null) as ReplyOf<C> | null, failed: current?.failed ?? null, again }
}
