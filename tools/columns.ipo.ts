import type { SteeringColumn } from './columns.ts'
import { never, reasoned } from './columns.never.ts'

/** The columns of offers of shares, of their draws, and of the offers that operations make. */
export const IPO_COLUMNS: readonly SteeringColumn[] = [
  // The terms of an offer, which its published hash freezes before anybody applies.
  ...never('ipo_offers', 'server/src/ipo/ipo.store.ts', {
    opens_at: 'a date of the terms, by which offers are searched',
  }),
  // Two people may decide later dates while nothing is frozen. A trigger refuses an earlier date and every other change.
  ...reasoned('ipo_offers', 'server/src/ipo/ipo.store.ts', {
    terms_hash: 'the hash of the terms; the database compares them with it, and lets later dates change alone',
    closes_at: 'a date of the terms, after which the database takes no application; it only comes later',
    draws_at: 'a date of the terms; it only comes later',
  }),
  ...reasoned('ipo_drafts', 'server/src/ipo/drafts.store.ts', {
    price: 'a price that a seat writes; it is no offer before two people have read its terms',
    opens_at: 'a date that a seat writes',
    closes_at: 'a date that a seat writes',
    draws_at: 'a date that a seat writes',
  }),
  // Offers that operations make: a draft is no offer, and the terms that wait are read by two people.
  ...never('ipo_proposals', 'server/src/ipo/proposals.store.ts', {
    terms: 'the terms that two people read and decide; the offer gets exactly them',
    before: 'the terms that later dates take the place of',
  }),
  ...never('ipo_postponements', 'server/src/ipo/house.store.ts', {
    terms: 'the terms with later dates, as two people decided them; the database compares the offer with them',
    before: 'the terms before them',
  }),
  ...never('ipo_prospectuses', 'server/src/ipo/practice.store.ts', { hash: 'of its text; the terms name it' }),
  // The steps of a draw, which anybody can work out again from its published file.
  ...never('ipo_lists', 'server/src/ipo/draws.store.ts', {
    root: 'the root of the customers’ list, which follows from the frozen applications; the draw compares them with it',
  }),
  ...never('ipo_roots', 'server/src/ipo/draws.store.ts', {
    crowd_seed: 'the revealed seed of the deadline’s day, which the chain named in the terms fixed before',
    root: 'the root of the whole list, which follows from applications and crowd',
  }),
  ...never('ipo_beacons', 'server/src/ipo/draws.store.ts', {
    signature: 'the signature of the round that counts, which only the group of the chain can make',
    seed: 'the revealed seed of the day that counts, which the chain named in the terms fixed before',
  }),
  ...never('ipo_draws', 'server/src/ipo/results.store.ts', { file: 'the published file, which follows from the draw' }),
]
