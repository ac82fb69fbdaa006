import { tickerOf } from '@lonja/core/base/amount'
import type { ReplyOf, RestrictionLevel } from '@lonja/core/base/contract'
import { fateOf } from '@lonja/core/restrictions/restrictions.rules'
import type { openRestriction } from '@lonja/core/restrictions/restrictions.staff.contract'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { useText, type Say } from '@lonja/kit/text'

export type UnderWayShown = ReplyOf<typeof openRestriction>['underWay']

/** The things under way for a customer, and what a restriction to this level does to each. */
export function UnderWay({ underWay, level }: { underWay: UnderWayShown; level: RestrictionLevel }) {
  const t = useText('restrictions')
  const f = useFormats()
  const rows = rowsOf(t, f, underWay, level)
  return (
    <section>
      <h3>{t('underWay')}</h3>
      {rows.length === 0 ? <p>{t('noneUnderWay')}</p> : <DefinitionRows tight rows={rows} />}
    </section>
  )
}

function rowsOf(
  t: Say<'restrictions'>,
  f: Formats,
  { orders, withdrawals, deposits }: UnderWayShown,
  level: RestrictionLevel,
): Definition[] {
  return [
    ...withdrawals.map(({ number, amount, state }) => ({
      label: t('withdrawal', { number, state: stateIn(t, state) }),
      note: f.amount(amount),
      value: t(`fate_${fateOf({ kind: 'withdrawal', state }, level)}`),
    })),
    ...orders.map(({ id, side, listing, shares, filled }) => ({
      label: `${t(`order_${side}`)} ${id.slice(-6).toUpperCase()}`,
      note: t('shares', { shares: f.count(shares - filled), code: tickerOf(listing) }),
      value: t(`fate_${fateOf({ kind: 'order', side }, level)}`),
    })),
    ...deposits.map(({ number, amount, state }) => ({
      label: t('deposit', { number, state: stateIn(t, state) }),
      note: f.amount(amount),
      value: t(`fate_${fateOf({ kind: 'deposit' }, level)}`),
    })),
  ]
}

const STATES = {
  pending: 'state_pending',
  in_review: 'state_in_review',
  approved: 'state_approved',
  refused: 'state_refused',
  cancelled: 'state_cancelled',
  sent: 'state_approved',
} as const

type State = UnderWayShown['withdrawals'][number]['state'] | UnderWayShown['deposits'][number]['state']

const stateIn = (t: Say<'restrictions'>, state: State): string => t(STATES[state])
