import { tickerOf } from '@lonja/core/base/amount'
import type { ReplyOf, RestrictionLevel } from '@lonja/core/base/contract'
import { fateOf, type Fate } from '@lonja/core/restrictions/restrictions.rules'
import type { openRestriction } from '@lonja/core/restrictions/restrictions.staff.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useText, type Say } from '@lonja/kit/text'
import styles from './Restrict.module.css'

export type UnderWayShown = ReplyOf<typeof openRestriction>['underWay']

/** The things under way for a customer, and what a restriction to this level does to each. */
export function UnderWay({ underWay, level }: { underWay: UnderWayShown; level: RestrictionLevel }) {
  const t = useText('restrictions')
  const f = useFormats()
  const rows = rowsOf(t, f, underWay, level)
  return (
    <section>
      <h3>{t('underWay')}</h3>
      {rows.length === 0 ? (
        <p>{t('noneUnderWay')}</p>
      ) : (
        <dl className={styles.underWay}>
          {rows.map(({ name, what, fate }) => (
            <div key={name}>
              <dt>
                <strong>{name}</strong>
                <small>{what}</small>
              </dt>
              <dd data-fate={fate}>{t(`fate_${fate}`)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

interface Row {
  /** Its number and its amount. */
  readonly name: string
  readonly what: string
  readonly fate: Fate
}

function rowsOf(
  t: Say<'restrictions'>,
  f: Formats,
  { orders, withdrawals, deposits, applications }: UnderWayShown,
  level: RestrictionLevel,
): Row[] {
  return [
    ...withdrawals.map(({ number, amount, state }) => ({
      name: `${number} · ${f.amount(amount)}`,
      what: t('withdrawal', { state: stateIn(t, state) }),
      fate: fateOf({ kind: 'withdrawal', state }, level),
    })),
    ...orders.map(({ id, side, listing, shares, filled, held }) => ({
      name: `${id.slice(-6).toUpperCase()} · ${t('shares', { shares: f.count(shares - filled), code: tickerOf(listing) })}`,
      what:
        side === 'buy' && held.length > 0
          ? t('order_buy_held', { held: f.list(held.map((amount) => f.amount(amount))) })
          : t(`order_${side}`),
      fate: fateOf({ kind: 'order', side }, level),
    })),
    ...deposits.map(({ number, amount, state }) => ({
      name: `${number} · ${f.amount(amount)}`,
      what: t('deposit', { state: stateIn(t, state) }),
      fate: fateOf({ kind: 'deposit' }, level),
    })),
    ...applications.map(({ kind, number, amount }) => ({
      name: `${number} · ${f.amount(amount)}`,
      what: t(`of_${kind}`),
      fate: fateOf({ kind }, level),
    })),
  ]
}

const STATES = {
  pending: 'underWay_pending',
  in_review: 'underWay_in_review',
  approved: 'underWay_approved',
  refused: 'underWay_refused',
  cancelled: 'underWay_cancelled',
  sent: 'underWay_approved',
} as const

type State = UnderWayShown['withdrawals'][number]['state'] | UnderWayShown['deposits'][number]['state']

const stateIn = (t: Say<'restrictions'>, state: State): string => t(STATES[state])
