import type { ReactNode } from 'react'
import { CheckCircleFillIcon } from '@lonja/kit/parts/page-icons'
import { MinusCircleFillIcon, XCircleFillIcon } from '@lonja/kit/parts/desk-icons'
import { cx } from '@lonja/kit/parts/cx'
import { useText } from '@lonja/kit/text'
import styles from './Checks.module.css'

export interface Check {
  readonly label: string
  /** The compared values, in words. */
  readonly note?: string | undefined
  readonly value: ReactNode
  /** `open`: neither for nor against. */
  readonly state: 'passed' | 'failed' | 'open'
}

const ICONS = { passed: CheckCircleFillIcon, failed: XCircleFillIcon, open: MinusCircleFillIcon } as const
const ORDER = { failed: 0, open: 2, passed: 1 } as const

/** The server's automatic checks, failed ones first. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const t = useText('review')
  return (
    <section>
      <h2 className={styles.title}>{t('checks')}</h2>
      <ul>
        {checks
          .toSorted((one, other) => ORDER[one.state] - ORDER[other.state])
          .map((check) => (
            <CheckRow key={check.label} {...check} />
          ))}
      </ul>
    </section>
  )
}

function CheckRow({ label, note, value, state }: Check) {
  const t = useText('review')
  const Shape = ICONS[state]
  return (
    <li className={cx(styles.check, styles[state])}>
      <Shape size={16} label={t(`check_${state}`)} />
      <span className={styles.what}>
        {label}
        {note !== undefined && <small>{note}</small>}
      </span>
      <span className={styles.value}>{value}</span>
    </li>
  )
}
