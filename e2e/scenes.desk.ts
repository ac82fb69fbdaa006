import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { listQueue } from '@lonja/core/reviews.contract'
import { askFor, newId } from './client.ts'
import type { Seat } from './desk.ts'
import type { Welcome } from './house.ts'

/** A house with two seats that decide. */
export interface Desk {
  readonly house: Welcome
  readonly one: Seat
  readonly two: Seat
}

/** The review of a record, as the queue shows it. */
export async function reviewOf(url: string, { token }: Seat, record: string): Promise<string> {
  const [row] = (await askFor(url, listQueue, { find: record }, { token })).rows
  if (!row) throw new Error('What a customer asked for waits in its queue.')
  return row.id
}

/** A deposit of coins that waits for staff. */
export async function addCoins(url: string, token: string, amount: bigint): Promise<string> {
  const id = newId()
  const hash = `0x${newId().replaceAll('-', '').repeat(2)}`
  const sent = { currency: 'USDC', chain: 'polygon', amount, cash: 'EUR' } as const
  await askFor(url, submitDeposit, { id, ...sent, hash }, { token })
  return id
}
