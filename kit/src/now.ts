import { useEffect, useState } from 'react'
import { formatDay } from '@lonja/core/base/dates'
import { SECOND, type Instant } from '@lonja/core/base/instant'

/** The current time, read again as often as its screen needs it. */
export function useNow(everyMs: number): Instant {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** The day is read again as often. */
const LOOKS_EVERY_MS = 30 * SECOND

/** An instant of the current day in Madrid: a list by days, and a span that ends today, move on after midnight. */
export function useToday(): Instant {
  const [today, setToday] = useState(() => Date.now())
  useEffect(() => {
    const look = (): void => {
      const now = Date.now()
      setToday((before) => (formatDay(before) === formatDay(now) ? before : now))
    }
    const timer = setInterval(look, LOOKS_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return today
}
