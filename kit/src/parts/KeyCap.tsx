import styles from './KeyCap.module.css'

const DRAWN: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Escape: 'Esc',
  'Ctrl+Enter': 'Ctrl ↵',
}

/** A key drawn as on the keyboard. Its act is written beside it, so a screen reader skips it. */
export const KeyCap = ({ of }: { of: string }) => (
  <kbd className={styles.cap} aria-hidden>
    {DRAWN[of] ?? of.toUpperCase()}
  </kbd>
)
