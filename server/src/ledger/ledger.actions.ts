import type { Amount, Asset } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import {
  SIGN_UP_GRANT,
  emptyBalance,
  freeLine,
  houseLineFor,
  move,
  repaymentFor,
  type Balance,
  type Entry,
  type Line,
  type Posting,
} from '@lonja/core/ledger/ledger.rules'
import type { Book } from '../database/book.ts'
import { newId } from '../base/ids.ts'
import { balances, houseEntries, findLastEntry, lastEntries, listPlacedBalances, saveMoves } from './ledger.store.ts'
import { postings } from './postings.store.ts'
import type { LockedTx } from '../database/locks.ts'

/** The number of a customer's next posting. The command must need `lastEntries` of the customer. */
export const nextPosting = (book: Book, customer: CustomerId): number =>
  (book.on(lastEntries).find({ customer })?.version ?? 0) + 1

/** The number of a customer's open orders after the last posting. The command must need `lastEntries` of the customer. */
export const openOrdersOf = (book: Book, customer: CustomerId): number =>
  book.on(lastEntries).find({ customer })?.openOrders ?? 0

/** The change of the number of a customer's open orders by a posting: its order begins, ends, or neither. */
export type OrderChange = 1 | 0 | -1

/** The lines that end a posting: in each currency that it moved, what is free pays what is owed. */
function repaymentsFor(lines: readonly Line[], balanceOf: (asset: Asset) => Balance): Line[] {
  const owed = new Set<Asset>()
  for (const { asset } of lines) if (balanceOf(asset).owed > 0n) owed.add(asset)
  return [...owed].map((asset) => repaymentFor(balanceOf(asset))).filter((line) => line !== null)
}

/**
 * Puts a posting into a batch's book: each line changes its balance and adds an entry and the house's line; what becomes
 * free pays a debt first. `opened` is the change of the number of open orders. `debts`: kept where another posting of the same
 * command holds again what becomes free.
 */
export function post(
  book: Book,
  { lines, ...of }: Posting,
  opened: OrderChange = 0,
  debts: 'paid' | 'kept' = 'paid',
): void {
  const { customer } = of
  const balanceTable = book.on(balances)
  const posting = nextPosting(book, customer)
  const entries: Entry[] = []
  const balanceOf = (asset: Asset): Balance => balanceTable.find({ customer, asset }) ?? emptyBalance(customer, asset)
  const add = (line: Line): void => {
    const moved = move(balanceOf(line.asset), of, line, { version: posting + entries.length, posting })
    balanceTable.put(moved.balance)
    entries.push(moved.entry)
    const house = houseLineFor(moved.entry)
    if (house) book.append(houseEntries, house)
  }
  lines.forEach(add)
  if (debts === 'paid') repaymentsFor(lines, balanceOf).forEach(add)
  const openOrders = openOrdersOf(book, customer) + opened
  assert(openOrders >= 0, 'no more orders end than began')
  book.append(postings, { entries, openOrders })
  book.on(lastEntries).put({ customer, version: posting + entries.length - 1, openOrders })
}

/**
 * Writes a posting in an ordinary write: reads the balances, changes and saves them; what becomes free pays a debt
 * first. Returns the posting's number. `opened` is the change of the number of open orders.
 */
export async function postNow(tx: LockedTx, { lines, ...of }: Posting, opened: OrderChange = 0): Promise<number> {
  const { customer } = of
  const last = await findLastEntry(tx, customer)
  const posting = last.version + 1
  const before = new Map((await listPlacedBalances(tx, customer)).map((placed) => [placed.value.asset, placed]))
  const after = new Map<Asset, Balance>()
  const entries: Entry[] = []
  const balanceOf = (asset: Asset): Balance =>
    after.get(asset) ?? before.get(asset)?.value ?? emptyBalance(customer, asset)
  const add = (line: Line): void => {
    const moved = move(balanceOf(line.asset), of, line, { version: posting + entries.length, posting })
    after.set(line.asset, moved.balance)
    entries.push(moved.entry)
  }
  lines.forEach(add)
  repaymentsFor(lines, balanceOf).forEach(add)
  const moved = {
    added: [...after.values()].filter(({ asset }) => !before.has(asset)),
    changed: [...after.values()].flatMap((value) => {
      const row = before.get(value.asset)?.row
      return row === undefined ? [] : [{ value, row }]
    }),
    posting: { entries, openOrders: last.openOrders + opened },
    house: entries.map(houseLineFor).filter((line) => line !== null),
  }
  await saveMoves(tx, moved, { id: newId(), at: of.at })
  return posting
}

/**
 * Practice money for a new customer, from the house's account of grants. Asserts that the amount is above zero.
 */
export async function postGrant(tx: LockedTx, customer: CustomerId, amount: Amount, now: Instant): Promise<void> {
  assert(amount.units > 0n, 'a grant gives something')
  const lines = [freeLine('grant', 'grants', amount)]
  await postNow(tx, { customer, cause: SIGN_UP_GRANT, at: now, lines })
}
