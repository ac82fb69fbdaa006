import { isRefused, refuse } from '@lonja/core/base/refusal'
import {
  enterOption,
  listOptions,
  readOption,
  readOptionTerms,
  sellOption,
  setOptionLimit,
} from '@lonja/core/options/options.contract'
import { MINUTE } from '@lonja/core/base/instant'
import {
  OPTION_TERMS_VERSION,
  OPTIONS_PAGE,
  STAKE_LEAST,
  houseResult,
  offReason,
  type HouseSums,
} from '@lonja/core/options/options.rules'
import { cacheFor } from '../base/cache.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'
import { placeIn } from '../door/cursors.ts'
import { onRead, onWrite, type Route } from '../door/serve.ts'
import { isNamedBySeat } from '../staff/seats.store.ts'
import { sumEndedOptions } from './exposure.store.ts'
import { TOLD, enter, freeEurOf, limitNow, sell, setLimit, type OptionParts } from './options.actions.ts'
import { findOption, listOptionRows, sumOptions } from './options.store.ts'
import { detailReply, limitReply, optionNumber, optionReply, termsReply, winReply } from './replies.actions.ts'

/** The customer's calls on binary options. */
export const optionsRoutes = (parts: OptionParts): Route[] => [...readRoutes(parts), ...writeRoutes(parts)]

const NEWEST = { at: Number.MAX_SAFE_INTEGER, id: PAST_ALL_IDS }

/** The sums of the house read the whole table, so they are at most a minute old. */
const readRoutes = ({ market }: OptionParts, ended = cacheFor<HouseSums>(MINUTE)): Route[] => [
  onRead(readOptionTerms, async ({ tx, customer, now }) => ({
    off: offReason(market.name),
    ofSeat: await isNamedBySeat(tx, customer),
    terms: termsReply(OPTION_TERMS_VERSION),
    least: STAKE_LEAST,
    limit: limitReply(await limitNow(tx, customer, now)),
    free: await freeEurOf(tx, customer),
    totals: await sumOptions(tx, customer),
    house: houseResult(await ended(now, () => sumEndedOptions(tx)).value),
  })),

  onRead(listOptions, async ({ tx, customer, language }, { cursor, limit = OPTIONS_PAGE }) => {
    const list = await listOptionRows(tx, customer, placeIn(cursor) ?? NEWEST, limit + 1)
    const rows = list.slice(0, limit).map((option) => optionReply(option, { market, language }))
    const last = list.length > limit ? rows.at(-1) : undefined
    return { rows, cursor: last ? `${last.at}.${last.id}` : null }
  }),

  onRead(readOption, async ({ tx, customer, language, now }, { id }) => {
    const option = await findOption(tx, customer, id)
    if (!option) return refuse('unknown_option')
    return {
      ...detailReply(option, { market, language }),
      limit: limitReply(await limitNow(tx, customer, now)),
      totals: await sumOptions(tx, customer),
    }
  }),
]

const writeRoutes = (parts: OptionParts): Route[] => [
  onWrite(enterOption, async ({ tx, customer, now, publish }, form) => {
    const option = await enter(tx, parts, { customer, now }, form)
    if (isRefused(option)) return option
    publish(...TOLD)
    const { id, stake, at, expiresAt } = option
    return { id, number: optionNumber(id), stake, win: winReply(option), at, expiresAt }
  }),

  onWrite(sellOption, async ({ tx, customer, now, publish }, form) => {
    const sale = await sell(tx, parts, { customer, now }, form)
    if (isRefused(sale)) return sale
    publish(...TOLD)
    return sale
  }),

  onWrite(setOptionLimit, async ({ tx, customer, now, publish }, { limit }) => {
    const after = await setLimit(tx, { customer, now }, limit)
    if (isRefused(after)) return after
    publish('options')
    return limitReply(after)
  }),
]
