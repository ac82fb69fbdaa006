import { useCallback, useEffect, useRef, useState } from 'react'
import type { InputOf, Read, ReplyOf, Write } from '@lonja/core/base/contract'
import { send } from '@lonja/kit/call'

export interface Opening<Shown> {
  /** What was opened; null until it is there. */
  readonly shown: Shown | null
  /** Why it is not, in words. */
  readonly refusal: string | null
  /** The house said no: asking again would hear the same. */
  readonly final: boolean
  readonly again: () => void
}

/**
 * Opens something as soon as it is on the screen, and once: opening holds what is to be decided, and is a view that the customer reads. `again`
 * opens it anew, and what was shown stays until the answer is there. What comes late for another one is not taken.
 */
export function useOpening<C extends Read | Write>(call: C, id: string): Opening<ReplyOf<C>> {
  const [shown, setShown] = useState<ReplyOf<C> | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [final, setFinal] = useState(false)
  const requestId = useRef('')
  const open = useCallback(async () => {
    requestId.current = id
    const answer = await send(call, { id } as InputOf<C>)
    if (requestId.current !== id) return
    if ('reply' in answer) setShown(answer.reply)
    else {
      setRefusal('refusal' in answer ? answer.refusal.msg : answer.msg)
      setFinal('refusal' in answer)
    }
  }, [call, id])
  useEffect(() => {
    // Nothing is set before the answer is there.
    // oxlint-disable-next-line react/set-state-in-effect
    void open()
    return () => {
      requestId.current = ''
    }
  }, [open])
  const again = () => {
    setRefusal(null)
    void open()
  }
  return { shown, refusal, final, again }
}
