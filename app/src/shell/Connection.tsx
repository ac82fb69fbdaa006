import { useEffect, useSyncExternalStore } from 'react'
import { useAway } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { OfflineBar } from '@lonja/kit/parts/OfflineBar'
import { followReads, keptSince } from '@lonja/kit/age'
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
  const keptAt = useSyncExternalStore(followReads, keptSince)
  const since = keptAt ?? away?.since ?? null
  const text =
    away &&
    (since === null
      ? t('awayEmpty')
      : isToday(since)
        ? t('away', { time: f.time(since) })
        : t('awayDay', { time: f.date(since).replace(' ', '\u00a0') }))
  return <OfflineBar text={text} right={t('reconnecting')} />
}

const isToday = (at: number): boolean => new Date(at).toDateString() === new Date().toDateString()
