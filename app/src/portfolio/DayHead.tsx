import type { ReactNode } from 'react'
import type { ByDay } from '@lonja/kit/days'
import { useFormats } from '@lonja/kit/formats'
import { GroupHead } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'

type Head = Extract<ByDay<never>, { head: string }>

/** The head of a day: `Hoy, 21/11/2026`. */
export function DayHead({ of: { at, when }, right }: { of: Head; right?: ReactNode }) {
  const t = useText('portfolio')
  const day = useFormats().dayHead(at)
  return (
    <GroupHead right={right}>
      {when === 'earlier' ? day : t(when === 'today' ? 'dayToday' : 'dayYesterday', { day })}
    </GroupHead>
  )
}
