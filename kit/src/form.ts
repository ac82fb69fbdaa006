import { useEffect, useRef, useState } from 'react'
import type { InputOf, ReplyOf, Write } from '@lonja/core/base/contract'
import { useWaitForHouse } from './connection.ts'
import { focusFirstError } from './parts/Field.tsx'
import { useWrite } from './reads.ts'

/** A form's typed values, by field. */
export type Typed<Name extends string> = Readonly<Record<Name, string>>
/** A form's errors, by field. */
export type Mistakes<Name extends string> = Readonly<Record<Name, string | undefined>>

export interface FormOptions<C extends Write, Name extends string> {
  readonly call: C
  readonly first: Typed<Name>
  readonly mistakes: (typed: Typed<Name>) => Mistakes<Name>
  readonly input: (typed: Typed<Name>) => InputOf<C>
  readonly onReply: (reply: ReplyOf<C>) => void
  /** Called for a refusal that continues in another form. */
  readonly onRefusal?: (refused: string, detail: Readonly<Record<string, unknown>>) => void
}

/**
 * A form with one call. It reports a field's error after the field was left. Pressing the button reports all errors,
 * including empty fields, and focuses the first one. A server refusal is shown at its field until the field changes, or
 * as `elsewhere` if no field is at fault.
 */
export function useForm<C extends Write, Name extends string>(options: FormOptions<C, Name>) {
  const ref = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(options.first)
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const [tries, setTries] = useState(0)
  const send = useWrite(options.call, {
    onReply: options.onReply,
    onRefusal: (no) => {
      setTries((before) => before + 1)
      if ('refused' in no) options.onRefusal?.(no.refused, no.detail)
    },
  })
  const waitsFor = useWaitForHouse()
  useEffect(() => {
    if (tries > 0) focusFirstError(ref.current)
  }, [tries])

  const mistakes = options.mistakes(typed)
  const names = Object.keys(options.first) as Name[]
  const shown = (name: Name): string | undefined => {
    const isDue = tries > 0 || (left.has(name) && typed[name] !== '')
    return (isDue ? mistakes[name] : undefined) ?? send.mistake(name)
  }
  return {
    ref,
    typed,
    /** The props of a field of the form. */
    field: (name: Name) => ({
      value: typed[name],
      onChange: (value: string) => {
        setTyped((before) => ({ ...before, [name]: value }))
        send.forget()
      },
      onBlur: () => setLeft((before) => (before.has(name) ? before : new Set(before).add(name))),
      error: shown(name),
    }),
    submit: (event?: { preventDefault(): void }): void => {
      event?.preventDefault()
      setTries((before) => before + 1)
      if (names.every((name) => mistakes[name] === undefined)) send.mutate(options.input(typed))
    },
    /** The text of a refusal that belongs to no field. */
    elsewhere: send.refusal && !names.some((name) => send.mistake(name)) ? send.refusal.msg : null,
    busy: send.isPending,
    waitsFor,
  }
}
