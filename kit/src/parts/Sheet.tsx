import { useId, useRef, type ReactNode } from 'react'
import { useModal } from './Dialog.tsx'
import { XIcon } from './page-icons.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './Sheet.module.css'
import { usePartWords } from './words.tsx'

const DRAG_ENOUGH = 80

/**
 * A bottom sheet over a dimmed page. Mount it to open it; it closes by its cross, Escape, the backdrop, or a pull down.
 * `readOnly`: its content has nothing to tap, so it takes the focus itself and keys can scroll it.
 */
export function Sheet(props: {
  title: string
  /** The subject of its form, below a smaller title: `lote T-21907, comprado a 61,90 €`. */
  about?: string | null
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
  readOnly?: boolean
}) {
  const { title, about, onClose, children, actions, readOnly } = props
  const words = usePartWords()
  const ref = useModal(onClose)
  const id = useId()
  const from = useRef<number | null>(null)
  const follow = (y: number) => {
    const down = from.current === null ? 0 : Math.max(0, y - from.current)
    if (ref.current) ref.current.style.translate = down > 0 ? `0 ${down}px` : ''
    return down
  }
  return (
    <dialog ref={ref} className={styles.sheet} aria-labelledby={id}>
      <div className={styles.box}>
        <div
          className={styles.grip}
          onPointerDown={(event) => {
            from.current = event.clientY
            event.currentTarget.setPointerCapture(event.pointerId)
          }}
          onPointerMove={(event) => follow(event.clientY)}
          onPointerUp={(event) => {
            const down = follow(event.clientY)
            from.current = null
            follow(0)
            if (down > DRAG_ENOUGH) onClose()
          }}
          onPointerCancel={() => {
            from.current = null
            follow(0)
          }}
        />
        <div className={styles.head}>
          <Title id={id} title={title} about={about} />
          <IconButton icon={XIcon} label={words.close} onClick={onClose} />
        </div>
        <div className={styles.content} {...(readOnly && { tabIndex: 0, role: 'region', 'aria-labelledby': id })}>
          {children}
        </div>
        {actions !== undefined && (
          <div className={styles.actions} data-dock>
            {actions}
          </div>
        )}
      </div>
    </dialog>
  )
}

function Title({ id, title, about }: { id: string; title: string; about: string | null | undefined }) {
  return (
    <div>
      <h2 id={id} tabIndex={-1} data-first-focus>
        {title}
      </h2>
      {about && <p>{about}</p>}
    </div>
  )
}
