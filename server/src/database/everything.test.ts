import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { sql } from './db.ts'
import { LEFT_OUT, tablesOfCustomers } from './everything.ts'

/** Tables that no customer's archive can hold, since they name no customer: each with the reason. */
const WITHOUT_CUSTOMER: Readonly<Record<string, string>> = {
  alert_progress: 'of the market',
  attempts: 'keyed hashes, purged after a day',
  audit_heads: 'hashes over rows that the archive has',
  audit_rounds: 'hashes over the rows of everybody',
  corporate_actions: 'of the market',
  nights: 'of the house',
  corporate_begun: 'of the market',
  day_root_blocks: 'hashes over the rows of everybody, with the key of each block’s first',
  day_roots: 'hashes over the rows of everybody',
  deposit_keys: 'of the house',
  fee_tables: 'of the house',
  feed_days: 'of the market',
  feed_years: 'of the market',
  fill_progress: 'of the market',
  heard_events: 'of the market',
  house_batches: 'the house’s side of many postings at once',
  house_clock: 'of the house',
  house_days: 'sums of the house’s side',
  house_entries: 'the house’s side of many postings at once',
  house_opening: 'of the house',
  invitations: 'of the house; the use of one names its customer',
  ipo_beacons: 'of the market',
  ipo_drafts: 'of the house',
  ipo_draws: 'of the market',
  ipo_freezes: 'of the market',
  ipo_house_offers: 'of the market',
  ipo_lists: 'of the market',
  block_offers: 'of the market; the archive has the terms beside each application for a block',
  block_withdrawals: 'the proposals to withdraw block offers, which are of no customer',
  ipo_offers: 'of the market',
  ipo_postponements: 'of the market',
  ipo_postponements_sent: 'of the house',
  ipo_practice_offers: 'of the market',
  ipo_proposals: 'of the house',
  ipo_prospectuses: 'of the market',
  ipo_publications: 'of the market',
  ipo_relay_faults: 'of the house',
  ipo_roots: 'of the market',
  ipo_settled: 'of the market',
  ipo_trading_sent: 'of the house',
  ipo_withdrawals: 'of the market',
  listings: 'of the market',
  margin_progress: 'of the house',
  news: 'of the market',
  news_feeds: 'of the market',
  news_listings: 'of the market',
  news_progress: 'of the market',
  news_texts: 'of the market',
  news_withdrawals: 'of the market',
  practice_versions: 'of the market',
  push_keys: 'of the house',
  replay_switches: 'of the market',
  revealed_seeds: 'of the market',
  review_offers: 'the audit log of the archive says what was offered, the review how it ended',
  review_steps: 'the audit log of the archive has each act and opinion; notes are between staff',
  run_turns: 'of the house',
  schema_migrations: 'of the house',
  publications: 'of the house',
  seat_changes: 'of the seats',
  seat_claims: 'of the seats',
  seat_confirmations: 'of the seats',
  seat_filters: 'of the seats',
  seat_links: 'of the seats',
  seat_sessions: 'of the seats',
  seed_chains: 'of the market',
  starting_grants: 'of the house',
  verifications: 'of the house',
}

const ALL = sql(
  'list_tables_of_house',
  `select relname::text as name from pg_class
   where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v', 'm', 'p') order by relname`,
)

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

test('every table is in the archive of its customer, or in a list with the reason', async () => {
  const all = await house.db.read(async (tx) => (await tx.run<{ name: string }>(ALL)).map(({ name }) => name))
  const packed = await house.db.read(async (tx) => (await tablesOfCustomers(tx)).map(({ name }) => name))
  expect(packed).toEqual(expect.arrayContaining(['customers', 'entries', 'deposits', 'kyc_submissions', 'pictures']))
  const named = [...packed, ...Object.keys(LEFT_OUT), ...Object.keys(WITHOUT_CUSTOMER)]
  expect(named.toSorted()).toEqual(all.toSorted())
})
