import { useEffect, useRef } from 'react'
import { countQueues } from '@lonja/core/reviews.contract'
import { useRead } from '@lonja/kit/reads'

/**
 * The figure beside the queue's name and its list are asked for by clocks of their own: where one has moved and the other says
 * something else, that one is asked at once, so that no empty list stands beside a "1". `length` is null where the list is not all.
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
