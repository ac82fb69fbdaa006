import type { Amount } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { readStartOver } from '@lonja/core/leaving.contract'
import type { useFormats } from '@lonja/kit/formats'
import type { Definition } from '@lonja/kit/parts/DefinitionRows'
import type { Say } from '@lonja/kit/text'

export const START_OVER = '/subPackages/portfolio/again'

export const CLOSED = '/subPackages/portfolio/closed'

export const WITHDRAW = '/subPackages/withdraw/index'

type Figures = Pick<ReplyOf<typeof readStartOver>, 'orders' | 'positions' | 'cost' | 'cash' | 'owed' | 'lent'>

/** The words of the figures: before it is done, and on the receipt. */
const WORDS = {
  ahead: {
    orders: 'againOrders',
    shares: 'againShares',
    cash: 'againCash',
    owed: 'againOwed',
    lent: 'againLent',
    grant: 'againGrant',
  },
  done: {
    orders: 'doneOrders',
    shares: 'doneShares',
    cash: 'doneCash',
    owed: 'doneOwed',
    lent: 'doneLent',
    grant: 'doneGrant',
  },
} as const
type When = keyof typeof WORDS

/** Starting over takes the rest of a debt from the grant, and closing writes it off. */
type DebtNote = 'againOwedNote' | 'closeOwedNote' | 'doneOwedNote'

/** The returned amounts line by line, for the previews of starting over and closing and for the receipt. */
export function handedBackRows(
  { orders, positions, cost, cash, owed, lent }: Figures,
  t: Say<'portfolio'>,
  f: ReturnType<typeof useFormats>,
  { when, debt }: { readonly when: When; readonly debt: DebtNote },
): Definition[] {
  const words = WORDS[when]
  const all = (amounts: readonly Amount[]): string =>
    amounts.length === 0 ? '-' : amounts.map((amount) => f.amount(amount)).join(' · ')
  return [
    { label: t(words.orders), value: f.count(BigInt(orders)) },
    { label: t(words.shares), note: t('againSharesNote', { count: positions }), value: all(cost) },
    { label: t(words.cash), value: all(cash) },
    ...(owed.length > 0 ? [{ label: t(words.owed), note: t(debt), value: all(owed) }] : []),
    ...(lent.length > 0
      ? [{ label: t(words.lent), note: t(when === 'done' ? 'doneLentNote' : 'againLentNote'), value: all(lent) }]
      : []),
  ]
}

/** The amount that starting over pays. */
const grantRow = (
  { grant }: Pick<ReplyOf<typeof readStartOver>, 'grant'>,
  t: Say<'portfolio'>,
  f: ReturnType<typeof useFormats>,
  when: When,
): Definition => ({ label: t(WORDS[when].grant), value: grant ? f.amount(grant) : '-', total: true })

/** The figures of starting over, with what the house pays anew. */
export const startOverRows = (
  figures: Figures & Pick<ReplyOf<typeof readStartOver>, 'grant'>,
  t: Say<'portfolio'>,
  f: ReturnType<typeof useFormats>,
  when: When,
): Definition[] => [
  ...handedBackRows(figures, t, f, { when, debt: when === 'done' ? 'doneOwedNote' : 'againOwedNote' }),
  grantRow(figures, t, f, when),
]
