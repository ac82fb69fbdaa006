import { priceE4, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { count, type World } from './model.world.testing.ts'

/* Nights between sessions, with their interest and corporate actions. */

/** A night without a session, or several. */
export async function nights(world: World, since: number): Promise<void> {
  const { market, model, house, customers, dice } = world
  count(world, 'nights')
  await house.sweep()
  await payDividends(world)
  for (const customer of customers) house.margin.nights(customer, since, market.now())
  model.nights(since, market.now())
  for (const listing of market.listings())
    await dice.one([nothing, split, split, recordDividend, rename])(world, listing)
}

const nothing = (): Promise<void> => Promise.resolve()

/** Ratios of which few shares become many, many few, and some leave a fraction. */
const RATIOS = [
  { from: 1n, to: 2n },
  { from: 2n, to: 3n },
  { from: 1n, to: 10n },
  { from: 2n, to: 1n },
  { from: 10n, to: 1n },
  { from: 7n, to: 3n },
] as const

const sharesOf = ({ model }: World, customer: CustomerId, listing: ListingId): bigint =>
  (model.accounts.get(customer)?.lots.get(listing) ?? []).reduce((sum, { left }) => sum + left, 0n)

/** A split of a listing in the night: of each position, and of the open orders. */
async function split(world: World, listing: ListingId): Promise<void> {
  const { dice, market, model, house, customers } = world
  const ratio = dice.one(RATIOS)
  const close = market.source.quoteAt(listing, market.now())?.last ?? null
  count(world, ratio.to > ratio.from ? 'split' : 'reverse split')
  for (const customer of customers) {
    if ((sharesOf(world, customer, listing) * ratio.to) % ratio.from !== 0n) count(world, 'fraction of a split')
    await house.split(customer, { listing, ratio, close })
  }
  countChanged(world, 'adjusted by a split', () => model.split({ listing, ...ratio, close }))
  market.split(listing, ratio)
}

/** Counts the open orders that an action changes. */
function countChanged(world: World, what: string, act: () => void): void {
  const { model, live } = world
  const changes = new Map([...model.orders.values()].map((order) => [order, order.changes]))
  act()
  for (const id of [...live.values()].flatMap((ids) => [...ids])) {
    const order = model.orders.get(id)
    if (order && order.changes > (changes.get(order) ?? 0)) count(world, `${order.side} ${what}`)
  }
}

/** A dividend whose record instant is now. It is paid during a later session, or at the latest in the next night. */
function recordDividend(world: World, listing: ListingId): Promise<void> {
  const { dice, market, model, due } = world
  const amount: PriceE4 = priceE4(BigInt(dice.one([1, dice.between(1, 300), dice.between(300, 30_000)])))
  due.push({
    dividend: { listing, amount, recordAt: market.now() },
    ofModel: model.recordDividend({ listing, amount }),
  })
  return Promise.resolve()
}

/** Pays the dividends that are due. */
export function payDividends(world: World): Promise<void> {
  const { model, house, customers, due } = world
  for (const { dividend, ofModel } of due.splice(0)) {
    for (const customer of customers) {
      const [then, now] = [ofModel.entitled.get(customer) ?? 0n, sharesOf(world, customer, dividend.listing)]
      if (then > now) count(world, 'dividend on sold shares')
      if (now > then) count(world, 'no dividend on new shares')
      if (then > 0n) count(world, `dividend in ${dividend.listing.split(':')[0]}`)
      house.payDividend(customer, dividend)
    }
    model.payDividend(ofModel)
  }
  return Promise.resolve()
}

/** A new ticker of a listing in the night, for positions and open orders. */
async function rename(world: World, listing: ListingId): Promise<void> {
  const { market, model, house, customers } = world
  const successor = market.rename(listing)
  if (successor === null) return
  count(world, 'new ticker')
  for (const customer of customers) {
    if (sharesOf(world, customer, listing) > 0n) count(world, 'position with a new ticker')
    await house.rename(customer, listing, successor)
  }
  countChanged(world, 'with a new ticker', () => model.rename({ listing, successor }))
}
