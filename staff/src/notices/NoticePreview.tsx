import { LANGUAGE_NAMES, LOCALES, type Language } from '@lonja/core/base/language'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { useText } from '@lonja/kit/text'
import styles from './NoticePreview.module.css'

interface Preview {
  /** The customer's language, in which the house words the notice. */
  language: Language
  /** The read of the notice. */
  read: { readonly data: { readonly title: string; readonly body: string } | undefined; readonly isError: boolean }
}

/** The notice as the customer will read it, in their language, under a heading that says so. */
export function NoticePreview(preview: Preview) {
  const t = useText('messages')
  return (
    <section>
      <h3 className={styles.heading}>{t('willRead', { language: LANGUAGE_NAMES[preview.language] })}</h3>
      <NoticeBody {...preview} />
    </section>
  )
}

/** The notice without its heading. A notice that cannot be prepared stops nothing. */
export function NoticeBody({ language, read: { data: notice, isError } }: Preview) {
  const t = useText('messages')
  if (notice) {
    return (
      <div className={styles.notice} lang={LOCALES[language]}>
        <strong>{notice.title}</strong>
        <p className={styles.soft}>{notice.body}</p>
      </div>
    )
  }
  if (isError) return <p className={styles.soft}>{t('willReadFailed')}</p>
  return (
    <SkeletonBlocks
      of={[
        ['60%', 16],
        ['100%', 44],
      ]}
    />
  )
}
