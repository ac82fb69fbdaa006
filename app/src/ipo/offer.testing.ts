import { eur, priceE4, wholeShares } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { HOUR } from '@lonja/core/base/instant'
import { wholeLots } from '@lonja/core/ipo/terms.text'
import type { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { newId } from '@lonja/kit/ids'
import { accountFigures } from '../orders/market.testing.ts'
import type { Application, Offer, OwnApplication, WholeOffer } from './offer.ts'

export const NOW = Date.UTC(2026, 10, 20, 10)
export const OFFER = newId()

/** An open offer of a house with a crowd: 80,000 lots of 50 shares at 12.40 euros. */
export const offer = (more: Partial<Offer> = {}): Offer => ({
  id: OFFER,
  company: 'Marisma Acuicultura',
  sector: 'staples',
  listing: 'XMAD:MRA',
  venue: 'XMAD',
  currency: 'EUR',
  state: 'subscribing',
  price: priceE4(124_000n),
  lot: wholeShares(50n),
  lots: wholeLots(80_000n),
  most: wholeLots(20n),
  shares: wholeShares(4_000_000n),
  subscribed: 4_800n,
  customersLots: wholeLots(96n),
  crowdLots: null,
  opens: NOW - 3 * 24 * HOUR,
  closes: NOW + 8 * 24 * HOUR,
  draws: NOW + 10 * 24 * HOUR,
  delivers: NOW + 11 * 24 * HOUR,
  lists: NOW + 12 * 24 * HOUR,
  drawnAt: null,
  market: null,
  difference: null,
  returnBps: null,
  ...more,
})

export const whole = (more: Partial<WholeOffer> = {}): WholeOffer => ({
  ...offer(),
  termsHash: 'a1'.repeat(32),
  terms: 'lonja offer 1\n',
  prospectus: '[tur]\nMarisma Acuicultura\n\nCría de lubinas.\n\n[en]\nMarisma Aquaculture\n\nSea bass farms.\n',
  beacon: { kind: 'drand', chain: '52'.repeat(32), round: 4_812_330 },
  crowd: true,
  customersRoot: null,
  root: null,
  rootAt: null,
  withdrawal: null,
  postponements: [],
  application: null,
  money: [],
  ...more,
})

/** A running application for 10 lots. */
export const application = (more: Partial<Application> = {}): Application => ({
  id: newId(),
  number: 'S-0417',
  offer: OFFER,
  state: 'subscribed',
  ticket: 21_406,
  row: `21406 10 ${'7f'.repeat(32)}`,
  leaf: 'b7'.repeat(32),
  draw: '/index.php/ipo/draw',
  lots: wholeLots(10n),
  shares: wholeShares(500n),
  hold: eur(6_200_00n),
  at: NOW,
  changedAt: null,
  withdrawnAt: null,
  result: null,
  ...more,
})

/** 3 of its 10 lots, one by each of the three reasons. */
export const RESULT: Application['result'] = {
  place: 2_764,
  ballot: wholeLots(1n),
  proRata: wholeLots(1n),
  byPlace: wholeLots(1n),
  won: 150n,
  payable: eur(1_860_00n),
  due: eur(0n),
  refund: eur(4_340_00n),
}

export const record = (more: Partial<OwnApplication> = {}): OwnApplication => {
  const { company, listing, state, price, closes, draws, delivers, lists, drawnAt } = offer()
  const dates = { closes, draws, delivers, lists, drawnAt }
  return { ...application(), company, listing, offerState: state, price, ...dates, ...more }
}

/** The figures of a customer with these free euros, and no dollars. */
export const free = (units: bigint): ReplyOf<typeof readFigures> => ({
  byCurrency: [accountFigures('EUR', units), accountFigures('USD', 0n)],
  display: accountFigures('EUR', units),
  rate: null,
  margin: null,
  at: NOW,
  unpriced: [],
})
