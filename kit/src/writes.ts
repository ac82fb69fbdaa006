import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { InputOf, RefusalOf, ReplyOf, Write } from '@lonja/core/base/contract'
import { send, type Outage, type Refusal } from './call.ts'
import { newId } from './ids.ts'
import { markSeatsStale } from './asked.ts'
import { toast } from './parts/toast.ts'

export interface WriteOptions<C extends Write> {
  /** A promise of it holds the write: it counts as under way until that resolves. */
  readonly onReply?: (reply: ReplyOf<C>, input: InputOf<C>) => void | Promise<void>
  readonly onRefusal?: (refusal: Refusal<RefusalOf<C>> | Outage, input: InputOf<C>) => void
  /** Nothing on the screen depends on it: its failure is not said. */
  readonly quiet?: boolean
}

/**
 * Make a change once. A tap while it runs is ignored; a tap after an outage sends the same key, so it is the same
 * request.
 */
export function useWrite<C extends Write>(call: C, { onReply, onRefusal, quiet }: WriteOptions<C> = {}) {
  const [key, setKey] = useState(newId)
  const [refusal, setRefusal] = useState<Refusal<RefusalOf<C>> | Outage | null>(null)
  const running = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (input: InputOf<C>) => send(call, input, { key: keyFor(call, input, key) }),
    onSuccess: (answer, input) => {
      if ('reply' in answer) {
        setKey(newId())
        setRefusal(null)
        if (call.caller === 'seat') markSeatsStale()
        return onReply?.(answer.reply, input)
      }
      const no = 'refusal' in answer ? answer.refusal : answer
      setRefusal(no)
      if (!quiet && !('status' in no && no.status === 401)) toast(no.msg, { kind: 'refused' in no ? 'error' : 'plain' })
      onRefusal?.(no, input)
    },
    onSettled: () => {
      running.current = false
    },
  })
  const mistake = (field: string): string | undefined =>
    refusal && 'fields' in refusal ? refusal.fields.find((each) => each.field === field)?.msg : undefined
  const forget = (): void => setRefusal(null)
  return {
    mutate: (input: InputOf<C>): void => {
      if (running.current) return
      running.current = true
      mutate(input)
    },
    isPending,
    refusal,
    /** The error of one field, in words; undefined without an error. */
    mistake,
    /** The text of a refusal that none of these fields of a form is to blame for; null without one. */
    elsewhere: (fields: readonly string[]): string | null =>
      refusal && !fields.some((field) => mistake(field) !== undefined) ? refusal.msg : null,
    forget,
    /** A setter of a form that also forgets the refusal, because what was refused changes. */
    forgetting:
      <Value>(set: (value: Value) => void) =>
      (value: Value): void => {
        set(value)
        forget()
      },
  }
}

/** For a call that creates a row, the row's id is the key. */
function keyFor<C extends Write>(call: C, input: InputOf<C>, key: string): string {
  if (call.key !== 'id') return key
  return (input as { id: string }).id
}
