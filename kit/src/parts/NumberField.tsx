import { useId, type Ref } from 'react'
import { Frame, type FieldFrame } from './Field.tsx'
import styles from './Field.module.css'
import { useFigureText, type FigureInput } from './figure-input.ts'
import { figureText, usePartWords } from './words.tsx'

export interface NumberFieldProps extends FieldFrame, FigureInput {
  name?: string
  disabled?: boolean
  /** The figure in 20/28: a limit, an amount. */
  tall?: boolean
  ref?: Ref<HTMLInputElement>
}

/**
 * A field for a figure in the shown language. An ambiguous figure is rejected; a valid one is shown formatted on blur.
 */
export function NumberField(props: NumberFieldProps) {
  const words = usePartWords()
  const id = useId()
  const { input, problem } = useFigureText(props)
  const error = props.error ?? figureText(words, problem)
  return (
    <Frame {...props} id={id} error={error} tall={props.tall === true}>
      <input
        {...input}
        id={id}
        ref={props.ref}
        name={props.name}
        className={styles.input}
        disabled={props.disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
      />
    </Frame>
  )
}
