import { readPicture } from '@lonja/core/pictures/pictures.contract'
import { VIEWS } from '@lonja/core/lists'
import type { ViewName } from '@lonja/core/support/thread.contract'
import { useFormats } from '@lonja/kit/formats'
import { cx } from '@lonja/kit/parts/cx'
import { CheckIcon } from '@lonja/kit/parts/page-icons'
import { Skeleton } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './support.module.css'
import type { Entry, Message } from './talk.ts'

/** One entry of a thread: a message, a view by staff, or the closing. */
export function TalkEntry({ entry }: { entry: Entry }) {
  const t = useText('support')
  const f = useFormats()
  if ('message' in entry) return <Said message={entry.message} />
  if ('view' in entry) {
    const { seat, what, at } = entry.view
    return (
      <li className={styles.mark}>
        <p>{t(`viewed_${isNamed(what) ? what : 'account'}`, { seat })}</p>
        <p>{`${f.date(at)} · ${t('inActivity')}`}</p>
      </li>
    )
  }
  const { closedBy, closedAt, rating } = entry.closed
  return (
    <li className={styles.mark}>
      <p>{t('closed', { seat: closedBy ?? '' })}</p>
      <p>{[f.date(closedAt), ...(rating === null ? [] : [t('rated', { rating })])].join(' · ')}</p>
    </li>
  )
}

function Said({ message: { seat, text, pictures, at, isRead } }: { message: Message }) {
  const t = useText('support')
  const f = useFormats()
  const isOwn = seat === null
  return (
    <li className={cx(styles.said, isOwn && styles.own)}>
      <p className={styles.who}>
        {isOwn ? (
          <span className="said">{t('you')}</span>
        ) : (
          <>
            <b>{t('support')}</b> · {t('seat', { seat })}
          </>
        )}
      </p>
      <div className={styles.words}>
        {text !== '' && <p>{text}</p>}
        {pictures.map((id) => (
          <SentPicture key={id} id={id} />
        ))}
      </div>
      <p className={styles.when}>
        <time dateTime={new Date(at).toISOString()}>{f.date(at)}</time>
        {isOwn && (
          <span className={cx(isRead && styles.read)}>
            {` · ${isRead ? t('read') : t('sent')}`}
            <CheckIcon size={14} />
            {isRead && <CheckIcon size={14} />}
          </span>
        )}
      </p>
    </li>
  )
}

function SentPicture({ id }: { id: string }) {
  const t = useText('support')
  const { data, error } = useRead(readPicture, { id }, { quiet: true })
  if (error) return <p className={styles.gone}>{error.msg}</p>
  if (!data) return <Skeleton width={160} height={120} />
  return (
    <img
      className={styles.picture}
      src={`data:${data.type};base64,${data.base64}`}
      width={data.width}
      height={data.height}
      alt={t('pictureSent')}
    />
  )
}

/** A newer house names views that this client has no words for. */
const isNamed = (what: ViewName): boolean => VIEWS.some((name) => name === what)
