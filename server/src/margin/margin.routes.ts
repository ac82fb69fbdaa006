import { currencyFor } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'
import { levelOf, CLOSE_OUTS_SHOWN } from '@lonja/core/margin/judging.rules'
import { readMargin, type CloseOutReply } from '@lonja/core/margin/margin.contract'
import { nightOf } from '@lonja/core/orders/financing.rules'
import { lotNumberFor } from '@lonja/core/orders/lots.rules'
import { closeOutPriceOf, marginStanding, usedMarginOf } from '@lonja/core/orders/margin.rules'
import { onRead, type Route } from '../door/serve.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { lentTo } from '../lending/lending.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { listCloseOuts, type WholeCloseOut } from './closeouts.store.ts'

/** The margin of a customer's account, and the close-outs with their evidence. */
export const marginRoutes = (market: Market): Route[] => [
  onRead(readMargin, async ({ tx, customer, language }) => {
    const lots = await listOpenLots(tx, customer)
    const balances = await listBalances(tx, customer)
    const last = market.last
    const standing = marginStanding({
      balances,
      lots,
      lent: await lentTo(tx, customer),
      last,
      rate: market.rate()?.rate ?? null,
    })
    const level = standing && levelOf(standing)
    const closeOuts = await listCloseOuts(tx, customer, null, CLOSE_OUTS_SHOWN)
    return {
      standing: standing && { ...standing, levelBps: level === null ? null : Number(level) },
      lots: lots
        .filter(({ financedLeft }) => financedLeft > 0n)
        .map((lot) => ({
          lot: lot.id,
          number: lotNumberFor(lot.id),
          listing: lot.listing,
          name: nameOf(market, lot.listing, language),
          currency: currencyFor(lot.listing),
          shares: lot.left,
          cost: lot.costLeft,
          leverage: lot.leverage,
          financed: lot.financedLeft,
          used: usedMarginOf(lot),
          night: nightOf(lot.financedLeft),
          closeOutPrice: closeOutPriceOf({ shares: lot.left, cost: lot.costLeft, financed: lot.financedLeft }),
        })),
      closeOuts: closeOuts.map((closeOut) => closeOutReply(closeOut, market, language)),
    }
  }),
]

function closeOutReply(closeOut: WholeCloseOut, market: Market, language: Language): CloseOutReply {
  const { id, minute, madeAt, currency, equity, used, usedOpen, financed, rate, quotes, lots } = closeOut
  return {
    id, minute, at: madeAt, currency, equity, used, usedOpen, financed, rate,
    quotes: quotes.map(({ listing, quoteAt, last }) => ({
      listing,
      name: nameOf(market, listing, language),
      at: quoteAt,
      last,
    })),
    orders: lots.flatMap(({ lot, listing, order, closed }) =>
      order === null ? [] : [{ order, lot, number: lotNumberFor(lot), listing, name: nameOf(market, listing, language), shares: closed }],
    ),
  } // prettier-ignore
}
