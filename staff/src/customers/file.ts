import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { openCustomer } from '@lonja/core/customers/customers.staff.contract'
import { send } from '@lonja/kit/call'

/** A customer as the house shows them to this seat. */
export type File = ReplyOf<typeof openCustomer>

export interface OpenedFile {
  /** Null until it is there. */
  readonly file: File | null
  /** Why it is not, in words. */
  readonly refusal: string | null
  readonly again: () => void
}

/**
 * Opens a customer once, and again only by a person's act: it is a view, which the customer reads, so that nothing is asked because
 * a window got the focus.
 */
export function useFile(id: string): OpenedFile {
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const asked = useRef('')
  const open = useCallback(async () => {
    asked.current = id
    const answer = await send(openCustomer, { id })
    if (asked.current !== id) return
    if ('reply' in answer) setFile(answer.reply)
    else setRefusal('refusal' in answer ? answer.refusal.msg : answer.msg)
  }, [id])
  useEffect(() => {
    // Nothing is set before the answer is there.
    // oxlint-disable-next-line react/set-state-in-effect
    void open()
    return () => {
      asked.current = ''
    }
  }, [open])
  const again = () => {
    setRefusal(null)
    void open()
  }
  return { file, refusal, again }
}

/** What a person is called: as the papers say, as they call themselves, or by the phone number. */
export const nameOf = ({ identity, displayName, phone }: File): string => identity?.verifiedName ?? displayName ?? phone
