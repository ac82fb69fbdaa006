import * as z from 'zod/mini'
import { listApplications } from '@lonja/core/applications/applications.contract'
import { statusFor } from '@lonja/core/applications/applications.rules'
import { eur, priceE4, usd, wholeShares } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { allottedOf, drawFor, leafOf, markOf, rowText } from '@lonja/core/ipo/draw.rules'
import { calmFacts } from '@lonja/core/ipo/draw.testing'
import { drawText } from '@lonja/core/ipo/draw.text'
import { listOffers, listOwnApplications, readOffer } from '@lonja/core/ipo/ipo.contract'
import { amountFor, settlementFor } from '@lonja/core/ipo/ipo.rules'
import { termsHash, termsText, wholeLots } from '@lonja/core/ipo/terms.text'
import { newId } from './client.ts'
import { firstDaysOf } from './pictures.firstdays.ts'
import { opened, type Alteration, type PictureScreen } from './pictures.entry.ts'

/* Offers in every state, by answers that are given in the form of the wire: from its opening to its listing an offer takes days. */

type Offer = ReplyOf<typeof listOffers>['rows'][number]
type WholeOffer = ReplyOf<typeof readOffer>
type Application = NonNullable<WholeOffer['application']>
type OwnApplication = ReplyOf<typeof listOwnApplications>['rows'][number]
type State = Offer['state']

const DAY = 24 * 3_600_000

/** The customer's own application in the draw: that of the fifth ticket. */
const OWN = '019a9000-0000-7000-8000-000000000077'
const FACTS = calmFacts({ beacon: { kind: 'seeds' } })
const DRAW = drawFor({ ...FACTS, customers: FACTS.customers.map((each, n) => (n === 4 ? { ...each, mark: markOf(OWN) } : each)) }) // prettier-ignore
const { terms } = DRAW.facts
const ROW = DRAW.drawn.find(({ mark }) => mark === markOf(OWN))!
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const ROOT = hexOf(DRAW.root.hash)
const CUSTOMERS = DRAW.facts.customers.reduce((sum, { lots }) => sum + lots, 0n)
const ASKED = DRAW.drawn.reduce((sum, { lots }) => sum + lots, 0n)

const BEGUN: readonly State[] = ['ended', 'drawn', 'listed']
const DRAWN: readonly State[] = ['drawn', 'listed']

/** The offer in a state. */
function offerIn(state: State, more: Partial<Offer> = {}): Offer {
  const { offer, company, sector, listing, price, lot, lots, most, opens, closes, draws, delivers, lists } = terms
  const isListed = state === 'listed'
  const crowdLots = BEGUN.includes(state) ? wholeLots(ASKED - CUSTOMERS) : null
  const customersLots = wholeLots(state === 'not_started' ? 0n : CUSTOMERS)
  return {
    id: offer,
    company,
    sector,
    listing,
    venue: 'XMAD',
    currency: 'EUR',
    state,
    price,
    lot,
    lots,
    most,
    opens,
    closes,
    draws,
    delivers,
    lists,
    customersLots,
    crowdLots,
    shares: wholeShares(lots * lot),
    subscribed: (customersLots + (crowdLots ?? 0n)) * lot,
    drawnAt: DRAWN.includes(state) ? draws + 12 * 3_600_000 : null,
    market: isListed ? priceE4(112_400n) : null,
    difference: isListed ? -11_600n : null,
    returnBps: isListed ? -935 : null,
    ...more,
  }
}

const hold = eur(amountFor(terms, ROW.lots))
const settlement = settlementFor(terms, allottedOf(ROW.allotment), amountFor(terms, ROW.lots))

function applicationIn(state: Application['state']): Application {
  const isDrawn = state === 'won' || state === 'not_won'
  const lost = { ballot: wholeLots(0n), proRata: wholeLots(0n), byPlace: wholeLots(0n) }
  const { shares, paid, released } = settlement
  return {
    id: OWN,
    number: 'S-7K2M-Q4TD',
    offer: terms.offer,
    state,
    ticket: ROW.ticket,
    row: rowText(ROW),
    leaf: hexOf(leafOf(rowText(ROW))),
    draw: `/ipo/draw?id=${terms.offer}`,
    lots: ROW.lots,
    shares: wholeShares(ROW.lots * terms.lot),
    hold,
    at: terms.opens + 3_600_000,
    changedAt: null,
    withdrawnAt: state === 'withdrawn' ? terms.opens + DAY : null,
    result: isDrawn
      ? {
          place: ROW.place,
          ...(state === 'won' ? ROW.allotment : lost),
          won: state === 'won' ? shares : 0n,
          payable: eur(state === 'won' ? paid : 0n),
          due: eur(0n),
          refund: eur(state === 'won' ? released : hold.units),
        }
      : null,
  }
}

const cash = (units: bigint) => ({ asset: 'EUR' as const, units })

