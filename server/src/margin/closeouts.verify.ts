import { isCurrency, type Asset } from '@lonja/core/base/amount'
import { isClosedOut, judgementOf, lotsToClose } from '@lonja/core/margin/judging.rules'
import { BEFORE_ALL_IDS } from '../base/ids.ts'
import { cellOf, idIn, shapeOf, units, word } from '../database/codecs.ts'
import { sql, type Db, type Tx } from '../database/db.ts'
import { NAMED_MOST } from '../ledger/laws.verify.ts'
import type { AgainstLaw, Breach } from '../ledger/ledger.verify.ts'
import type { PastMarket } from '../market/market.past.shape.ts'
import { listCloseOutsAfter, type WholeCloseOut } from './closeouts.store.ts'

export const CLOSE_OUT_LAWS = {
  close_outs:
    'a close-out was decided on the quotes and the rate of its minute, at most half of the used margin was left, and it closes the lots that the rule says',
} as const

/** The close-outs worked out anew, and how many could not be. */
export interface CheckedCloseOuts {
  readonly checked: number
  readonly unchecked: number
  readonly breaches: readonly Breach[]
}

const AT_ONCE = 500
const BEGIN = { customer: idIn<'customer'>(BEFORE_ALL_IDS), id: BEFORE_ALL_IDS }

/** Works each close-out out anew: its quotes from its market, its equity from the entries, its lots by the rule. */
export async function checkCloseOuts(db: Db, past: PastMarket): Promise<CheckedCloseOuts> {
  const rows: AgainstLaw[] = []
  let [checked, unchecked] = [0, 0]
  let after: Pick<WholeCloseOut, 'customer' | 'id'> | undefined = BEGIN
  while (after) {
    const from: Pick<WholeCloseOut, 'customer' | 'id'> = after
    const page = await db.read((tx) => readPage(tx, from))
    for (const { closeOut, balances, lent } of page) {
      const { customer, version } = closeOut
      if (past.unchecked(closeOut.minute, closeOut.minute) !== null || !isKept(closeOut, past)) {
        unchecked += 1
        continue
      }
      checked += 1
      const differs = differenceOf({ closeOut, balances, lent }, past)
      if (differs !== null) rows.push({ customer, number: version, causeKind: null, cause: null, differs })
    }
    after = page.length < AT_ONCE ? undefined : page.at(-1)?.closeOut
  }
  const breaches = rows.length === 0 ? [] : [{ code: 'close_outs', law: CLOSE_OUT_LAWS.close_outs, cases: rows.length, rows: rows.slice(0, NAMED_MOST) }] // prettier-ignore
  return { checked, unchecked, breaches }
}

/** Whether the market knows what was known at the minute: a feed's events are kept while orders are open. */
const isKept = ({ quotes, minute }: WholeCloseOut, past: PastMarket): boolean =>
  quotes.every(({ listing }) => past.viewsAt(listing, minute).length > 0)

interface BalanceThen {
  readonly asset: Asset
  readonly free: bigint
  readonly held: bigint
  readonly owed: bigint
}

const BALANCES_THEN = sql(
  'list_balances_then',
  `select asset, (array_agg(free_after order by version desc))[1] as free, (array_agg(held_after order by version desc))[1] as held,
     coalesce(sum(free_moved) filter (where counter = 'debts'), 0)::int8 as owed
   from entries where customer = $1 and version <= $2 group by asset`,
  shapeOf<BalanceThen>({
    asset: word('asset'),
    free: units('free'),
    held: units('held'),
    owed: units('owed'),
  }),
)

const LENT_THEN = sql(
  'sum_lent_then',
  `select coalesce(sum(free_moved + held_moved), 0)::int8 as lent from entries where customer = $1 and version <= $2 and counter = 'loans'`,
  cellOf(units('lent')),
)

async function readPage(tx: Tx, after: Pick<WholeCloseOut, 'customer' | 'id'>) {
  const page = []
  for (const closeOut of await listCloseOutsAfter(tx, after, AT_ONCE)) {
    const then = [closeOut.customer, closeOut.version]
    const [lent = 0n] = await tx.run(LENT_THEN, then)
    page.push({ closeOut, balances: await tx.run(BALANCES_THEN, then), lent })
  }
  return page
}

interface AccountThen {
  readonly closeOut: WholeCloseOut
  readonly balances: readonly BalanceThen[]
  /** The cents of EUR that were owed of loans. */
  readonly lent: bigint
}

function differenceOf({ closeOut, balances, lent }: AccountThen, past: PastMarket): string | null {
  const { minute, quotes, lots, rate } = closeOut
  for (const { listing, quoteAt, last } of quotes) {
    const quote = past.quoteAt(listing, minute)
    if (quoteAt !== (quote?.at ?? null) || last !== (quote?.last ?? null))
      return `${listing} at ${minute}: ${last} of ${quoteAt}; the market has ${quote?.last ?? null} of ${quote?.at ?? null}`
  }
  const atMarket = past.rateAt(minute)?.rate ?? null
  if (rate !== atMarket) return `the rate at ${minute} is ${rate}, and ${atMarket} by the market`
  const account = {
    balances: balances.filter(({ asset }) => isCurrency(asset)),
    lots: lots.map((lot) => ({ ...lot, id: lot.lot })),
    lent,
    last: (listing: string) => quotes.find((quote) => quote.listing === listing)?.last ?? null,
    rate,
  }
  const judged = judgementOf(account)
  const figures = (of: typeof judged): string =>
    of ? `${of.currency}: equity ${of.equity}, used ${of.used} and ${of.usedOpen}, financed ${of.financed}` : 'none'
  if (figures(closeOut) !== figures(judged)) return `${figures(closeOut)}; worked out anew ${figures(judged)}`
  if (!judged || !isClosedOut(judged)) return `${figures(closeOut)}: more than half is left`
  const listOf = (chosen: readonly { readonly lot: string; readonly shares: bigint }[]): string =>
    chosen.map(({ lot, shares }) => `${shares} of lot ${lot}`).toSorted().join(', ') // prettier-ignore
  const stored = listOf(lots.flatMap(({ lot, closed }) => (closed > 0n ? [{ lot, shares: closed }] : [])))
  const anew = listOf(lotsToClose(account))
  return stored === anew ? null : `closes ${stored}; worked out anew ${anew}`
}
