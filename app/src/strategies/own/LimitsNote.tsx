import { useFormats } from '@lonja/kit/formats'
import { Notice } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'
import type { OwnLimits } from './own.ts'

/** What a text may use, and what stops it. */
export function LimitsNote({ limits }: { limits: OwnLimits }) {
  const t = useText('own')
  const f = useFormats()
  const { stepsPerEvent, megabytes, ordersPerMinute } = limits
  return (
    <Notice tone="ground" icon={null}>
      {t('limits', { steps: f.count(stepsPerEvent), megabytes, orders: ordersPerMinute })}
    </Notice>
  )
}
