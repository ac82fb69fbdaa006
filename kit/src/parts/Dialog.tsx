import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button, Buttons } from './Button.tsx'
import { cx } from './cx.ts'
import { DefinitionRows, type Definition } from './DefinitionRows.tsx'
import styles from './Dialog.module.css'

/**
 * Open a native modal dialog while mounted, with the focus on its title, or on the element with
 * `data-first-focus="field"`. Escape and the backdrop call `onClose`.
 */
export function useModal(onClose: () => void): React.RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  const latest = useRef(onClose)
  useLayoutEffect(() => {
    latest.current = onClose
  })
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = document.activeElement
    dialog.showModal()
    const field = dialog.querySelector<HTMLElement>('[data-first-focus=field]')
    ;(field ?? dialog.querySelector<HTMLElement>('[data-first-focus]'))?.focus()
    const cancelled = (event: Event) => {
      event.preventDefault()
      latest.current()
    }
    const clicked = (event: MouseEvent) => {
      if (event.target === dialog) latest.current()
    }
    dialog.addEventListener('cancel', cancelled)
    dialog.addEventListener('click', clicked)
    return () => {
      dialog.removeEventListener('cancel', cancelled)
      dialog.removeEventListener('click', clicked)
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return ref
}

export interface DialogProps {
  title: string
  onClose: () => void
  children?: ReactNode
  /** Buttons, the safe one first. */
  actions?: ReactNode
  /** A second column for wide windows, with the actions at its foot; below the rest in narrow ones. */
  side?: ReactNode
}

/** A modal question. Mount it to open it: `{asking && <Dialog …/>}`. */
export function Dialog({ title, onClose, children, actions, side }: DialogProps) {
  const ref = useModal(onClose)
  const id = useId()
  const foot = actions !== undefined && <Buttons>{actions}</Buttons>
  return (
    <dialog ref={ref} className={cx(styles.dialog, side !== undefined && styles.wide)} aria-labelledby={id}>
      <div className={styles.box}>
        <h2 id={id} className={styles.title} tabIndex={-1} data-first-focus>
          {title}
        </h2>
        {children}
        {side === undefined && foot}
      </div>
      {side !== undefined && (
        <div className={cx(styles.box, styles.side)}>
          {side}
          {foot}
        </div>
      )}
    </dialog>
  )
}

/** A confirmation, used only where money leaves or the spec asks for one. The button repeats the act: `Vender 140`. */
export function Confirm(props: {
  title: string
  text?: string
  /** A consequence that the question does not name: the orders that the act changes. */
  note?: ReactNode
  rows?: readonly Definition[]
  confirm: string
  cancel: string
  busy?: boolean
  error?: string | null | undefined
  onConfirm: () => void
  onCancel: () => void
}) {
  return (
    <Dialog
      title={props.title}
      onClose={props.onCancel}
      actions={
        <>
          <Button look="outline" label={props.cancel} onClick={props.onCancel} />
          <Button label={props.confirm} busy={props.busy === true} onClick={props.onConfirm} />
        </>
      }
    >
      {props.text !== undefined && <p className={styles.text}>{props.text}</p>}
      {props.note}
      {props.rows && <DefinitionRows rows={props.rows} />}
      <div role="alert" className={styles.error}>
        {props.error}
      </div>
    </Dialog>
  )
}
