import { useEffect } from 'react'
import { shown } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { ErrorView } from '@lonja/kit/parts/states'
import { useText } from '@lonja/kit/text'
import styles from './shell.module.css'

/**
 * The page could not be loaded: a click anywhere on it loads the app again (spec section 2). Where there are pages behind, the
 * way back leads to them as they were, with what was typed there.
 */
export function PageFailed({ onBack }: { onBack?: () => void }) {
  const t = useText('app')
  // It was gone to, though it did not come: going there once more is another try.
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
