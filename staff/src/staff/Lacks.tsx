import type { StaffingGap } from '@lonja/core/staff/seats.rules'
import { Notice } from '@lonja/kit/parts/blocks'
import { useText } from '@lonja/kit/text'
import styles from './Seats.module.css'

/** The tasks that the house can no longer do after a change of seats, shown before it. */
export function Lacks({ lacks }: { lacks: readonly StaffingGap[] }) {
  const t = useText('staff')
  if (lacks.length === 0) return null
  return (
    <Notice title={t('lacks')}>
      <ul className={styles.lacks}>
        {lacks.map((lack) => (
          <li key={lack}>{t(`lack_${lack}`)}</li>
        ))}
      </ul>
    </Notice>
  )
}
