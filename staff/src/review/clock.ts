import { useEffect } from 'react'
import { storeOf, useStore } from '@lonja/kit/store'
import type { Say } from '@lonja/kit/text'

const TICK_MS = 20_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const now = storeOf(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The current time, updated every twenty seconds, so that remaining times move by themselves. */
export function useNow(): number {
  useEffect(() => {
    watchers += 1
    now.set(Date.now())
    timer ??= setInterval(() => now.set(Date.now()), TICK_MS)
    return () => {
      watchers -= 1
      if (watchers > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [])
  return useStore(now)
}

/** A duration in its two largest units: `5 h 19 min`, `8 d 2 h`. */
export function spanIn(t: Say<'review'>, ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / MINUTE)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return t('minutes', { minutes: String(minutes) })
  if (hours < 48) return t('hours', { hours: String(hours), minutes: String(minutes % 60) })
  return t('days', { days: String(Math.floor(hours / 24)), hours: String(hours % 24) })
}

/** A review is urgent if less than this remains before its deadline, or the deadline has passed. */
const PRESSING_MS = 6 * HOUR
export const isPressing = (dueAt: number, at: number): boolean => dueAt - at < PRESSING_MS
