import * as z from 'zod/mini'
import { cents, eur, priceE4, usd, wholeShares } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import {
  listBlockApplications,
  listBlockOffers,
  listBlockPurchases,
  readBlock,
  type BlockState,
} from '@lonja/core/blocks/blocks.contract'
import { blockCost, blockHold, blockPrice } from '@lonja/core/blocks/blocks.rules'
import { blockTermsHash, blockTermsText, type BlockTerms } from '@lonja/core/blocks/terms.text'
import { newId } from './client.ts'
import { opened, type Alteration, type PictureScreen } from './pictures.entry.ts'

/*
 * Block offers, and applications and purchases in every state. A block is locked for days, so the answers of the house are given
 * instead, in the form of the wire.
 */

type Offers = ReplyOf<typeof listBlockOffers>
type Offer = Offers['rows'][number]
type Block = ReplyOf<typeof readBlock>
type Purchase = NonNullable<Block['purchase']>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.now()

const TERMS: BlockTerms = {
  offer: '019a9000-0000-7000-8000-0000000000b1',
  listing: 'XMAD:TRQ',
  discountBps: 400,
  shares: wholeShares(100_000n),
  least: wholeShares(1_000n),
  most: wholeShares(5_000n),
  lockDays: 30,
  endsAt: NOW + 5 * DAY,
}
const FEES = { feeTable: 2, feeBps: 10, feeLeast: { EUR: cents(1n), USD: cents(1n) }, rounding: 'against_customer', next: null } as const // prettier-ignore
const ASK = priceE4(67_300n)
const PRICE = blockPrice(ASK, TERMS.discountBps)
const SHARES = wholeShares(1_000n)
const CAP = priceE4(70_000n)
const HELD = blockHold(TERMS.listing, SHARES, CAP, FEES.feeTable)
const BOUGHT = blockCost(TERMS.listing, SHARES, PRICE, FEES.feeTable)
const PAID = BOUGHT.cost + BOUGHT.fee

const FIELDS = {
  offer: TERMS.offer,
  offerNumber: 'O-021448',
  listing: TERMS.listing,
  company: 'Torque Ibérico',
  venue: 'XMAD',
  currency: 'EUR',
  discountBps: TERMS.discountBps,
  lockDays: TERMS.lockDays,
} as const

const offer = (more: Partial<Offer> = {}): Offer => ({
  ...FIELDS,
  state: 'open',
  withdrawal: null,
  shares: TERMS.shares,
  least: TERMS.least,
  most: TERMS.most,
  left: 84_500n,
  mostNow: TERMS.most,
  endsAt: TERMS.endsAt,
  applications: 31,
  ask: ASK,
  price: PRICE,
  quotedAt: NOW,
  last: ASK,
  priceAfter: NOW + 3 * HOUR,
  termsHash: blockTermsHash(TERMS),
  terms: blockTermsText(TERMS),
  ...more,
})

/** An offer of New York with a long name, whose price a share has no part of a cent. */
const american: Partial<Offer> = {
  offer: newId(),
  offerNumber: 'O-018201',
  listing: 'XNYS:GSI',
  company: 'Gainsford & Shelby Instruments',
  venue: 'XNYS',
  currency: 'USD',
  ask: priceE4(1_250_000n),
  price: blockPrice(priceE4(1_250_000n), TERMS.discountBps),
}

const offers = (rows: Offer[], more: Partial<Offers> = {}): Alteration => ({
  path: listBlockOffers.path,
  instead: z.encode(listBlockOffers.reply, {
    rows,
    cursor: null,
    outcomes: { count: 12, leastBps: -1_421, mostBps: 905, lost: 7 },
    discounts: { leastBps: 100, mostBps: 1_000 },
    free: [eur(12_418_36n), usd(0n)],
    fees: FEES,
    dueHours: 24,
    ...more,
  }),
})

const value = 6_310_00n
const PURCHASE: Purchase = {
  ...FIELDS,
  id: newId(),
  number: '7K2M91QX',
  lot: newId<'lot'>(),
  state: 'hold',
  shares: SHARES,
  left: SHARES,
  price: PRICE,
  cost: cents(PAID),
  fee: BOUGHT.fee,
  boughtAt: NOW - 2 * DAY,
  evidence: { source: 'practice', at: NOW - 2 * DAY, ask: ASK },
  until: NOW + 28 * DAY + 32 * MINUTE,
  freedAt: null,
  value: cents(value),
  estimated: cents(value - PAID),
  last: priceE4(63_100n),
  sold: 0n,
  sellPrice: null,
  realised: cents(0n),
}

const free: Partial<Purchase> = { boughtAt: NOW - 31 * DAY, until: NOW - DAY, freedAt: NOW - DAY }
const over: Partial<Purchase> = { ...free, left: 0n, value: null, estimated: null }
const PURCHASES = {
  hold: PURCHASE,
  free: { ...PURCHASE, ...free },
  sold: {
    ...PURCHASE,
    ...over,
    state: 'sold',
    sold: SHARES,
    sellPrice: priceE4(69_800n),
    realised: cents(6_980_00n - 6_98n - PAID),
  },
  'handed-back': { ...PURCHASE, ...over, state: 'handed_back' },
} as const satisfies Readonly<Record<string, Purchase>>

const reasonOf = (code: string, title: string, next: string) => ({ code, title, next })
const APPROVED = {
  granted: SHARES,
  approvedAt: NOW - 2 * DAY - 3 * HOUR,
  priceAfter: NOW + 3 * HOUR,
  reason: reasonOf('requirements_met', 'Cumple los requisitos', ''),
}
const END = { held: eur(0n), endedAt: NOW - HOUR }
const WITHDRAWAL = {
  at: NOW - HOUR,
  reason: reasonOf('company_event', 'Un hecho de la empresa cambia su valor', 'Puedes solicitar otra oferta.'),
}
const FEWER = wholeShares(600n)

