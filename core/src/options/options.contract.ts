import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Cents, CurrencyCode, Id, Listing, Moment, Page, Price, VenueCode, pageOf } from '../base/wire.ts'

/** The guess: the mean of the last events is above the strike, or below it. */
export const OPTION_SIDES = ['up', 'down'] as const
export type OptionSide = (typeof OPTION_SIDES)[number]

/** The time from the entry to the expiry; `day` is until the session ends. */
export const OPTION_LIVES = ['minute', '5minutes', '15minutes', 'day'] as const
export type OptionLife = (typeof OPTION_LIVES)[number]

/**
 * The ends of an option: guessed right, guessed wrong, the mean equal to the strike, too few quotes, or sold back before its
 * expiry. The third and the fourth give the stake back.
 */
export const OPTION_ENDS = ['won', 'lost', 'tied', 'refunded', 'sold'] as const
export type OptionEnd = (typeof OPTION_ENDS)[number]

export const OPTION_STATES = ['running', ...OPTION_ENDS] as const
export type OptionState = (typeof OPTION_STATES)[number]

/** The reasons for which nobody can enter: the prices are recorded, or come from a feed. */
export const OPTIONS_OFF = ['replay', 'feed'] as const
export type OptionsOff = (typeof OPTIONS_OFF)[number]

const Terms = z.object({
  version: z.int(),
  /** The addition of a right guess to the stake, and the loss of 100 on average, in basis points. */
  payoutBps: z.int(),
  lossBps: z.int(),
  /** The part of the model's value that the house keeps of an option that is sold back. */
  sellEdgeBps: z.int(),
})

/** A quote event with the middle between bid and ask, which is rounded half to even where it is no whole ten-thousandth. */
const Event = z.object({ at: Moment, bid: Price, ask: Price, mid: Price })

/** All options of a customer that have ended. */
const Totals = z.object({
  count: z.int(),
  staked: Cents,
  paid: Cents,
  won: z.int(),
  lost: z.int(),
  /** Those whose stake was given back, and those that were sold back. */
  returned: z.int(),
  sold: z.int(),
})

/** The limit of stakes a day, what is staked today, and what both leave. */
const Limit = z.object({
  limit: Cents,
  /** A higher one that takes effect later. */
  next: z.nullable(z.object({ limit: Cents, from: Moment })),
  most: Cents,
  staked: Cents,
  left: Cents,
})

/** The facts before an entry: whether options are offered, what they cost, the own limit and the own record. */
export const readOptionTerms = read({
  path: '/options/terms',
  caller: 'customer',
  summary: 'The terms of binary options, the own limit a day, and what the own options have come to',
  topics: ['options', 'balances'],
  input: z.strictObject({}),
  reply: z.object({
    /** Null while options can be entered. */
    off: z.nullable(z.enum(OPTIONS_OFF)),
    /** True if a seat of staff names this customer as its own account. */
    ofSeat: z.boolean(),
    terms: Terms,
    least: Cents,
    limit: Limit,
    free: Cents,
    totals: Totals,
    /** The result of all ended options of the house in basis points of their stakes; null while they, or their customers, are too few. */
    house: z.nullable(z.object({ count: z.int(), resultBps: z.int() })),
  }),
})

const OptionReply = z.object({
  id: Id,
  /** The number of the option, as the customer quotes it. */
  number: z.string(),
  listing: Listing,
  company: z.string(),
  venue: VenueCode,
  currency: CurrencyCode,
  side: z.enum(OPTION_SIDES),
  life: z.enum(OPTION_LIVES),
  state: z.enum(OPTION_STATES),
  stake: Cents,
  /** The cents that it pays if the guess is right. */
  win: Cents,
  terms: Terms,
  at: Moment,
  /** The market's clock at the entry: the first event after it makes the strike. */
  marketAt: Moment,
  expiresAt: Moment,
  endedAt: z.nullable(Moment),
  /** The cents that it paid; null while it runs. */
  paid: z.nullable(Cents),
})

/** The customer's options, newest first. */
export const listOptions = read({
  path: '/options/list',
  caller: 'customer',
  summary: 'Own options with their state, newest first',
  topics: ['options'],
  input: z.strictObject({ ...Page }),
  reply: pageOf(OptionReply),
})

/** The price at which it would be sold back, with the inputs of the model. */
const SaleReply = z.object({
  paid: Cents,
  value: Cents,
  /** The chance of winning by the model, in millionths, and the usual change of a minute, in millionths of the price. */
  chance: z.int(),
  volatility: z.int(),
  quote: Event,
})

/** One option with its strike, the events that settled it, and while it runs what it would come to now. */
export const readOption = read({
  path: '/options/one',
  caller: 'customer',
  summary: 'One option with its evidence, and what it would be sold for now',
  topics: ['options'],
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...OptionReply.shape,
    strike: z.nullable(Event),
    /** The events that settled it, oldest first, and their mean; none unless it has expired. */
    events: z.array(Event),
    mean: z.nullable(Price),
    /** The sale that ended it, or the one that is offered now; null where there is none. */
    sale: z.nullable(SaleReply),
    /** The last instant for a sale. */
    sellableUntil: Moment,
    limit: Limit,
    totals: Totals,
  }),
  refusals: ['unknown_option'],
})

/** Enter an option: the stake is held; strike, expiry and payout are fixed. */
export const enterOption = write({
  path: '/options/enter',
  caller: 'customer',
  restrictedFrom: 1,
  enters: 'options',
  key: 'id',
  summary: 'Enter a binary option; strike, expiry and payout are fixed then',
  input: z.strictObject({
    id: Id,
    listing: Listing,
    side: z.enum(OPTION_SIDES),
    life: z.enum(OPTION_LIVES),
    stake: Cents,
  }),
  reply: z.object({ id: Id, number: z.string(), stake: Cents, win: Cents, at: Moment, expiresAt: Moment }),
  refusals: [
    'options_off',
    'option_of_seat',
    'unknown_listing',
    'not_tradable',
    'never_quoted',
    'trading_paused',
    'day_public',
    'market_halted',
    'option_market_closed',
    'option_session_ends',
    'no_price',
    'price_stale',
    'option_stake',
    'option_limit',
    'insufficient_balance',
  ],
})

/** Sell an option back at the model's price, for at least what the customer has read. */
export const sellOption = write({
  path: '/options/sell',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Sell an option back before it expires, at the price of the model',
  input: z.strictObject({ id: Id, least: Cents }),
  reply: z.object({ id: Id, paid: Cents, at: Moment }),
  refusals: [
    'unknown_option',
    'option_ended',
    'trading_paused',
    'option_settling',
    'option_unpriced',
    'option_price_lower',
  ],
})

/** Set the own limit of stakes a day: a lower one at once, a higher one a day later. */
export const setOptionLimit = write({
  path: '/options/limit',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Set the limit of stakes a day: lower at once, higher a day later',
  input: z.strictObject({ limit: Cents }),
  reply: Limit,
  refusals: ['option_day_limit'],
})

export const optionsCalls = {
  readOptionTerms,
  listOptions,
  readOption,
  enterOption,
  sellOption,
  setOptionLimit,
} as const
