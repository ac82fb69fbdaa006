import type { LastMoveReply } from '@lonja/core/review/review.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import styles from './Moves.module.css'

/** The customer's last moves in the currency that is decided about: what this one did stands out. */
export function Moves({ moves }: { moves: readonly LastMoveReply[] }) {
  const t = useText('review')
  const [newest] = moves
  if (!newest) return null
  const asset = newest.after.asset === 'USD' ? 'USD' : 'EUR'
  return (
    <section>
      <h2 className={styles.title}>{t('moves', { currency: t(`currency_${asset}`) })}</h2>
      <table className={styles.moves}>
        <thead>
          <tr>
            <th scope="col">{t('moveAt')}</th>
            <th scope="col">{t('moveCause')}</th>
            <th scope="col">{t('moveAmount')}</th>
            <th scope="col">{t('moveAfter')}</th>
          </tr>
        </thead>
        <tbody>
          {moves.map((move) => (
            <MoveRow key={move.id} move={move} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function MoveRow({ move: { at, kind, change, after, isHeld, cause, own } }: { move: LastMoveReply }) {
  const t = useText('review')
  const f = useFormats()
  return (
    <tr className={own ? styles.own : undefined}>
      <td className={styles.at}>{f.date(at)}</td>
      <td>
        {t(`move_${kind}`)}
        {cause !== null && ` · ${cause}`}
        {isHeld && <small> · {t('moveHeld')}</small>}
      </td>
      <td>{f.cents(change.units, 'results')}</td>
      <td>{f.cents(after.units)}</td>
    </tr>
  )
}
