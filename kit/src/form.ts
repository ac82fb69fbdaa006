import { useEffect, useRef, useState } from 'react'
import { focusFirstError } from './parts/Field.tsx'

/** What is wrong with the fields of a form, by name; a field that is right is left out. */
export type Mistakes<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>

/**
 * When a form says what is wrong: of a field after it was left, of all after the button was pressed. Then the focus goes
 * to the first that must be mended.
 */
export function useForm<Name extends string>(mistakes: Mistakes<Name>, onSubmit: () => void) {
  const form = useRef<HTMLFormElement>(null)
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) focusFirstError(form.current)
  }, [tries])
  return {
    ref: form,
    /** What to show at a field now. */
    shown: (name: Name): string | undefined => (tries > 0 || left.has(name) ? mistakes[name] : undefined),
    /** The person leaves a field. */
    leave: (name: Name) => () => setLeft((before) => (before.has(name) ? before : new Set(before).add(name))),
    /** Whether the button was pressed: then what is empty is wrong too. */
    tried: tries > 0,
    submit: (event?: { preventDefault(): void }): void => {
      event?.preventDefault()
      setTries((before) => before + 1)
      if (Object.values(mistakes).every((mistake) => mistake === undefined)) onSubmit()
    },
    /** The house found a mistake: the focus goes there. */
    pointOut: () => setTries((before) => before + 1),
  }
}
