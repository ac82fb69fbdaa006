import type { ReactNode } from 'react'
import type { ByDay } from '@lonja/kit/days'
import { GroupHead } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'

type Head = Extract<ByDay<never>, { head: string }>

/** The head of a day: `Hoy, 21/11/2026`. */
export function DayHead({ of: { head, when }, right }: { of: Head; right?: ReactNode }) {
  const t = useText('portfolio')
  return (
    <GroupHead right={right}>
      {when === 'earlier' ? head : t(when === 'today' ? 'dayToday' : 'dayYesterday', { day: head })}
    </GroupHead>
  )
}
