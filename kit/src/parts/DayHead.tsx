import type { ReactNode } from 'react'
import type { ByDay } from '../days.ts'
import { useFormats } from '../formats.tsx'
import { GroupHead } from './blocks.tsx'
import { usePartWords } from './words.tsx'

type Head = Extract<ByDay<never>, { head: string }>

/**
 * A day's heading in a list by days: `Hoy, 21/11/2026`. At its right, a column heading or a count. `beside` says that
 * its screen writes instants too.
 */
export function DayHead({ of: { at, when }, right, beside }: { of: Head; right?: ReactNode; beside?: true }) {
  const words = usePartWords()
  const f = useFormats()
  const day = beside ? f.dayBeside(at) : f.day(at)
  return (
    <GroupHead right={right}>
      {when === 'earlier' ? day : when === 'today' ? words.dayToday(day) : words.dayYesterday(day)}
    </GroupHead>
  )
}
