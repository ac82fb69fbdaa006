import { WifiSlashIcon } from './icons.tsx'
import styles from './OfflineBar.module.css'

/**
 * The network is gone: since when the data are old, and that it comes back by itself. Null while the house answers; the
 * place stays, so that a screen reader hears what appears in it.
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