/** The postings of an application in a state. */
function moneyOf({ state, at, withdrawnAt }: Application): WholeOffer['money'] {
  const { units } = hold
  const drawnAt = terms.draws + 12 * 3_600_000
  const held = { posting: 41, kind: 'hold', free: cash(-units), held: cash(units), at } as const
  const released = (posting: number, amount: bigint, when: number) =>
    ({ posting, kind: 'release', free: cash(amount), held: cash(-amount), at: when }) as const
  if (state === 'withdrawn' || state === 'refused') return [held, released(44, units, withdrawnAt ?? drawnAt)]
  if (state === 'not_won') return [held, released(58, units, drawnAt)]
  if (state !== 'won') return [held]
  const { paid, shares, released: rest } = settlement
  const of = { posting: 58, kind: 'allotment', at: drawnAt } as const
  const brought = { free: { asset: terms.listing, units: shares }, held: { asset: terms.listing, units: 0n } }
  return [held, { ...of, free: cash(0n), held: cash(0n - paid) }, { ...of, ...brought }, released(58, rest, drawnAt)]
}

function whole(state: State, own: Application['state'] | null): WholeOffer {
  const application = own && applicationIn(own)
  const rooted = <Value>(value: Value) => (BEGUN.includes(state) ? value : null)
  return {
    ...offerIn(state),
    termsHash: termsHash(terms),
    terms: termsText(terms),
    prospectus: '[tur]\nCría de lubinas y doradas en la costa de Cádiz, con once granjas.\n\n[en]\nSea bass farms.\n\n[fr]\nÉlevage de bars.\n\n[cn]\n海鲈养殖。\n\n[tw]\n海鱸養殖。\n', // prettier-ignore
    beacon: { kind: 'seeds', chain: null, round: null },
    crowd: true,
    withdrawal: null,
    postponements: [],
    customersRoot: rooted(hexOf(DRAW.customersRoot.hash)),
    root: rooted(ROOT),
    rootAt: rooted(DRAW.facts.published),
    application,
    money: application ? moneyOf(application) : [],
  }
}

const OFFER_PATH = '/ipo/offer'
const detail = (state: State, own: Application['state'] | null): Alteration => ({
  path: OFFER_PATH,
  instead: z.encode(readOffer.reply, whole(state, own)),
})

const OTHERS = [
  ['listed', 'Cantil Astilleros', 'XMAD:CNT'],
  ['listed', 'Brookline Devices', 'XNAS:BKD'],
  ['drawn', 'Alba Farmacéutica', 'XMAD:ALB'],
  ['ended', 'Northgate Instruments', 'XNYS:NGI'],
  ['subscribing', 'Gainsford & Shelby Instruments', 'XNYS:GSI'],
  ['not_started', 'Velaverde Viñedos', 'XMAD:VVN'],
  ['cancelled', 'Dorada Conservas', 'XMAD:DRC'],
] as const

const OFFER_ROWS: Offer[] = [
  offerIn('subscribing'),
  ...OTHERS.map(([state, company, listing]) => {
    const isUs = !listing.startsWith('XMAD')
    const up = company.startsWith('B') ? { market: priceE4(126_700n), difference: 2_700n, returnBps: 218 } : {}
    const place = { id: newId(), company, listing, venue: listing.slice(0, 4) as Offer['venue'] }
    return offerIn(state, { ...place, currency: isUs ? 'USD' : 'EUR', ...up })
  }),
]

const offers = (rows: Offer[], hasOffers = true): Alteration => ({
  path: '/ipo/offers',
  instead: z.encode(listOffers.reply, { rows, cursor: null, hasOffers }),
})

const OWN_STATES = ['subscribed', 'won', 'not_won', 'withdrawn', 'refused'] as const

const ownRow = (state: Application['state'], n: number): OwnApplication => {
  const { company, listing, price, closes, draws, delivers, lists } = offerIn('drawn')
  const [name, where] = n === 0 ? [company, listing] : [OTHERS[n]![1], OTHERS[n]![2]]
  const rest = { price, closes, draws, delivers, lists, drawnAt: draws + 12 * 3_600_000 }
  const id = n === 0 ? OWN : newId()
  return { ...applicationIn(state), id, company: name, listing: where, offerState: 'drawn', ...rest }
}

const own = (states: readonly Application['state'][]): Alteration => ({
  path: '/ipo/applications',
  instead: z.encode(listOwnApplications.reply, { rows: states.map(ownRow), cursor: null }),
})

const records = (states: readonly Application['state'][]): Alteration => ({
  path: listApplications.path,
  instead: z.encode(listApplications.reply, {
    cursor: null,
    rows: states.map((state, n) => {
      const { id, number, offer, company, listing, hold: amount, at } = ownRow(state, n)
      const isUs = !listing.startsWith('XMAD')
      return {
        id,
        number,
        offer,
        company,
        listing,
        at: at - n * DAY,
        state,
        kind: 'ipo',
        status: statusFor(state),
        market: isUs ? 'us' : 'spanish',
        amount: isUs ? usd(amount.units) : amount,
      } as const
    }),
  }),
})

