import { WifiSlashIcon } from './icons.tsx'
import styles from './OfflineBar.module.css'

/**
 * The offline bar: the age of the data, and a note that the connection returns by itself. Null while the server
 * answers; the element stays, so that a screen reader announces its text when it appears.
 */
export function OfflineBar({ text, right }: { text: string | null; right?: string }) {
  return (
    <div role="status">
      {text !== null && (
        <div className={styles.offline}>
          <WifiSlashIcon size={18} />
          <span className={styles.said}>{text}</span>
          {right !== undefined && <strong>{right}</strong>}
        </div>
      )}
    </div>
  )
}
