import { currencyFor, isCurrency } from '@lonja/core/base/amount'
import { listPositions, readDayCurve, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { curveFor, instantsFor, CURVE_POINTS } from '@lonja/core/portfolio/curve.rules'
import { OWED_ACCOUNTS, PAID_ACCOUNTS, inDisplay } from '@lonja/core/portfolio/portfolio.rules'
import { readCustomer } from '../accounts/accounts.store.ts'
import { onRead, type Route } from '../door/serve.ts'
import { listChanges, versionBefore } from '../ledger/flows.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { dayOf, dayPrices, figuresOf, positionsWith, rateOf, startOf, withOfferPrices } from './portfolio.actions.ts'

const EVER = Number.MAX_SAFE_INTEGER

/** Figures, positions and the day's curve, at the prices of one market. */
export const portfolioRoutes = (market: Market): Route[] => [onFigures(market), onPositions(market), onDayCurve(market)]

const onFigures = (market: Market): Route =>
  onRead(readFigures, async ({ tx, customer, now }) => {
    const { displayCurrency } = await readCustomer(tx, customer)
    return { ...(await figuresOf(tx, customer, market, displayCurrency)), at: now }
  })

const onPositions = (market: Market): Route =>
  onRead(listPositions, async ({ tx, customer, now, language }, { listing = null }) => ({
    rows: await positionsWith(tx, customer, market, { language, listing }),
    at: now,
  }))

const onDayCurve = (market: Market): Route =>
  onRead(readDayCurve, async ({ tx, customer }) => {
    const { displayCurrency } = await readCustomer(tx, customer)
    const { from, to } = dayOf(displayCurrency, market)
    const rate = rateOf(market)
    const began = market.serverTimeOf(from) ?? EVER
    const through = await versionBefore(tx, customer, began)
    const start = await startOf(tx, customer, through)
    const changes = await listChanges(tx, customer, through, { paidBy: PAID_ACCOUNTS, owedTo: OWED_ACCOUNTS })
    const assets = new Set([...start, ...changes].map(({ asset }) => asset))
    const instants = instantsFor(from, Math.max(from, Math.min(market.now(), to)), CURVE_POINTS)
    const total = curveFor(instants, {
      start,
      changes,
      wallOf: (at) => market.serverTimeOf(at) ?? EVER,
      priceAt: await withOfferPrices(
        tx,
        customer,
        dayPrices(
          [...assets].filter((asset) => !isCurrency(asset)),
          market,
          from,
        ),
      ),
      display: (asset, units) => {
        const currency = isCurrency(asset) ? asset : currencyFor(asset)
        return inDisplay({ asset: currency, units }, displayCurrency, rate)
      },
    })
    return { currency: displayCurrency, at: instants, total, from, to, start: total[0] ?? 0n }
  })
