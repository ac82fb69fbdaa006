import { useId } from 'react'
import { LANGUAGE_NAMES, LOCALES } from '@lonja/core/base/language'
import { NOTICES, PLACES } from '@lonja/core/lists'
import { placesFor } from '@lonja/core/notices/links.rules'
import { markNotice } from '@lonja/core/notices/notices.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { toast } from '@lonja/kit/parts/toast'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import type { Notice } from './notice.ts'
import styles from './notices.module.css'

/** One message: its title and time; opened, also its text, the earlier steps of the same thing and the next one. */
export function NoticeCard({ notice, open, onToggle }: { notice: Notice; open: boolean; onToggle: () => void }) {
  const t = useText('notices')
  const f = useFormats()
  const id = useId()
  const unread = notice.is_read === '0'
  const lang = notice.language === null ? {} : { lang: LOCALES[notice.language] }
  const unmark = useWrite(markNotice, {
    onReply: () => {
      onToggle()
      markStale(['notices'])
      toast(t('markedUnread'))
    },
  })
  return (
    <div className={styles.notice}>
      <button type="button" className={styles.head} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        {unread && <span className={styles.dot} />}
        <span className={styles.title} {...lang}>
          {unread && <span className="said">{t('unread')}: </span>}
          {notice.title}
        </span>
        <time dateTime={new Date(notice.at).toISOString()}>{f.time(notice.at)}</time>
        {!open && (
          <span className={styles.cut} {...lang}>
            {notice.body}
          </span>
        )}
      </button>
      <div id={id} className={styles.body} hidden={!open}>
        {notice.language !== null && (
          <p className={styles.language}>{t('inLanguage', { language: LANGUAGE_NAMES[notice.language] })}</p>
        )}
        <p {...lang}>{notice.body}</p>
        {notice.earlier.length > 0 && <Earlier of={notice.earlier} />}
        <div className={styles.acts}>
          <Ways of={notice} />
          {!unread && (
            <Button
              look="outline"
              small
              label={t('markUnread')}
              busy={unmark.isPending}
              onClick={() => unmark.mutate({ id: notice.id, read: false })}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** The earlier steps of the same thing, newest first, each as it was sent. */
function Earlier({ of }: { of: Notice['earlier'] }) {
  const t = useText('notices')
  const f = useFormats()
  return (
    <section className={styles.earlier} aria-label={t('earlier')}>
      <h3>{t('earlier')}</h3>
      <ul>
        {of.map(({ id, title, body, at }) => (
          <li key={id}>
            <strong>{title}</strong>
            <time dateTime={new Date(at).toISOString()}>{f.date(at)}</time>
            <p>{body}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const LISTS = { notices: NOTICES, places: PLACES }

/** A notice's links: to its order or record, to its instrument and its alerts. */
function Ways({ of }: { of: Notice }) {
  const t = useText('notices')
  return placesFor(of, LISTS).map(({ what, path, query }, at) => (
    <Button key={what} look={at === 0 ? 'soft' : 'outline'} small label={t(`see_${what}`)} href={hrefTo(path, query)} />
  ))
}
