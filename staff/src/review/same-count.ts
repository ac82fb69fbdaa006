import { useEffect, useRef } from 'react'
import { countQueues } from '@lonja/core/reviews.contract'
import { useRead } from '@lonja/kit/reads'

/**
 * The count beside the queue's name and the list are polled separately. When one changes and the other disagrees, the
 * other is reloaded at once, so that no empty list is shown beside a "1". `length` is null if the list is incomplete.
 */
export function useSameCount(kind: string, length: number | null, askList: () => unknown): void {
  const counts = useRead(countQueues, {}, { quiet: true })
  const waiting = counts.data?.rows.find((row) => row.kind === kind)?.waiting ?? null
  const latest = useRef({ waiting, length, askList, askCount: counts.refetch })
  useEffect(() => {
    latest.current = { waiting, length, askList, askCount: counts.refetch }
  })
  useEffect(() => {
    if (waiting !== null && latest.current.length !== null && waiting !== latest.current.length)
      latest.current.askList()
  }, [waiting])
  useEffect(() => {
    if (length !== null && latest.current.waiting !== null && length !== latest.current.waiting)
      void latest.current.askCount()
  }, [length])
}
