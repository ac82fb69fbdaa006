import { LANGUAGE_NAMES } from '@lonja/core/base/language'
import { hrefTo } from '@lonja/kit/nav'
import { TranslateIcon } from '@lonja/kit/parts/late-icons'
import { useLanguage, useText } from '@lonja/kit/text'
import styles from './settings.module.css'

const SHORT = { tur: 'ES', cn: '简', tw: '繁', en: 'EN', fr: 'FR' } as const

/** The link to the languages, at the right of a header: the language's own name. */
export function LanguageLink({ short }: { short?: boolean }) {
  const t = useText('settings')
  const language = useLanguage()
  return (
    <a className={styles.link} href={hrefTo('/subPackages/settings/language')}>
      <TranslateIcon size={22} />
      <span className="said">{t('change')}: </span>
      <span>{short ? SHORT[language] : LANGUAGE_NAMES[language]}</span>
    </a>
  )
}