const FILE: Alteration = { path: '/ipo/draw', text: drawText(DRAW) }
/** The file with one lot more for the second ticket. */
const CHANGED: Alteration = {
  path: '/ipo/draw',
  text: drawText({ ...DRAW, drawn: DRAW.drawn.map((row, n) => (n === 1 ? { ...row, place: row.place + 1 } : row)) }),
}

const LIST = '/subPackages/home/ipo/ipo'
const DETAIL = `/subPackages/home/ipo/detail?id=${terms.offer}`
const CHECK = `/subPackages/ipo/check?id=${terms.offer}`
const RECORDS = '/subPackages/applications/records'
const DOCKED = '[data-dock] button[data-look=filled]'
const full = { who: 'person', states: ['full'] } as const
const waits = { who: 'person', states: ['loading', 'failed'] } as const

const DETAILS: readonly (readonly [name: string, state: State, own: Application['state'] | null])[] = [
  ['not-started', 'not_started', null],
  ['open', 'subscribing', null],
  ['applied', 'subscribing', 'subscribed'],
  ['withdrawn', 'subscribing', 'withdrawn'],
  ['ended', 'ended', 'subscribed'],
  ['won', 'drawn', 'won'],
  ['lost', 'drawn', 'not_won'],
  ['listed', 'listed', 'won'],
  ['expired', 'cancelled', 'refused'],
]

/** The screens of offers: the list, one in each state, its forms, the check of its draw, and what is left of it. */
export const IPO_SCREENS: readonly PictureScreen[] = [
  { name: 'ipo-list', path: LIST, ...waits },
  { name: 'ipo-list-states', path: LIST, ...full, alters: [offers(OFFER_ROWS), own(['subscribed']), firstDaysOf(OFFER_ROWS)] }, // prettier-ignore
  { name: 'ipo-list-none', path: LIST, ...full, alters: [offers([]), own([])] },
  { name: 'ipo-list-replay', path: LIST, ...full, alters: [offers([], false), own([])] },
  { name: 'ipo-detail', path: DETAIL, ...waits },
  { name: 'ipo-detail-unknown', path: DETAIL, ...full },
  ...DETAILS.map(([name, state, application]) => ({
    name: `ipo-detail-${name}`,
    path: DETAIL,
    ...full,
    alters: detail(state, application),
  })),
  { ...opened('ipo-subscribe', DETAIL, DOCKED), alters: detail('subscribing', null) },
  {
    ...opened('ipo-subscribe-amount', DETAIL, DOCKED, 'dialog label:has([value=amount])'),
    alters: detail('subscribing', null),
  },
  { ...opened('ipo-change', DETAIL, DOCKED), alters: detail('subscribing', 'subscribed') },
  {
    ...opened('ipo-withdraw', DETAIL, '[data-dock] button[data-look=outline]'),
    alters: detail('subscribing', 'subscribed'),
  },
  { name: 'ipo-records', path: RECORDS, who: 'person', states: ['empty', 'loading', 'failed'] },
  { name: 'ipo-records-states', path: RECORDS, ...full, alters: records(OWN_STATES) },
  { name: 'ipo-records-filtered', path: `${RECORDS}?status=refused&market=us`, ...full, alters: records([]) },
  { name: 'ipo-check', path: CHECK, ...waits },
  { name: 'ipo-check-begin', path: CHECK, ...full, alters: [detail('drawn', 'won'), FILE] },
  { ...opened('ipo-check-running', CHECK, DOCKED), alters: [detail('drawn', 'won'), { path: '/ipo/draw', state: 'loading' }] }, // prettier-ignore
  { ...opened('ipo-check-holds', CHECK, DOCKED, { into: 'main [role=status] svg' }), alters: [detail('drawn', 'won'), FILE] }, // prettier-ignore
  { ...opened('ipo-check-breaks', CHECK, DOCKED, { into: 'main [role=status] li' }), alters: [detail('drawn', 'won'), CHANGED] }, // prettier-ignore
  { ...opened('ipo-check-failed', CHECK, DOCKED), alters: [detail('drawn', 'won'), { path: '/ipo/draw', state: 'failed' }] }, // prettier-ignore
  { name: 'ipo-check-visitor', path: CHECK, who: 'anyone', states: ['full'], alters: FILE },
  {
    name: 'ipo-inventory',
    path: '/pages/trade/index?tab=inventory',
    who: 'person',
    states: ['empty', 'loading', 'failed'],
  },
  { name: 'ipo-inventory-won', path: '/pages/trade/index?tab=inventory', ...full, alters: own(['won', 'won']) },
  {
    name: 'ipo-lottery',
    path: '/pages/trade/index?tab=lottery',
    who: 'person',
    states: ['empty', 'loading', 'failed'],
  },
  {
    name: 'ipo-lottery-drawn',
    path: '/pages/trade/index?tab=lottery',
    ...full,
    alters: own(['won', 'not_won', 'won']),
  },
]
