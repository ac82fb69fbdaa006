import { useEffect } from 'react'
import { useAway } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { OfflineBar } from '@lonja/kit/parts/OfflineBar'
import { useText } from '@lonja/kit/text'
import './away.css'

/** 'No connection', with the age of the data. It disappears when the server answers again. */
export function Connection() {
  const t = useText('connection')
  const f = useFormats()
  const away = useAway()
  // The data on the screen are old: dim the figures.
  useEffect(() => {
    const { dataset } = document.documentElement
    if (away) dataset['away'] = ''
    else delete dataset['away']
  }, [away])
  const text = away && (away.since === null ? t('awayEmpty') : t('away', { time: f.time(away.since) }))
  return <OfflineBar text={text} right={t('reconnecting')} />
}