/** The fields in which an application in a state differs from one that waits. */
const STATES: Readonly<Record<BlockState, Partial<Block>>> = {
  pending: {},
  in_review: {},
  offered: {
    offered: {
      shares: FEWER,
      hold: blockHold(TERMS.listing, FEWER, CAP, FEES.feeTable),
      seen: 'a1'.repeat(32),
      endsAt: NOW + 20 * HOUR,
    },
    reason: reasonOf('fewer_left', 'Quedan menos acciones', ''),
  },
  approved: APPROVED,
  bought: { ...APPROVED, ...END, priceAfter: NOW - 2 * DAY, purchase: PURCHASE },
  refused: { ...END, reason: reasonOf('not_admitted', 'No se admite esta solicitud', 'Puedes pedir menos acciones.') },
  cancelled: END,
  declined: END,
  expired: END,
  above_cap: {
    ...APPROVED,
    ...END,
    priceAfter: NOW - HOUR,
    aboveCap: { source: 'practice', at: NOW - HOUR, ask: priceE4(74_100n), price: blockPrice(priceE4(74_100n), 400) },
  },
  changed: { ...APPROVED, ...END },
  withdrawn: { ...END, withdrawal: WITHDRAWAL },
}

const block = (state: BlockState, more: Partial<Block> = {}): Block => ({
  ...FIELDS,
  id: PURCHASE.id,
  number: 'B-033812',
  state,
  shares: SHARES,
  cap: CAP,
  held: HELD,
  at: NOW - 3 * DAY,
  dueAt: NOW + DAY,
  offered: null,
  granted: null,
  approvedAt: null,
  priceAfter: null,
  reason: null,
  withdrawal: null,
  aboveCap: null,
  endedAt: null,
  purchase: null,
  ...STATES[state],
  ...more,
})

const detail = (own: Block): Alteration => ({ path: readBlock.path, instead: z.encode(readBlock.reply, own) })
const purchases: Alteration = {
  path: listBlockPurchases.path,
  instead: z.encode(listBlockPurchases.reply, {
    cursor: null,
    rows: Object.values(PURCHASES).map((each) => ({ ...each, id: newId() })),
  }),
}
const BLOCK_STATES = Object.keys(STATES) as BlockState[]
const applications: Alteration = {
  path: listBlockApplications.path,
  instead: z.encode(listBlockApplications.reply, {
    cursor: null,
    rows: BLOCK_STATES.map((state, n) => block(state, { id: newId(), at: NOW - n * DAY })),
  }),
}

const BLOCKS = '/subPackages/home/blockTrading/blockTrading'
const ONE = `${BLOCKS}?id=${PURCHASE.id}`
const APPLY = 'main section button[data-look=filled]'
const full = { who: 'person', states: ['full'] } as const
const without = { who: 'person', states: ['empty', 'loading', 'failed'] } as const
const [PURCHASES_TAB, APPLICATIONS_TAB] = [
  ['blocks', 'tabPurchases'],
  ['blocks', 'tabApplications'],
] as const

/** The screens of block trades: offers, the form, and applications and purchases in each state. */
export const BLOCK_SCREENS: readonly PictureScreen[] = [
  { name: 'blocks', path: BLOCKS, ...without },
  {
    name: 'blocks-offers',
    path: BLOCKS,
    ...full,
    alters: offers([offer(), offer({ ...american, state: 'sold_out', left: 0n, mostNow: 0n })]),
  },
  { name: 'blocks-first', path: BLOCKS, ...full, alters: offers([offer()], { outcomes: null }) },
  {
    name: 'blocks-ended',
    path: BLOCKS,
    ...full,
    alters: offers([offer({ ...american, state: 'ended', endsAt: NOW - DAY, ask: null, price: null })]),
  },
  {
    name: 'blocks-withdrawn',
    path: BLOCKS,
    ...full,
    alters: offers([offer({ state: 'withdrawn', withdrawal: WITHDRAWAL }), offer({ ...american })]),
  },
  { ...opened('blocks-apply', BLOCKS, APPLY), alters: offers([offer()]) },
  {
    ...opened('blocks-apply-wrong', BLOCKS, APPLY, { into: 'dialog input >> nth=0', text: '12' }, 'dialog [data-look=filled]'), // prettier-ignore
    alters: offers([offer()]),
  },
  { name: 'blocks-purchases', path: BLOCKS, ...without, press: [PURCHASES_TAB] },
  { ...opened('blocks-purchases-states', BLOCKS, PURCHASES_TAB), alters: purchases },
  { name: 'blocks-applications', path: BLOCKS, ...without, press: [APPLICATIONS_TAB] },
  { ...opened('blocks-applications-states', BLOCKS, APPLICATIONS_TAB), alters: applications },
  { name: 'block', path: ONE, who: 'person', states: ['loading', 'failed'] },
  { name: 'block-unknown', path: ONE, ...full },
  ...BLOCK_STATES.filter((state) => state !== 'bought').map((state) => ({
    name: `block-${state.replaceAll('_', '-')}`,
    path: ONE,
    ...full,
    alters: detail(block(state)),
  })),
  {
    name: 'block-approved-offer-withdrawn',
    path: ONE,
    ...full,
    alters: detail(block('approved', { withdrawal: WITHDRAWAL })),
  },
  { ...opened('block-withdraw', ONE, ['blocks', 'withdraw']), alters: detail(block('pending')) },
  ...Object.entries(PURCHASES).map(([name, purchase]) => ({
    name: `block-bought-${name}`,
    path: ONE,
    ...full,
    alters: detail(block('bought', { purchase })),
  })),
]
