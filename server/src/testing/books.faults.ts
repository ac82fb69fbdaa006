import { expect } from 'vitest'
import type { CustomerId } from '@lonja/core/base/ids'
import { applyFor, openBlocks } from '../blocks/blocks.testing.ts'
import { openOffer, subscribe } from '../ipo/ipo.testing.ts'
import { ESP, START } from '../orders/orders.testing.ts'
import type { TestCustomer, TestHouse } from './house.ts'

/** The ids of a customer's applications that the faults change. */
interface ApplicationIds {
  readonly application: string
  readonly block: string
}

/** The customer applies for an offer of new shares, and for a block. */
export async function applied(house: TestHouse, who: Pick<TestCustomer, 'token'>, of: ApplicationIds): Promise<void> {
  await subscribe(house, who, (await openOffer(house.db, START)).offer, { id: of.application })
  await house.quote(ESP, 499n, 500n)
  await applyFor(house, who, (await openBlocks(house.db, START)).offer, { id: of.block, shares: '2', cap: '5.00' })
}

/** A fault for each law of offers and of blocks, with the row that its breach names. `ELSE` is an id of nothing. */
// prettier-ignore
export const faultsOfOffers = (of: ApplicationIds, ELSE: string, who: () => CustomerId): [code: string, fault: () => string, row: () => object][] => [
    ['applications', () => `update ipo_applications set asset = 'USD' where id = '${of.application}'`, () => ({ customer: who(), causeKind: 'application', cause: of.application, differs: 'EUR: -124000 free and 124000 held by its entries,  and  by its record' })],
    ['application_entries', () => `update postings set cause = '${ELSE}' where cause = '${of.application}'`, () => ({ customer: who(), cause: ELSE })],
    ['block_holds', () => `update block_applications set held = held + 1 where id = '${of.block}'`, () => ({ customer: who(), causeKind: 'block', cause: of.block, differs: 'EUR: 1001 held by its entries, 1002 by its record' })],
    ['block_entries', () => `insert into block_purchases select customer, id, offer, listing, '${ELSE}', 2, 48000, 960, 1, 9, 1, 1, null, null, null from block_applications where id = '${of.block}'`, () => ({ customer: who(), number: 9, causeKind: 'block', cause: of.block })],
    ['block_offers', () => 'update block_offers set taken = taken + 1', () => ({ customer: null, differs: expect.stringContaining('1 taken, 0 by its applications') })],
    ['block_prices', () => `with b as (update block_applications set granted = 2, price_after = market_at + 1, quote_at = market_at + 2, ask_e4 = 52000, ended_at = made_at, end_reason = 'above_cap' where id = '${of.block}' returning *) select from b`, () => ({ customer: who(), cause: of.block, differs: expect.stringContaining('49920 by the event, cap 50000: above_cap') })],
    ['block_locks', () => `insert into block_purchases select customer, id, offer, listing, '${ELSE}', 2, 48000, 960, 1, 9, 1, 1, null, null, null from block_applications where id = '${of.block}'`, () => ({ customer: who(), causeKind: 'block', cause: of.block, differs: expect.stringContaining('locked until , 1 by its purchase') })],
    ['block_reviews', () => `update reviews set state = 'approved', reason = 'requirements_met', ended_at = opened_at where record = '${of.block}'`, () => ({ customer: who(), causeKind: 'block', cause: of.block, differs: expect.stringContaining('its review is approved') })],
    ['block_withdrawals', () => `with b as (update block_applications set ended_at = made_at, end_reason = 'withdrawn' where id = '${of.block}' returning *) select from b`, () => ({ customer: who(), causeKind: 'block', cause: of.block, differs: expect.stringContaining('not withdrawn') })],
    ['allotments', () => `with o as (select offer as id, customer, id as application from ipo_applications where id = '${of.application}'), f as (insert into ipo_freezes select id, 1 from o), l as (insert into ipo_lists select id, 1, sha256(''::bytea), 1 from o), r as (insert into ipo_roots select id, null, 1, sha256(''::bytea), 1 from o), p as (insert into ipo_publications select id, 1 from o), b as (insert into ipo_beacons select id, null, null, '2026-12-01'::trading_day, sha256(''::bytea), 1 from o), d as (insert into ipo_draws select id, ''::bytea, 1 from o), x as (insert into ipo_results select customer, application, id, 1, 1, 0, 0 from o) insert into ipo_allotments select customer, application, id, 'XMAD:MRA', '${ELSE}'::uuid, 50, 61999, 9, 1 from o`, () => ({ customer: who(), number: 9, cause: of.application, differs: 'XMAD:MRA 50 shares for 61999; by the result XMAD:MRA 50 for 62000' })],
    ['undrawn_allotments', () => `insert into ipo_allotments select customer, id, offer, 'XMAD:MRA', '${ELSE}'::uuid, 50, 62000, 9, 1 from ipo_applications where id = '${of.application}'`, () => ({ customer: who(), number: 9, cause: of.application, differs: 'XMAD:MRA 50 shares for 62000, no result' })],
    ['application_times', () => `do $$ begin alter table ipo_applications disable trigger an_application_is_in_time; update ipo_applications set made_at = 1 where id = '${of.application}'; end $$`, () => ({ customer: who(), cause: of.application, differs: expect.stringContaining('of an offer from') })],
    ['releases', () => `with o as (update ipo_offers set cancelled_at = published_at where id = (select offer from ipo_applications where id = '${of.application}') returning id) insert into ipo_settled select id, 1 from o`, () => ({ customer: who(), causeKind: 'application', cause: of.application, differs: 'not released' })],
    ['house_offers', () => `insert into ipo_house_offers select 2000, offer from ipo_applications where id = '${of.application}'`, () => ({ customer: null, differs: expect.stringContaining('not as it was approved') })],
    ['postponements', () => `insert into ipo_postponements select id, 1, terms || 'a', terms, published_at from ipo_offers where id = (select offer from ipo_applications where id = '${of.application}')`, () => ({ customer: null, differs: expect.stringContaining('more than dates differ') })],
    ['offer_seats', () => `with p as (insert into ipo_proposals select '${ELSE}', 'withdraw', offer, null, null, null, null, null, 'listing_stopped', (select id from seats limit 1), 1, 'operations', 1 from ipo_applications where id = '${of.application}') insert into reviews select (jsonb_populate_record(null::reviews, to_jsonb(r) || jsonb_build_object('id', '${ELSE}', 'kind', 'offer', 'customer', null, 'record', '${ELSE}', 'asset', null, 'units', null, 'eur_cents', null))).* from reviews r where r.state = 'approved' limit 1`, () => ({ customer: null, differs: expect.stringContaining('withdraw: approved by nobody') })],
    ['postponement_notices', () => `insert into notices (customer, id, code, facts, made_at) values ('${who()}', '${ELSE}', 'application_postponed', '{"company": "Marisma"}', 1)`, () => ({ customer: who(), differs: 'a notice of later dates of Marisma, and no postponement' })],
    ['trading_notices', () => `insert into notices (customer, id, code, facts, made_at) values ('${who()}', '${ELSE}', 'application_listed', '{"company": "Marisma"}', 1)`, () => ({ customer: who(), differs: 'a notice that shares of Marisma trade, and none were allotted' })],
]

