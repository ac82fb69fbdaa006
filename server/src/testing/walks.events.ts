import { isCurrency } from '@lonja/core/base/amount'
import { listEvents } from '@lonja/core/ledger/events.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import * as z from 'zod/mini'
import type { TestHouse } from './house.ts'
import type { Walker } from './walks.people.ts'

type Row = ReplyOf<typeof listEvents>['rows'][number]

/** Pages of an odd size, so that their ends fall everywhere. */
const PAGE = '3'

/**
 * The fund flow of a customer as their screen reads it, page by page: the effects of all rows add up to what is free,
 * each row leaves what it and those below it add up to, and no event stands twice.
 */
export async function wrongEventsOf(
  house: TestHouse,
  who: Walker,
  freeOf: (currency: string) => bigint,
): Promise<string[]> {
  const rows = await allEventsOf(house, who)
  const assets = new Set(['EUR', 'USD', ...rows.map(({ effect }) => effect.asset)])
  return [...assets].flatMap((asset) => {
    const own = rows.filter(({ effect }) => effect.asset === asset).toReversed()
    const causes = new Set(own.map(({ causeKind, cause, name }) => (cause === null ? name : `${causeKind} ${cause}`)))
    let left = 0n
    const missed = own.filter((row) => {
      left += row.effect.units
      return row.left.units !== left
    })
    return [
      ...(isCurrency(asset) && left !== freeOf(asset) ? [`the events add up to ${left} ${asset}`] : []),
      ...missed.map((row) => `event ${row.id} leaves ${row.left.units} ${asset}`),
      ...(causes.size === own.length ? [] : [`${own.length} rows are ${causes.size} events`]),
    ]
  })
}

/** All events of a customer, newest first. */
export async function allEventsOf(house: TestHouse, { token }: Pick<Walker, 'token'>, input = {}): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const request: object = { ...input, limit: PAGE, ...(cursor === null ? {} : { cursor }) }
    const { data } = await house.ask(listEvents, request, { token })
    const page = z.decode(listEvents.reply, data as never)
    rows.push(...page.rows)
    cursor = page.cursor
  } while (cursor !== null)
  return rows
}
