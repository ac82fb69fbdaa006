import { hrefTo } from '@lonja/kit/nav'
import { Mark } from '@lonja/kit/parts/Mark'
import { useText } from '@lonja/kit/text'
import { roleNames } from '../staff/roles.ts'
import type { Seat } from '../staff/seat.ts'
import styles from './Head.module.css'

/** The head of the console: the house, and whose seat this is. */
export function Head({ seat }: { seat: Seat | undefined }) {
  const t = useText('console')
  const s = useText('staff')
  return (
    <header className={styles.head}>
      <a className={styles.house} href={hrefTo('/')}>
        <Mark />
        <strong>Lonja</strong>
        <span>{t('console')}</span>
      </a>
      {seat && (
        <a className={styles.seat} href={hrefTo('/seat')}>
          <span className={styles.round} aria-hidden>
            {seat.number}
          </span>
          <span>
            <strong>{s('seatNumber', { number: String(seat.number) })}</strong>
            <small>{roleNames(s, seat.roles)}</small>
          </span>
        </a>
      )}
    </header>
  )
}