/** A loan that nothing leads to, with what else a fault adds to it. */
const forged = (customer: CustomerId, id: string, more = ''): string =>
  `insert into loans (customer, id, units, terms, signed_name, made_at, paid_out_at) values ('${customer}', '${id}', 10000000, 1, 'Ana', 1, ${more === '' ? 'null' : '1'})${more}`

const DEBT = (customer: CustomerId, id: string, through: number): string =>
  `; insert into loan_debts (customer, loan, principal, interest, charged_through, last_day) values ('${customer}', '${id}', 7, 5, ${through}, 400)`

// prettier-ignore
export const faultsOfLoans = (order: () => string, ELSE: string, who: () => CustomerId): [code: string, fault: () => string, row: () => object][] => [
    ['loan_debts', () => together(forged(who(), ELSE, DEBT(who(), ELSE, 30))), () => ({ customer: who(), causeKind: 'loan', cause: ELSE, differs: 'owes 12, by its entries 0' })],
    ['loan_nights', () => together(`${forged(who(), ELSE, DEBT(who(), ELSE, 30))}; insert into loan_nights values ('${who()}', '${ELSE}', 30, 10000000, 1643, 9, 1)`), () => ({ customer: who(), causeKind: 'loan', cause: ELSE, differs: 'day 30: 1643 on 10000000' })],
    ['loan_entries', () => `update postings set cause_kind = 'loan' where cause = '${order()}'`, () => ({ customer: who(), causeKind: 'loan', cause: order() })],
    ['loan_reviews', () => forged(who(), ELSE), () => ({ customer: who(), causeKind: 'loan', cause: ELSE, differs: 'under way, its review is not there' })],
  ]

