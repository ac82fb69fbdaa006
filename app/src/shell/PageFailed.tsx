import { ErrorView } from '@lonja/kit/parts/states'
import { useText } from '@lonja/kit/text'
import styles from './shell.module.css'

/** The page could not be loaded: a click anywhere on it loads the app again (spec section 2). */
export function PageFailed() {
  const t = useText('app')
  return (
    <div className={styles.whole}>
      <ErrorView
        title={t('pageFailed')}
        text={t('pageFailedTap')}
        retry={t('reload')}
        onRetry={() => location.reload()}
      />
    </div>
  )
}
