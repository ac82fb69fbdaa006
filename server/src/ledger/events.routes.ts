import { isCurrency } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { refuse } from '@lonja/core/base/refusal'
import { listEvents, readEvent } from '@lonja/core/ledger/events.contract'
import { eventsOf, mainKind, EVENTS_PAGE, type FundEvent } from '@lonja/core/ledger/events.rules'
import { onRead, type Route } from '../door/serve.ts'
import { findEntry } from './entries.store.ts'
import { listEntriesOfCauses, listEventsOf, type EventRow } from './events.store.ts'
import { entryPlace, linesOf, type Cause, type CauseFacts } from './ledger.replies.ts'

type Row = ReplyOf<typeof listEvents>['rows'][number]

/** The fund flow by events. */
export const eventsRoutes = ({ causesOf, causeOfGroup }: CauseFacts): Route[] => [
  onRead(listEvents, async ({ tx, customer }, input) => {
    const { asset = null, records, from = null, to = null, held, cursor, limit = EVENTS_PAGE } = input
    const causeKind = records ? causeOfGroup[records] : null
    const filter = { asset, causeKind, from, to, isHeld: held === 'yes', before: entryPlace(cursor) }
    const rows = await listEventsOf(tx, customer, filter, limit + 1)
    const page = rows.slice(0, limit)
    const causeFor = await causesOf(tx, customer, page)
    const entries = await listEntriesOfCauses(
      tx,
      customer,
      page.map(({ causeKind: kind, cause: id }) => ({ kind, id })),
    )
    const facts = new Map(eventsOf(entries).map((event) => [event.moved, event]))
    const last = page.at(-1)
    return {
      rows: page.flatMap((row) => {
        const known = facts.get(row.moved)
        return known ? eventReply(row, known, causeFor(row)) : []
      }),
      cursor: rows.length > limit && last ? `${last.moved}` : null,
    }
  }),

  onRead(readEvent, async ({ tx, customer }, { entry: number }) => {
    const entry = await findEntry(tx, customer, number)
    if (!entry) return refuse('not_found')
    const entries = await listEntriesOfCauses(tx, customer, [{ kind: entry.causeKind, id: entry.cause }])
    const postings = [...new Set(entries.map(({ posting }) => posting))]
    const steps = postings.map((posting) => {
      const own = entries.filter((each) => each.posting === posting)
      const name = mainKind(new Set(own.map(({ kind }) => kind)))
      return { posting, name, at: own[0]?.at ?? entry.at, lines: own.flatMap(linesOf) }
    })
    return { steps }
  }),
]

/** An event as its customer reads it: the figures are sums of the books, the name comes from its entries. */
function eventReply(
  { asset, effect, held, left, moved, cause, beganAt, movedAt }: EventRow,
  { name, state, shares }: Pick<FundEvent, 'name' | 'state' | 'shares'>,
  { listing, ...named }: Cause,
): Row {
  const of = (units: bigint) => ({ asset, units })
  return {
    id: `${moved}`,
    name,
    state,
    shares,
    effect: of(effect),
    held: of(held),
    left: of(left),
    cause,
    ...named,
    listing: isCurrency(asset) ? listing : asset,
    beganAt,
    movedAt,
  }
}
