import type { Asset } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { aCustomer } from '@lonja/core/base/ids.testing'
import { isRefused } from '@lonja/core/base/refusal'
import type { DueDividend } from '@lonja/core/orders/actions.check'
import { openModel, type Model } from '@lonja/core/orders/model.check'
import type { CheckOrder } from '@lonja/core/orders/state.check'
import type { CheckTicket } from '@lonja/core/orders/tickets.check'
import type { Dividend } from './model.actions.testing.ts'
import { exitIdOf, idOf } from './model.ids.testing.ts'
import { houseInMemory, type HouseInMemory } from './model.house.testing.ts'
import { diceOf, walkedMarket, type Dice, type WalkedMarket } from './model.market.testing.ts'
import { sayAccount, sayOrder } from './model.says.testing.ts'

/* A market of a seed with a house and the model on it, and the comparison of both. */

const CUSTOMERS = 12
export const DIFFERENCES_MOST = 5

export interface Ears {
  readonly counts: Map<string, number>
  readonly differences: string[]
  readonly say: (line: string) => void
}

export interface World extends Ears {
  readonly seed: number
  readonly dice: Dice
  readonly market: WalkedMarket
  readonly house: HouseInMemory
  readonly model: Model
  readonly customers: readonly CustomerId[]
  /** Orders that had not ended when they were last compared, by customer. */
  readonly live: Map<CustomerId, Set<OrderId>>
  readonly placed: CheckTicket[]
  /** Dividends whose record instant is over, and which are not paid. */
  readonly due: { readonly dividend: Dividend; readonly ofModel: DueDividend }[]
  made: number
}

export function openWorld(seed: number, ears: Ears): World {
  const dice = diceOf(seed)
  const market = walkedMarket(dice)
  const [house, model] = [houseInMemory(market), openModel(market.check, exitIdOf)]
  const customers = Array.from({ length: CUSTOMERS }, (_customer, n) => aCustomer(idOf(1, n)))
  for (const [n, customer] of customers.entries()) {
    // Every second one has so little that leverage is all of the account.
    const most = n % 2 === 0 ? [50_000, 300_000] : [5_000_000, 900_000_000]
    const cash = (['EUR', 'USD'] as const).map((asset): [Asset, bigint] => [
      asset,
      BigInt(dice.one([0, dice.between(1, 100_000), ...most])),
    ])
    house.grant(customer, cash)
    model.grant(customer, cash)
  }
  const live = new Map(customers.map((customer) => [customer, new Set<OrderId>()]))
  return { ...ears, seed, dice, market, house, model, customers, live, placed: [], due: [], made: 0 }
}

export const count = ({ counts }: Pick<Ears, 'counts'>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)

/** Compares every customer of whom the house or the model says that something has changed. */
export function compare(world: World, name: string): void {
  const { house, model, market } = world
  world.made++
  const changed = [...new Set([...house.changed, ...model.changed])].toSorted()
  house.changed.clear()
  model.changed.clear()
  world.say(`${name} ${market.now()}`)
  for (const exit of model.attached.splice(0)) {
    world.live.get(exit.customer)?.add(exit.id)
    count(world, `attached ${namesOf(exit)}`)
  }
  for (const customer of changed) {
    const live = world.live.get(customer) ?? new Set()
    for (const id of live) {
      compareOrder(world, name, customer, id)
      const order = model.orders.get(id)
      if (!order || (order.state !== 'working' && order.state !== 'part_filled')) {
        live.delete(id)
        if (order) countEnd(world, order)
      }
    }
    differ(world, `${name}, account of ${customer}`, house.sayAccount(customer), sayAccount(model, customer))
    if ([...(model.accounts.get(customer)?.owed.values() ?? [])].some((units) => units > 0n)) count(world, 'debts')
  }
}

export function compareAll(world: World): void {
  for (const { closings } of world.model.accounts.values())
    for (const { type } of closings) count(world, `closed by ${type}`)
  countAttached(world)
  for (const { customer, id } of world.model.orders.values()) compareOrder(world, 'the end', customer, id)
  for (const customer of world.customers)
    differ(
      world,
      `the end, account of ${customer}`,
      world.house.sayAccount(customer),
      sayAccount(world.model, customer),
    )
}

const compareOrder = (world: World, name: string, customer: CustomerId, id: OrderId): void =>
  differ(world, `${name}, order ${id}`, world.house.sayOrder(customer, id), sayOrder(world.model.orders.get(id)))

export function differ(world: World, what: string, house: string, model: string): void {
  world.say(`${what}: ${house}`)
  if (house !== model)
    world.differences.push(`seed ${world.seed}, command ${world.made}: ${what}\n house ${house}\n model ${model}`)
}

const PRICES = ['limit', 'stop', 'trailBps', 'profit'] as const
const namesOf = (exit: CheckOrder): string => PRICES.filter((name) => exit[name] !== null).join(' ')

/** Counts the ways of exits that were attached to buys. */
function countAttached(world: World): void {
  const exits = [...world.model.orders.values()].filter(({ ofBuy }) => ofBuy !== null)
  for (const exit of exits) {
    const buy = exit.ofBuy === null ? undefined : world.model.orders.get(exit.ofBuy)
    count(world, `attached ${exit.state}${exit.reason === null ? '' : ` ${exit.reason}`}`)
    if (exit.changes > 0) count(world, 'attached changed')
    if (buy && buy.fills.length > 1 && exit.changes > 0) count(world, 'attached and grown')
    if (buy && buy.exitOrder !== exit.id) count(world, 'attached again')
    if (exit.reason === 'by_customer' && buy?.fills.at(-1)?.at !== exit.placedAt) count(world, 'attached no more')
    if (buy && buy.leverage > 1n) count(world, 'attached with leverage')
  }
}

function countEnd(world: World, { fills, state, reason, timeInForce, isOfHouse }: CheckOrder): void {
  count(world, `${timeInForce} ${state}${reason === null ? '' : ` ${reason}`}`)
  if (isOfHouse) count(world, `close-out ${state}`)
  if (reason === 'closed_by_hand') count(world, 'taken over')
  if (fills.length > 1) count(world, 'several fills')
  if (fills.some(({ paid }) => paid > 0n)) count(world, 'conversions')
}

/** Compares the answers of the house and of the model to a command. */
export function answered(world: World, what: string, answer: object, refused: string | null): void {
  const outcome = isRefused(answer) ? answer.refused : 'done'
  if (isRefused(answer)) count(world, `refused ${outcome}`)
  differ(world, what, outcome, refused ?? 'done')
}