/** An option of a customer that nothing leads to: of some cents, for a minute that ends as many milliseconds late, with its end. */
const option = (
  customer: CustomerId,
  id: string,
  { stake = 100, late = 0, end = 'null, null, null, null' } = {},
): string =>
  `insert into options values ('${customer}', '${id}', 'XMAD:ESP', 'up', 'minute', ${stake}, 1, 0, 1, 1, ${60_001 + late}, ${end})`

// prettier-ignore
export const faultsOfOptions = (order: () => string, ELSE: string, who: () => CustomerId): [code: string, fault: () => string, row: () => object][] => [
    ['option_entries', () => `update postings set cause_kind = 'option' where cause = '${order()}'`, () => ({ customer: who(), causeKind: 'option', cause: order() })],
    ['option_ends', () => option(who(), ELSE, { end: `60001, 'lost', 0, '{"strike": null, "events": []}'` }), () => ({ customer: who(), causeKind: 'option', cause: ELSE, differs: 'lost, paid 0;  above the strike by 0 events' })],
    ['option_times', () => option(who(), ELSE, { late: 1 }), () => ({ customer: who(), causeKind: 'option', cause: ELSE, differs: 'entered at 1 for minute, expires at 60002, strike of ' })],
    ['option_limits', () => option(who(), ELSE, { stake: 10_001 }), () => ({ customer: who(), causeKind: 'option', cause: ELSE, differs: 'day 0: 10001 staked, limit ' })],
  ]

/** A run of 100.00 that nothing leads to, with its end or its purse, where it has one. */
const run = (
  customer: CustomerId,
  id: string,
  { end, purse }: { readonly end?: { readonly fees: number }; readonly purse?: { readonly cash: number } },
): string =>
  together(
    `insert into runs values ('${customer}', '${id}', 'grid', 1, '{}', 'XMAD:ESP', 10000, 10000, 10000, 1, 1,
      ${end ? "'stopped', 'by_customer', false, 1" : "'running', null, false, null"}, 0, null, 0, 0, '[]', 0, '{}', 10000, 0, 0, '[]', null, ${end?.fees ?? 'null'})
     ${purse ? `; insert into purses values ('${customer}', '${id}', 'XMAD:ESP', ${purse.cash}, 0, 0, 0, 0, 1)` : ''}`,
  )

// prettier-ignore
export const faultsOfRuns = (order: () => string, ELSE: string, who: () => CustomerId): [code: string, fault: () => string, row: () => object][] => [
    ['run_purses', () => run(who(), ELSE, {}), () => ({ customer: who(), causeKind: 'run', cause: ELSE, differs: 'a run without a purse' })],
    ['run_money', () => run(who(), ELSE, { purse: { cash: 9_999 } }), () => ({ customer: who(), causeKind: 'run', cause: ELSE, differs: expect.stringContaining('cash 9999 and 0 held, shares 0 and 0 held; cash 10000') })],
    ['run_entries', () => `update postings set cause_kind = 'run' where cause = '${order()}'`, () => ({ customer: who(), causeKind: 'run', cause: order() })],
    ['run_orders', () => `insert into order_conditions (customer, id, changes, run) select customer, id, 0, '${ELSE}' from orders where id = '${order()}'`, () => ({ customer: who(), causeKind: 'order', cause: order(), differs: 'of no run' })],
    ['run_ends', () => run(who(), ELSE, { end: { fees: 5 } }), () => ({ customer: who(), causeKind: 'run', cause: ELSE, differs: 'fees 5, ended at 1; 0 and  by its fills' })],
  ]

const together = (statements: string): string => `do $$ begin ${statements}; end $$`
