import type { InputOf } from '@lonja/core/base/contract'
import { LANGUAGE_NAMES, LOCALES, type Language } from '@lonja/core/base/language'
import { previewRestriction } from '@lonja/core/restrictions/restrictions.staff.contract'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './Restrict.module.css'

/** The notice as the customer will read it, in their language; the house words it. */
export function NoticePreview(props: {
  language: Language
  terms: Omit<InputOf<typeof previewRestriction>, 'language'>
}) {
  const { language, terms } = props
  const t = useText('restrictions')
  const { data: notice, isError } = useRead(previewRestriction, { ...terms, language }, { quiet: true, keep: true })
  return (
    <section>
      <h3 className={styles.heading}>{t('willRead', { language: LANGUAGE_NAMES[language] })}</h3>
      {notice ? (
        <div className={styles.notice} lang={LOCALES[language]}>
          <strong>{notice.title}</strong>
          <p className={styles.soft}>{notice.body}</p>
        </div>
      ) : isError ? (
        <p className={styles.soft}>{t('willReadFailed')}</p>
      ) : (
        <SkeletonBlocks
          of={[
            ['60%', 16],
            ['100%', 44],
          ]}
        />
      )}
    </section>
  )
}
