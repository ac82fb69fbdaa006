import type { Amount } from '@lonja/core/base/amount'
import { tickerOf } from '@lonja/core/base/amount'
import type { Place } from '@lonja/core/orders/replacing.rules'
import { useText, type TextKey } from '@lonja/kit/text'
import { useHeldText } from './held.ts'
import { useTermsText } from './kinds.ts'
import type { OrderStory } from './story.ts'
import type { ChangeForm } from './useChange.ts'
import styles from './OrderTicket.module.css'

const PLACE_TEXTS = {
  kept: 'placeKept',
  new_price: 'placePrice',
  more_shares: 'placeShares',
} as const satisfies Record<Place, TextKey<'orders'>>

/** The consequences of a change before it is sent: what is held or released, its place, and that it is one act. */
export function Consequences({ story: { order }, change }: { story: OrderStory; change: ChangeForm }) {
  const t = useText('orders')
  const held = useHeldText()
  const terms = useTermsText()
  const { preview } = change
  const code = tickerOf(order.listing)
  const of = (sign: 1n | -1n): Amount[] =>
    (preview?.more ?? []).map(({ asset, units }) => ({ asset, units: units * sign })).filter(({ units }) => units > 0n)
  const [more, less] = [of(1n), of(-1n)]
  const lines =
    preview === null || preview.after === null
      ? []
      : preview.stays
        ? [t('changesNothing')]
        : [
            more.length > 0 && t('holdsMore', { held: held(more) }),
            less.length > 0 && t('holdsLess', { held: held(less) }),
            preview.more.length === 0 && t('holdsSame'),
            t(PLACE_TEXTS[preview.place], { code }),
            change.terms?.exits === null && t('exitsTakenAway'),
          ]
  return (
    <ul className={styles.lines}>
      {lines.map((line) => line && <li key={line}>{line}</li>)}
      <li className={styles.soft}>{t('oneAct', { terms: terms(order) })}</li>
    </ul>
  )
}
