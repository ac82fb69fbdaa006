import { isRefused } from '@lonja/core/base/refusal'
import { priceSale } from '@lonja/core/options/model.rules'
import type { OptionEvent } from '@lonja/core/options/options.rules'
import { BEFORE_ALL_IDS } from '../base/ids.ts'
import type { Db } from '../database/db.ts'
import { NAMED_MOST } from '../ledger/laws.verify.ts'
import type { AgainstLaw, Breach } from '../ledger/ledger.verify.ts'
import type { PastMarket } from '../market/market.past.shape.ts'
import { saleFactsOf, sessionOf, settlingOf, strikeOf } from './events.actions.ts'
import { stored, type StoredEvent } from './evidence.ts'
import { betOf } from './options.actions.ts'
import { listEndedOptions, type OptionEnding, type OptionRow } from './options.store.ts'

export const OPTION_LAWS = {
  option_events:
    'the strike of each option is of the first quote of its market after the entry, it is settled on the last ten before its expiry, and a sale has the price of the model',
} as const

/** The result of the check: the options worked out anew, those whose events are unknown, and the faults. */
export interface OptionsCheck {
  readonly checked: number
  readonly unchecked: number
  readonly breaches: readonly Breach[]
}

const AT_ONCE = 500
const FIRST = { customer: BEFORE_ALL_IDS, id: BEFORE_ALL_IDS }

/** Works out anew from the market which events ended each option. */
export async function checkOptions(db: Db, past: PastMarket): Promise<OptionsCheck> {
  const rows: AgainstLaw[] = []
  let [checked, unchecked] = [0, 0]
  let behind: Readonly<Record<'customer' | 'id', string>> = FIRST
  for (;;) {
    const after = behind
    const page = await db.read((tx) => listEndedOptions(tx, after, AT_ONCE))
    for (const option of page) {
      const { customer, id, end } = option
      if (end === null) continue
      if (past.unchecked(option.marketAt, Math.min(option.expiresAt, end.evidence.model?.at ?? Infinity)) !== null) {
        unchecked++
        continue
      }
      checked++
      const differs = end.how === 'sold' ? saleDifference(option, end, past) : eventsDifference(option, end, past)
      if (differs !== null) rows.push({ customer, number: null, causeKind: 'option', cause: id, differs })
    }
    const last = page.at(-1)
    if (page.length < AT_ONCE || !last) break
    behind = last
  }
  const law = OPTION_LAWS.option_events
  const breaches = [{ code: 'option_events', law, cases: rows.length, rows: rows.slice(0, NAMED_MOST) }]
  return { checked, unchecked, breaches: rows.length > 0 ? breaches : [] }
}

const textOf = (events: readonly (StoredEvent | null)[]): string => JSON.stringify(events)
const storedOrNull = (event: OptionEvent | null): StoredEvent | null => event && stored(event)

function eventsDifference(option: OptionRow, { evidence }: OptionEnding, past: PastMarket): string | null {
  const stated = textOf([evidence.strike, ...evidence.events])
  const anew = textOf([storedOrNull(strikeOf(past, option)), ...settlingOf(past, option).map(stored)])
  return stated === anew ? null : `by its evidence ${stated}, by its market ${anew}`
}

function saleDifference(option: OptionRow, { evidence, paid }: OptionEnding, past: PastMarket): string | null {
  const { model, strike, events } = evidence
  if (!model) return 'a sale without the inputs of its model'
  const sale = priceSale(betOf(option), saleFactsOf(past, option, model.at, sessionOf(past, option)))
  if (isRefused(sale)) return `sold at ${model.at}, when there was no price`
  const stated = `${textOf([strike, ...events])} ${model.chance} ${model.value} ${paid}`
  const anew = `${textOf([stored(sale.strike), stored(sale.quote)])} ${sale.chance} ${sale.value} ${sale.paid}`
  return stated === anew ? null : `by its evidence ${stated}, by its market ${anew}`
}
