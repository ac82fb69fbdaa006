import { mayCall } from '@lonja/core/base/contract'
import { countQueues } from '@lonja/core/reviews.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Mark } from '@lonja/kit/parts/Mark'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { roleNames } from '../staff/roles.ts'
import type { Seat } from '../staff/seat.ts'
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
      {seat && mayCall(seat.roles, countQueues) && <People />}
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

/** The number of people who decide in this house: two above its limit, or one in a house with a single seat. */
function People() {
  const t = useText('console')
  const f = useFormats()
  const { data } = useRead(countQueues, {}, { quiet: true })
  if (!data) return null
  const limit = f.amount({ asset: 'EUR', units: data.limit })
  return <span className={styles.people}>{data.onePerson ? t('onePerson') : t('twoFrom', { limit })}</span>
}
