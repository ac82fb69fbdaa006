import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Mark } from '@lonja/kit/parts/Mark'
import { useText } from '@lonja/kit/text'
import { roleNames } from '../staff/roles.ts'
import type { Seat } from '../staff/seat.ts'
import { People } from './late.tsx'
import styles from './Head.module.css'

/** The console's header: the house, and this seat. */
export function Head({ seat, onMenu }: { seat: Seat | undefined; onMenu: () => void }) {
  const t = useText('console')
  const s = useText('staff')
  const f = useFormats()
  return (
    <header className={styles.head}>
      {seat && (
        <button type="button" className={styles.menu} onClick={onMenu}>
          {t('menu')}
        </button>
      )}
      <a className={styles.house} href={hrefTo('/')}>
        <Mark />
        <strong>Lonja</strong>
        <span>{t('console')}</span>
      </a>
      {seat && <People seat={seat} />}
      {seat && (
        <a className={styles.seat} href={hrefTo('/seat')}>
          <span className={styles.round} aria-hidden>
            {seat.number}
          </span>
          <span>
            <strong>{s('seatNamed', { number: String(seat.number), name: seat.name })}</strong>
            <small>{roleNames(s, f, seat.roles)}</small>
          </span>
        </a>
      )}
    </header>
  )
}
