import { settle, endLines, type OptionEvent } from '@lonja/core/options/options.rules'
import { need } from '../database/book.ts'
import type { Command } from '../database/batch.ts'
import { post } from '../ledger/ledger.actions.ts'
import { balances, lastEntries } from '../ledger/ledger.store.ts'
import { appendNotice, needDevices } from '../notices/notices.actions.ts'
import { stored } from './evidence.ts'
import { betOf, noticeOfEnd, TOLD } from './options.actions.ts'
import { options, type NewOption, type OptionEnding } from './options.store.ts'

/** The events of an option that has expired. */
export interface SettlingEvents {
  readonly strike: OptionEvent | null
  readonly events: readonly OptionEvent[]
}

/** Settles an expired option on its events, once on however many servers. Answers whether this command did. */
export const settling = (
  { customer, id }: Pick<NewOption, 'customer' | 'id'>,
  { strike, events }: SettlingEvents,
): Command<boolean> => ({
  customer,
  topics: TOLD,
  needs: [
    need(options, { customer, id }),
    need(balances, { customer, asset: 'EUR' }),
    need(lastEntries, { customer }),
    needDevices(customer),
  ],
  decide: (book, laneAt) => {
    const option = book.on(options).find({ customer, id })
    // It was sold, or another server has settled it.
    if (!option || option.end !== null) return false
    // The clock of the server that entered it may be ahead of this server's.
    const now = Math.max(laneAt, option.at)
    const { end: how, paid } = settle(betOf(option), strike, events)
    const evidence = { strike: strike && stored(strike), events: events.map(stored) }
    const end: OptionEnding = { how, at: now, paid, evidence }
    post(book, { customer, cause: { kind: 'option', id }, at: now, lines: endLines(option.stake, { end: how, paid }) })
    book.on(options).put({ ...option, end })
    appendNotice(book, noticeOfEnd(option, end))
    return true
  },
})
