import { useText } from '../text.ts'
import type { Uploads } from '../uploads.ts'
import type { Upload } from '../uploads.rules.ts'
import { FileButton } from './FileButton.tsx'
import { IconButton } from './IconButton.tsx'
import { PlusIcon, TrashIcon, WarningCircleFillIcon } from './late-icons.tsx'
import { CheckCircleFillIcon, XIcon } from './page-icons.tsx'
import styles from './PictureList.module.css'

/**
 * The pictures of a form: the accepted files first, then each picture with its preview, its progress, and a button to
 * remove it.
 */
export function PictureList({
  label,
  uploads,
  error,
}: {
  label: string
  uploads: Uploads
  error?: string | undefined
}) {
  const t = useText('pictures')
  const { uploads: rows, most } = uploads
  const isFull = rows.length >= most
  return (
    <fieldset className={styles.list}>
      <legend className={styles.name}>
        {label}
        <span className={styles.beside}>{t('limitsMany', { count: most })}</span>
      </legend>
      <ul className={styles.rows}>
        {rows.map((row) => (
          <li key={row.id} className={styles.row}>
            <img className={styles.thumb} src={row.preview} alt="" />
            <span className={styles.what}>
              <span className={styles.file}>{row.name}</span>
              <UploadState of={row} onAgain={() => uploads.again(row.id)} />
            </span>
            <IconButton
              icon={row.state === 'sending' ? XIcon : TrashIcon}
              label={t(row.state === 'sending' ? 'stop' : 'remove', { name: row.name })}
              onClick={() => uploads.remove(row.id)}
            />
          </li>
        ))}
      </ul>
      {!isFull && (
        <FileButton
          look="outline"
          small
          icon={PlusIcon}
          label={rows.length === 0 ? t('choose') : t('another')}
          many={most - rows.length > 1}
          onChosen={(chosen) => uploads.add(chosen)}
        />
      )}
      <div role="alert" className={styles.error}>
        {error}
      </div>
    </fieldset>
  )
}

/** The upload state of one picture: a word, a progress bar, or the error with a button to retry. */
export function UploadState({ of, onAgain }: { of: Upload; onAgain: () => void }) {
  const t = useText('pictures')
  if (of.state === 'failed') {
    return (
      <span className={styles.failed}>
        <span>
          <WarningCircleFillIcon size={16} />
          {of.error}
        </span>
        {of.again && (
          <button type="button" className={styles.again} onClick={onAgain}>
            {t('again')}
          </button>
        )}
      </span>
    )
  }
  if (of.state === 'sent') {
    return (
      <span className={styles.sent}>
        <CheckCircleFillIcon size={16} />
        {t('sent')}
      </span>
    )
  }
  return (
    <span className={styles.moving}>
      <span className={styles.words}>
        {t(of.state)}
        <span>{of.state === 'sending' ? `${of.percent} %` : ''}</span>
      </span>
      <progress max={100} value={of.percent} aria-label={t(of.state)} />
    </span>
  )
}
