import { useCallback, useEffect, useRef, useState } from 'react'
import type { InputOf, Read, ReplyOf, Write } from '@lonja/core/base/contract'
import { send } from '@lonja/kit/call'

export interface Opening<Shown> {
  /** The opened record; null until it is loaded. */
  readonly shown: Shown | null
  /** The error, in words. */
  readonly refusal: string | null
  /** The server refused: a retry would get the same answer. */
  readonly final: boolean
  readonly again: () => void
}

/**
 * Open a record once it is on the screen, and only once: opening holds a review, and counts as a view that the customer
 * reads. `again` reopens it and keeps showing the old content until the answer arrives. A late answer for another
 * record is dropped.
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
    // Nothing is set before the answer arrives.
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
