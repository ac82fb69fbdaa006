import type { Amount } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { readStartOver } from '@lonja/core/leaving.contract'
import type { useFormats } from '@lonja/kit/formats'
import type { Definition } from '@lonja/kit/parts/DefinitionRows'
import type { Say } from '@lonja/kit/text'

export const START_OVER = '/subPackages/portfolio/again'

export const CLOSED = '/subPackages/portfolio/closed'

export const WITHDRAW = '/subPackages/withdraw/index'

type Figures = Pick<ReplyOf<typeof readStartOver>, 'orders' | 'positions' | 'cost' | 'cash' | 'owed'>

/** The returned amounts line by line, for the previews and receipts of starting over and closing. */
export function handedBackRows(
  { orders, positions, cost, cash, owed }: Figures,
  t: Say<'portfolio'>,
  f: ReturnType<typeof useFormats>,
  rest: 'againOwedNote' | 'closeOwedNote' = 'againOwedNote',
): Definition[] {
  const all = (amounts: readonly Amount[]): string =>
    amounts.length === 0 ? '-' : amounts.map((amount) => f.amount(amount)).join(' · ')
  return [
    { label: t('againOrders'), value: f.count(BigInt(orders)) },
    { label: t('againShares'), note: t('againSharesNote', { count: positions }), value: all(cost) },
    { label: t('againCash'), value: all(cash) },
    ...(owed.length > 0 ? [{ label: t('againOwed'), note: t(rest), value: all(owed) }] : []),
  ]
}

/** The amount that starting over pays. */
export const grantRow = (
  { grant }: Pick<ReplyOf<typeof readStartOver>, 'grant'>,
  t: Say<'portfolio'>,
  f: ReturnType<typeof useFormats>,
): Definition => ({ label: t('againGrant'), value: grant ? f.amount(grant) : '-', total: true })
