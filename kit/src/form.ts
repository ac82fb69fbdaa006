import { useEffect, useRef, useState } from 'react'
import type { InputOf, ReplyOf, Write } from '@lonja/core/base/contract'
import { useWaitForHouse } from './connection.ts'
import { focusFirstError } from './parts/Field.tsx'
import { toast } from './parts/toast.ts'
import { useWrite } from './writes.ts'

/** A form's typed values, by field. */
export type FormValues<Name extends string> = Readonly<Record<Name, string>>
/** A form's errors, by field. */
export type Mistakes<Name extends string> = Readonly<Record<Name, string | undefined>>

export interface FormOptions<C extends Write, Name extends string> {
  readonly call: C
  readonly first: FormValues<Name>
  readonly mistakes: (typed: FormValues<Name>) => Mistakes<Name>
  /** The toast for some of the errors, instead of the first of them: fields that are empty name themselves. */
  readonly toastFor?: (typed: FormValues<Name>) => string | undefined
  readonly input: (typed: FormValues<Name>) => InputOf<C>
  readonly onReply: (reply: ReplyOf<C>) => void | Promise<void>
  /** Called for a refusal that continues in another form. */
  readonly onRefusal?: (refused: string, detail: Readonly<Record<string, unknown>>) => void
}

/** The error of a form that was not sent, also as a toast (spec section 8). */
export const sayMistake = (mistake: string): void => toast(mistake, { kind: 'error' })

/**
 * The attempts to send a form. From the first one on, its fields show their mistakes, and each attempt moves the focus to the
 * first field with one. A disabled button would not show where the mistake is.
 */
export function useTries<Form extends HTMLElement = HTMLFormElement>() {
  const ref = useRef<Form>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) focusFirstError(ref.current)
  }, [tries])
  return {
    ref,
    tried: tries > 0,
    count: (): void => setTries((before) => before + 1),
    /** Begin anew, after the form was sent. */
    reset: (): void => setTries(0),
  }
}

/**
 * A form with one call. It reports a field's error after the field was left. Pressing the button reports all errors,
 * including empty fields, and focuses the first one. A server refusal is shown at its field until the field changes, or
 * as `elsewhere` if no field is at fault.
 */
export function useForm<C extends Write, Name extends string>(options: FormOptions<C, Name>) {
  const { ref, tried, count } = useTries()
  const [typed, setTyped] = useState(options.first)
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const send = useWrite(options.call, {
    onReply: options.onReply,
    onRefusal: (no) => {
      count()
      if ('refused' in no) options.onRefusal?.(no.refused, no.detail)
    },
  })
  const waitsFor = useWaitForHouse()

  const mistakes = options.mistakes(typed)
  const names = Object.keys(options.first) as Name[]
  const shown = (name: Name): string | undefined => {
    const isDue = tried || (left.has(name) && typed[name] !== '')
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
    /** Put values into several fields, such as an example. */
    put: (values: Partial<FormValues<Name>>): void => {
      setTyped((before) => ({ ...before, ...values }))
      send.forget()
    },
    submit: (event?: { preventDefault(): void }): void => {
      event?.preventDefault()
      count()
      const [first] = names.flatMap((name) => mistakes[name] ?? [])
      if (first === undefined) send.mutate(options.input(typed))
      else sayMistake(options.toastFor?.(typed) ?? first)
    },
    /** The text of a refusal that belongs to no field. */
    elsewhere: send.elsewhere(names),
    busy: send.isPending,
    waitsFor,
  }
}
