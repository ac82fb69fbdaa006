import type { Amount, Asset } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import {
  emptyBalance,
  freeLine,
  houseLineFor,
  move,
  type Balance,
  type Entry,
  type Posting,
} from '@lonja/core/ledger/ledger.rules'
import type { Book } from '../base/book.ts'
import type { Tx } from '../base/db.ts'
import { newId } from '../base/ids.ts'
import { balances, entries, houseEntries, listBalances, saveMoves } from './ledger.store.ts'

/** Put a posting into a batch's book: each line moves its balance and leaves an entry, and the house's side of it. */
export function post(book: Book, { lines, ...posting }: Posting): void {
  const shelf = book.on(balances)
  for (const line of lines) {
    const key = { customer: posting.customer, asset: line.asset }
    const moved = move(shelf.find(key) ?? emptyBalance(key.customer, key.asset), posting, line)
    shelf.put(moved.balance)
    book.append(entries, moved.entry)
    const house = houseLineFor(moved.entry)
    if (house) book.append(houseEntries, house)
  }
}

/** The same for an ordinary write, which has locked the customer: reads the balances, moves, saves. */
export async function postNow(tx: Tx, { lines, ...posting }: Posting): Promise<void> {
  const { customer } = posting
  const before = new Map((await listBalances(tx, customer)).map((balance) => [balance.asset, balance]))
  const after = new Map<Asset, Balance>()
  const made: Entry[] = []
  for (const line of lines) {
    const balance = after.get(line.asset) ?? before.get(line.asset) ?? emptyBalance(customer, line.asset)
    const moved = move(balance, posting, line)
    after.set(line.asset, moved.balance)
    made.push(moved.entry)
  }
  const moved = {
    added: [...after.values()].filter(({ asset }) => !before.has(asset)),
    changed: [...after.values()].filter(({ asset }) => before.has(asset)),
    entries: made,
    house: made.map(houseLineFor).filter((line) => line !== null),
  }
  await saveMoves(tx, moved, { id: newId(), at: posting.at })
}

/**
 * Practice money for a new customer, from the house's account of grants. The caller holds the customer's lock, or has just
 * made it in the same transaction. Asserts that the amount is above zero.
 */
export async function postGrant(tx: Tx, customer: string, amount: Amount, now: Instant): Promise<void> {
  assert(amount.units > 0n, 'a grant gives something')
  const lines = [freeLine('grant', 'grants', amount)]
  await postNow(tx, { id: newId(), customer, cause: null, at: now, lines })
}
