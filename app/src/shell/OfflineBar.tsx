import { useEffect } from 'react'
import { useAway } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { WifiSlashIcon } from '@lonja/kit/parts/icons'
import { useText } from '@lonja/kit/text'
import styles from './shell.module.css'

/** 'No connection', and how old is what one sees. It goes by itself when the house is heard again. */
export function OfflineBar() {
  const t = useText('connection')
  const f = useFormats()
  const away = useAway()
  // What is on the screen is old: its figures lose their ink.
  useEffect(() => {
    const { dataset } = document.documentElement
    if (away) dataset['away'] = ''
    else delete dataset['away']
  }, [away])
  return (
    <div role="status">
      {away && (
        <div className={styles.offline}>
          <WifiSlashIcon size={18} />
          <span>{away.since === null ? t('awayEmpty') : t('away', { time: f.time(away.since) })}</span>
          <strong>{t('reconnecting')}</strong>
        </div>
      )}
    </div>
  )
}
