import type { Amount } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import { emptyBalance, freeLine, move, type Balance, type Entry, type Posting } from '@lonja/core/ledger/ledger.rules'
import type { Book } from '../base/book.ts'
import type { Tx } from '../base/db.ts'
import { newId } from '../base/ids.ts'
import { balances, entries, findBalance, saveMoves } from './ledger.store.ts'

/** Put a posting into a batch's book: each line moves its balance and leaves an entry. */
export function post(book: Book, { lines, ...posting }: Posting): void {
  const shelf = book.on(balances)
  for (const line of lines) {
    const key = { customer: posting.customer, asset: line.asset }
    const moved = move(shelf.find(key) ?? emptyBalance(key.customer, key.asset), posting, line)
    shelf.put(moved.balance)
    book.append(entries, moved.entry)
  }
}

/** The same for an ordinary write, which has locked the customer: reads the balances, moves, saves. */
export async function postNow(tx: Tx, { lines, ...posting }: Posting): Promise<void> {
  const changed = new Map<string, Balance>()
  const made: Entry[] = []
  for (const line of lines) {
    const { customer } = posting
    const before = changed.get(line.asset) ?? (await findBalance(tx, customer, line.asset))
    const moved = move(before ?? emptyBalance(customer, line.asset), posting, line)
    changed.set(line.asset, moved.balance)
    made.push(moved.entry)
  }
  await saveMoves(tx, [...changed.values()], made, { id: newId(), at: posting.at })
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
