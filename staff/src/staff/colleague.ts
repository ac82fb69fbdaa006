import { useCallback } from 'react'
import { listColleagues } from '@lonja/core/staff/staff.contract'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'

/** A colleague who takes a seat, or another name, is known by it after this time. */
const ASKED_MS = 15_000

/** The name of a seat by its number; undefined for an unknown one, and while the names load. */
export function useSeatName(): (number: number) => string | undefined {
  const { data } = useRead(listColleagues, {}, { quiet: true, refetchMs: ASKED_MS })
  return useCallback((number) => data?.rows.find((row) => row.number === number)?.name, [data])
}

/** Names a seat to a colleague, by its number: `Eva · seat 3`. Customers read numbers alone; so does a seat while names load. */
export function useColleague(): (number: number) => string {
  const s = useText('staff')
  const nameOf = useSeatName()
  return useCallback(
    (number) => {
      const name = nameOf(number)
      const blanks = { number: String(number) }
      return name === undefined ? s('seatNumber', blanks) : s('seatNamed', { ...blanks, name })
    },
    [s, nameOf],
  )
}
