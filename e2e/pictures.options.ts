import * as z from 'zod/mini'
import { priceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listOptions, readOption, readOptionTerms, type OptionState } from '@lonja/core/options/options.contract'
import { OPTION_TERMS, OPTION_TERMS_VERSION, expectedLossBps, winOf } from '@lonja/core/options/options.rules'
import { newId } from './client.ts'
import { opened, type Alteration, type PictureScreen } from './pictures.entry.ts'

/*
 * Binary options: the form with the market's own line, an option that was entered by it, and options in every state. The answers
 * that come by time are given instead, in the form of the wire.
 */

type Facts = ReplyOf<typeof readOptionTerms>
type Story = ReplyOf<typeof readOption>

const MINUTE = 60_000
const NOW = Date.now()
const RULES = OPTION_TERMS[OPTION_TERMS_VERSION]
const terms = { version: OPTION_TERMS_VERSION, ...RULES, lossBps: expectedLossBps(RULES) }
const STAKE = 50_00n
const limit: Facts['limit'] = { limit: 100_00n, next: null, most: 1_000_00n, staked: 50_00n, left: 50_00n }
const totals: Facts['totals'] = { count: 15, staked: 750_00n, paid: 564_00n, won: 6, lost: 9, returned: 0, sold: 0 }

const facts = (more: Partial<Facts> = {}): Alteration => ({
  path: readOptionTerms.path,
  instead: z.encode(readOptionTerms.reply, { off: null, ofSeat: false, terms, least: 1_00n, limit, free: 12_418_36n, totals, house: { count: 4_812, resultBps: -588 }, ...more }), // prettier-ignore
})

const eventAt = (at: number, mid: bigint) => ({
  at,
  bid: priceE4(mid - 100n),
  ask: priceE4(mid + 100n),
  mid: priceE4(mid),
})
const ENDED_AT = NOW - 2 * MINUTE
const LAST = [174_400n, 174_500n, 174_400n, 174_300n, 174_400n, 174_500n, 174_600n, 174_500n, 174_300n, 174_400n]
const quotes = LAST.map((mid, n) => eventAt(ENDED_AT - (LAST.length - 1 - n) * 1_000, mid))
const strike = eventAt(ENDED_AT - 15 * MINUTE + 1_000, 174_600n)
const sale = {
  paid: 17_10n,
  value: 18_20n,
  chance: 193_618,
  volatility: 400,
  quote: eventAt(ENDED_AT - 5 * MINUTE, 174_400n),
}

const PAID: Readonly<Record<OptionState, bigint | null>> = {
  running: null,
  won: winOf(STAKE, RULES),
  lost: 0n,
  tied: STAKE,
  refunded: STAKE,
  sold: sale.paid,
}

const ID = newId()
function option(state: OptionState): Story {
  const isSold = state === 'sold'
  const isRefunded = state === 'refunded'
  const events = isSold || state === 'running' ? [] : isRefunded ? quotes.slice(0, 7) : quotes
  return {
    id: ID,
    number: 'OP-118234',
    listing: 'XMAD:LGM',
    company: 'Lagomar',
    venue: 'XMAD',
    currency: 'EUR',
    side: state === 'won' ? 'down' : 'up',
    life: '15minutes',
    state,
    stake: STAKE,
    win: winOf(STAKE, RULES),
    terms,
    at: ENDED_AT - 15 * MINUTE,
    marketAt: ENDED_AT - 15 * MINUTE,
    expiresAt: state === 'running' ? NOW + 8 * MINUTE : ENDED_AT,
    endedAt: state === 'running' ? null : isSold ? ENDED_AT - 5 * MINUTE : ENDED_AT,
    paid: PAID[state],
    strike: state === 'tied' ? quotes[0]! : strike,
    events: state === 'tied' ? quotes.map(({ at }) => eventAt(at, 174_400n)) : events,
    mean: events.length > 0 ? priceE4(state === 'tied' ? 174_400n : 174_430n) : null,
    sale: isSold ? sale : null,
    sellableUntil: ENDED_AT - 20_000,
    limit,
    totals,
  }
}

const one = (of: Story): Alteration => ({ path: readOption.path, instead: z.encode(readOption.reply, of) })
const STATES: readonly OptionState[] = ['won', 'lost', 'tied', 'refunded', 'sold']
const records: Alteration = {
  path: listOptions.path,
  instead: z.encode(listOptions.reply, {
    rows: (['running', ...STATES] as const).map((state) => ({ ...option(state), id: newId() })),
    cursor: null,
  }),
}

const OPTIONS = '/subPackages/home/options/options'
const FORM = `${OPTIONS}?listing=XMAD:LGM`
const ONE = `/subPackages/home/options/detail?id=${ID}`
const ENTER = '[data-dock] button[data-look=filled]'
/** The button of a sale, once the option has a price: that of the entry is filled. */
const SELL = '[data-dock] button[data-look=outline]'
const full = { who: 'person', states: ['full'] } as const
const stake = (text: string) => ({ into: 'main input[inputmode=decimal]', text })

/** The screens of options: the form, one that runs, and those that have ended. */
export const OPTION_SCREENS: readonly PictureScreen[] = [
  { name: 'options', path: OPTIONS, who: 'person', states: ['empty', 'loading', 'failed'] },
  { name: 'options-records', path: OPTIONS, ...full, alters: [facts(), records] },
  { name: 'options-replay', path: OPTIONS, ...full, alters: [facts({ off: 'replay' }), records] },
  { ...opened('option-entry', FORM, stake('50')) },
  { ...opened('option-entry-wrong', FORM, stake('101')) },
  { ...opened('option-limit', OPTIONS, ['options', 'changeLimit']) },
  { ...opened('option-running', FORM, stake('20'), ENTER) },
  { ...opened('option-formula', FORM, stake('10'), ENTER, ['options', 'formula']) },
  { ...opened('option-selling', FORM, stake('5'), ENTER, SELL) },
  { name: 'option-one', path: ONE, who: 'person', states: ['loading', 'failed'] },
  { name: 'option-unknown', path: ONE, ...full },
  ...STATES.map((state) => ({ name: `option-${state}`, path: ONE, ...full, alters: one(option(state)) })),
]
