import { useFormats } from '@lonja/kit/formats'
import { switchTab, useQuery } from '@lonja/kit/nav'
import { HOME } from '@lonja/kit/nav.rules'
import { Button } from '@lonja/kit/parts/Button'
import { CheckCircleIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { useText } from '@lonja/kit/text'
import styles from './Leaving.module.css'

/** The account is closed: a summary. Nobody is signed in any more. */
export function AccountClosed() {
  const t = useText('portfolio')
  const f = useFormats()
  const at = Number(useQuery().get('at'))
  return (
    <Screen
      title={t('accountClosed')}
      dock={<Button label={t('closedHome')} onClick={() => switchTab(HOME)} />}
      readOnly
    >
      <div className={styles.form}>
        {at > 0 && (
          <p className={styles.done}>
            <CheckCircleIcon size={22} />
            {t('closedAt', { time: f.date(at) })}
          </p>
        )}
        <p>{t('closedWhat')}</p>
        <p className={styles.soft}>{t('closeKept')}</p>
      </div>
    </Screen>
  )
}
