import { useEffect } from 'react'
import { shown } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { ErrorView } from '@lonja/kit/parts/states'
import { useText } from '@lonja/kit/text'
import styles from './shell.module.css'

/**
 * The page failed to load: a click anywhere on it reloads the app (spec section 2). If there are pages behind, Back
 * returns to them as they were, with their typed values.
 */
export function PageFailed({ onBack }: { onBack?: () => void }) {
  const t = useText('app')
  // Navigation counts as done although it failed, so that another attempt is possible.
  useEffect(shown, [])
  return (
    <div className={styles.whole}>
      <ErrorView
        title={t('pageFailed')}
        text={t('pageFailedTap')}
        retry={t('reload')}
        onRetry={() => location.reload()}
      />
      {onBack && (
        <div className={styles.wayBack}>
          <Button look="text" label={t('back')} onClick={onBack} />
        </div>
      )}
    </div>
  )
}
