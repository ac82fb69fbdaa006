import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { cx } from './cx.ts'
import { CheckCircleFillIcon, WarningCircleFillIcon } from './page-icons.tsx'
import { dismissToast, followToasts, hasWaitingToast, shownToast, toastMs, type Toast } from './toast.ts'
import styles from './ToastHost.module.css'

const FOLLOW_MS = 100
/** Above a higher dock a toast would leave the screen. */
const HIGHEST = 0.85

/** The toast host: above the dock, announced, never blocking a tap beside it. One per app. */
export function ToastHost() {
  const toast = useSyncExternalStore(followToasts, shownToast)
  const host = useRef<HTMLDivElement>(null)
  const id = toast?.id
  const name = useId()
  useEffect(() => {
    const box = host.current
    if (!box || id === undefined) return
    const stand = () => (box.style.bottom = `${dockHeight(box)}px`)
    stand()
    // The page may change under it, and with it the dock.
    const follow = setInterval(stand, FOLLOW_MS)
    // It is in the top layer, above dialogs. Showing it again moves it above a dialog that opened later.
    if (box.matches(':popover-open')) box.hidePopover()
    box.showPopover()
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
      onPointerEnter={hold}
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
 * The top edge of the highest dock at the bottom: of the page, or of the dialog over it, which hides the page's. A dialog
 * is a dock as a whole: its rows may be what was just changed.
 */
function dockHeight(host: HTMLElement): number {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
  if (dialog) {
    const { top } = dialog.getBoundingClientRect()
    if (innerHeight - top < innerHeight * HIGHEST) return innerHeight - top
  }
  const docks = [...(dialog ?? document).querySelectorAll<HTMLElement>('[data-dock]')].filter(
    (dock) => !host.contains(dock),
  )
  const tops = docks
    .map((dock) => dock.getBoundingClientRect())
    .filter(({ height, bottom }) => height > 0 && bottom > 0)
  return Math.max(0, ...tops.map(({ top }) => innerHeight - top).filter((height) => height < innerHeight * HIGHEST))
}
