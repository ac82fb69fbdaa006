import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { cx } from './cx.ts'
import { WarningCircleFillIcon } from './late-icons.tsx'
import { CheckCircleFillIcon } from './page-icons.tsx'
import { bottomOfToast, type Stretch } from './toast-place.ts'
import { dismissToast, followToasts, hasWaitingToast, shownToast, toastMs, type Toast } from './toast.ts'
import styles from './ToastHost.module.css'

const FOLLOW_MS = 100
/** The toast host: above the dock and clear of the sentence at a field and of a button to retry, announced, never blocking a tap beside it. One per app. */
export function ToastHost() {
  const toast = useSyncExternalStore(followToasts, shownToast)
  const host = useRef<HTMLDivElement>(null)
  const id = toast?.id
  const name = useId()
  useEffect(() => {
    const box = host.current
    if (!box || id === undefined) return
    const stand = () => (box.style.bottom = `${bottomIn(box)}px`)
    // It is in the top layer, above dialogs. Showing it again moves it above a dialog that opened later.
    if (box.matches(':popover-open')) box.hidePopover()
    box.showPopover()
    stand()
    // The page may change under it, and with it the dock and the fields.
    const follow = setInterval(stand, FOLLOW_MS)
    return () => {
      clearInterval(follow)
      box.hidePopover()
    }
  }, [id])
  return (
    <>
      <div className="said" role="status">
        {toast && toast.kind !== 'error' ? toast.text : ''}
      </div>
      <div className="said" role="alert">
        {toast?.kind === 'error' ? toast.text : ''}
      </div>
      {/* A landmark while shown, so that a screen reader's list of landmarks leads to its button. */}
      <div ref={host} popover="manual" className={styles.host} role="region" aria-labelledby={name}>
        {toast && <ToastBox key={toast.id} toast={toast} name={name} />}
      </div>
    </>
  )
}

function ToastBox({ toast: shown, name }: { toast: Toast; name: string }) {
  const { id, text, kind, undo } = shown
  const waits = useSyncExternalStore(followToasts, hasWaitingToast)
  const [held, setHeld] = useState(false)
  const from = useRef(0)
  useEffect(() => {
    from.current = performance.now()
  }, [held])
  useEffect(() => {
    if (held) return
    const left = toastMs({ undo }, waits) - (performance.now() - from.current)
    const timer = setTimeout(() => dismissToast(id), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [id, held, undo, waits])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    <div
      className={cx(styles.toast)}
      data-dock
      // A toast that comes up under a resting pointer is not held by it: the pointer must be put on it.
      onPointerDown={hold}
      onPointerMove={({ movementX, movementY }) => {
        if (movementX !== 0 || movementY !== 0) hold()
      }}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {kind === 'done' && <CheckCircleFillIcon size={18} />}
      {kind === 'error' && <WarningCircleFillIcon size={18} />}
      <span id={name} className={styles.text}>
        {text}
      </span>
      {undo && (
        <button
          type="button"
          className={styles.undo}
          onClick={() => {
            dismissToast(id)
            undo.onUndo()
          }}
        >
          {undo.label}
        </button>
      )}
    </div>
  )
}

/**
 * Its place on the page, or on the dialog over it, which hides the page. A dialog is a dock as a whole, unless it fills
 * the window: its rows may be what was just changed.
 */
function bottomIn(host: HTMLElement): number {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
  const within = dialog ?? document
  const docks = [...within.querySelectorAll<HTMLElement>('[data-dock]')].filter((dock) => !host.contains(dock))
  const shown = [...(dialog ? [dialog] : []), ...docks]
    .map((each) => each.getBoundingClientRect())
    .filter(({ height, bottom }) => height > 0 && bottom > 0)
  return bottomOfToast({
    window: innerHeight,
    height: host.getBoundingClientRect().height,
    docks: shown.map(({ top }) => top),
    mistakes: mistakesIn(within),
  })
}

/** The fields that say a mistake, each from its label to the end of its sentence, and the button of what failed. */
function mistakesIn(within: ParentNode): Stretch[] {
  return [...within.querySelectorAll('[aria-invalid="true"], [role="alert"] button')].flatMap((one) => {
    const notes = (one.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id))
    const all = [one, ...((one as HTMLInputElement).labels ?? []), ...notes.filter((each) => each !== null)]
      .map((each) => each.getBoundingClientRect())
      .filter(({ height }) => height > 0)
    if (all.length === 0) return []
    return { top: Math.min(...all.map(({ top }) => top)), bottom: Math.max(...all.map(({ bottom }) => bottom)) }
  })
}
