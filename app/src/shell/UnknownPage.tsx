import { HOME } from '@lonja/kit/nav.rules'
import { back, hrefTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { QuestionIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { useText } from '@lonja/kit/text'
import styles from './shell.module.css'

/**
 * A page that does not exist: a sentence in the shown language, the spec's own sentence with the path, and a link home.
 */
export function UnknownPage({ path }: { path: string }) {
  const t = useText('app')
  return (
    <Screen title={t('notFoundTitle')} onBack={back}>
      <div className={styles.middle}>
        <QuestionIcon size={32} />
        <p>{t('notFoundText')}</p>
        <p className={styles.path} lang="en">
          {t('notFound', { path })}
        </p>
        <Button look="soft" label={t('goHome')} href={hrefTo(HOME)} />
      </div>
    </Screen>
  )
}
