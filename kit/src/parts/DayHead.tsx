import type { ReactNode } from 'react'
import type { ByDay } from '../days.ts'
import { useFormats } from '../formats.tsx'
import { GroupHead } from './blocks.tsx'
import { usePartWords } from './words.tsx'

type Head = Extract<ByDay<never>, { head: string }>

/** A day's heading in a list by days: `Hoy, 21/11/2026`. At its right, a column heading or a count. */
export function DayHead({ of: { at, when }, right }: { of: Head; right?: ReactNode }) {
  const words = usePartWords()
  const day = useFormats().dayHead(at)
  return (
    <GroupHead right={right}>
      {when === 'earlier' ? day : when === 'today' ? words.dayToday(day) : words.dayYesterday(day)}
    </GroupHead>
  )
}
