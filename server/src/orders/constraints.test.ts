import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../testing/database.ts'
import { migrate } from '../database/migrate.ts'
import { customer, ROWS, type Row, type Table } from './constraints.testing.ts'

/**
 * Refusals of the database itself, for any writer: a valid row of each table, and one invalid change of it at a time.
 */

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await emptyDatabase()
  await migrate(database.ownerUrl, new URL(database.url.replace('@/', '@socket/')).username)
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('insert into customers_lock values ($1, 1)', [customer])
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** Writes a row and rolls it back. Returns the database's answer. */
async function writing(table: Table, row: Row): Promise<string> {
  const columns = Object.keys(row)
  const text = `insert into ${table} (${columns.join(', ')}) values (${columns.map((_none, at) => `$${at + 1}`).join(', ')})`
  await owner.query('begin')
  const message = await owner.query(text, Object.values(row)).then(
    () => 'taken',
    (error: unknown) =>
      error instanceof pg.DatabaseError && error.code === '23514' ? error.constraint : String(error),
  )
  await owner.query('rollback')
  return message ?? ''
}

test.each(Object.keys(ROWS) as Table[])('a true row of %s is taken', async (table) => {
  expect(await writing(table, ROWS[table])).toBe('taken')
})

const SELL = { side: 'sell', worst_e4: null }
const SOLD = { side: 'sell', price_e4: 99, realised: 0 }
const PERCENT = { kind: 'percent', level_e4: null, percent_bps: 300 }
const HELD = { kind_1: null, account_1: null, free_1: null, held_1: 1 }
const CONVERTED = { paid: 1, received: 1, markup: 0, rate_e6: 1_000_000, rate_at: 1 }

describe('taken', () => {
  // prettier-ignore
  test.each<[string, Table, Row]>([
    ['a hold',                            'postings', HELD],
    ['a line of what is held',            'postings', { free_1: null, held_1: -1, held_a: 1 }],
    ['a row with a second line',          'postings', { lines: 2, of_2: 'a', held_2: 1 }],
    ['a sell without a limit',            'orders',  SELL],
    ['a filled order with its time',      'orders',  { state: 'filled', filled: 10, ended_at: 7 }],
    ['a cancelled order with its reason', 'orders',  { state: 'cancelled', ended_at: 7, end_reason: 'by_customer' }],
    ['a sell at the bid with its result', 'fills',   SOLD],
    ['a whole conversion',                'fills',   CONVERTED],
    ['the own list without a name',       'watchlists', { id: customer, name: null }],
    ['an alert of a percentage',          'alerts',  PERCENT],
    ['an alert that has told',            'alerts',  { fired_at: 2, fired_day: '2026-11-20' }],
    ['a daily one for later days',        'alerts',  { ...PERCENT, repeats: 'daily', fired_day: '2026-11-20' }],
  ])('%s', async (_what, table, change) => {
    expect(await writing(table, { ...ROWS[table], ...change })).toBe('taken')
  })
})

describe('refused', () => {
  // prettier-ignore
  test.each<[string, Table, Row, string]>([
    ['less than nothing free',                'balances',      { free: -1 },                    'amount_check'],
    ['less than nothing held',                'balances',      { held: -1 },                    'amount_check'],
    ['a balance of no entry',                 'balances',      { version: 0 },                  'entry_number_check'],
    ['what is no asset',                      'balances',      { asset: 'GBP' },                'asset_check'],
    ['an unknown kind of cause',              'postings',      { cause_kind: 'gift' },          'cause_kind_check'],
    ['an unknown kind',                       'postings',      { kind_1: 'gift' },              'entry_kind_check'],
    ['a hold against an account',             'postings',      { kind_1: 'hold' },              'entry_kind_check'],
    ['an unknown account',                    'postings',      { account_1: 'pocket' },         'house_account_check'],
    ['an account without a kind',             'postings',      { kind_1: null },                'a_kind_has_its_account'],
    ['a kind without an account',             'postings',      { account_1: null },             'a_kind_has_its_account'],
    ['free below nothing before',             'postings',      { free_a: -1 },                  'units_there_check'],
    ['held below nothing before',             'postings',      { held_a: -1 },                  'units_there_check'],
    ['a posting after its row',               'postings',      { posting: 4 },                  'a_posting_begins_with_its_number'],
    ['a posting of no number',                'postings',      { posting: 0 },                  'entry_number_check'],
    ['a line that moves nothing',             'postings',      { free_1: 0 },                   'units_moved_check'],
    ['a line without an amount',              'postings',      { free_1: null },                'a_row_has_its_lines'],
    ['a line that moves free and held',       'postings',      { held_1: 1 },                   'a_row_has_its_lines'],
    ['fewer lines than it says',              'postings',      { lines: 2 },                    'a_row_has_its_lines'],
    ['more lines than it says',               'postings',      { of_2: 'a', held_2: 1 },        'a_row_has_its_lines'],
    ['more lines than a row has',             'postings',      { lines: 7 },                    'lines_of_row_check'],
    ['a line of a fourth asset',              'postings',      { of_1: 'd' },                   'line_asset_check'],
    ['an account that the house has not',     'house_batches', { accounts: '{fees,hold}' },     'house_accounts_check'],
    ['a batch without a line',                'house_batches', { accounts: '{}', assets: '{}', units: '{}' }, 'house_accounts_check'],
    ['a line of nothing',                     'house_batches', { units: '{1,0}' },              'a_line_moves_something'],
    ['a line without its asset',              'house_batches', { assets: '{EUR}' },             'a_line_has_all_three'],
    ['neither buy nor sell',                  'orders',        { ...SELL, side: 'swap' },       'order_side_check'],
    ['no shares',                             'orders',        { shares: 0 },                   'share_count_check'],
    ['a limit of nothing',                    'orders',        { limit_e4: 0 },                 'price_e4_check'],
    ['another time in force',                 'orders',        { in_force: 'week' },            'time_in_force_check'],
    ['an end before its beginning',           'orders',        { ends_at: 4 },                  'orders_check'],
    ['a buy without its worst price',         'orders',        { worst_e4: null },              'a_buy_has_its_worst_price'],
    ['a sell with a worst price',             'orders',        { side: 'sell' },                'a_buy_has_its_worst_price'],
    ['an order that holds nothing',           'orders',        { held_units: 0 },               'holds_something'],
    ['a hold below nothing',                  'orders',        { other_units: -1 },             'amount_check'],
    ['an unknown state',                      'orders',        { state: 'lost' },               'order_state_check'],
    ['more filled than ordered',              'orders',        { filled: 11 },                  'orders_check1'],
    ['filled whole, yet working',             'orders',        { filled: 10 },                  'filled_is_whole'],
    ['an end without its time',               'orders',        { state: 'filled', filled: 10 }, 'an_end_has_its_time'],
    ['a time without an end',                 'orders',        { ended_at: 7 },                 'an_end_has_its_time'],
    ['cancelled for no reason',               'orders',        { state: 'cancelled', ended_at: 7 }, 'ended_for_a_reason'],
    ['a reason without an end',               'orders',        { end_reason: 'end_of_day' },    'ended_for_a_reason'],
    ['an unknown reason',                     'orders',        { state: 'expired', ended_at: 7, end_reason: 'rain' }, 'end_reason_check'],
    ['a buy beside the ask',                  'fills',         { price_e4: 99 },                'at_the_ask_or_the_bid'],
    ['a sell at the ask',                     'fills',         { ...SOLD, price_e4: 100 },      'at_the_ask_or_the_bid'],
    ['a buy with a result',                   'fills',         { realised: 1 },                 'a_sell_has_a_result'],
    ['a sell without one',                    'fills',         { ...SOLD, realised: null },     'a_sell_has_a_result'],
    ['half a conversion',                     'fills',         { ...CONVERTED, rate_at: null }, 'a_conversion_is_whole'],
    ['a fill below cost',                     'fills',         { cost: -1 },                    'amount_check'],
    ['a fee below nothing',                   'fills',         { fee: -1 },                     'amount_check'],
    ['a fill of no posting',                  'fills',         { posting: 0 },                  'entry_number_check'],
    ['a fill neither bought nor sold',        'fills',         { side: 'swap' },                'order_side_check'],
    ['a fill of nothing',                     'fills',         { shares: 0 },                   'share_count_check'],
    ['a lot with nothing left',               'lots',          { shares_left: 0 },              'still_open'],
    ['a lot with more than it had',           'lots',          { shares_left: 11 },             'still_open'],
    ['a lot with more asked of it than it has', 'lots',      { shares_reserved: 6, shares_guarded: 5 }, 'only_what_is_left_is_reserved'],
    ['a lot with less guarded than nothing', 'lots',         { shares_guarded: -1 },          'only_what_is_left_is_reserved'],
    ['a lot that cost more than it did',      'lots',          { cost_left: 11 },               'still_open'],
    ['a lot without a price',                 'lots',          { price_e4: 0 },                 'price_e4_check'],
    ['a lot of no shares',                    'lots',          { shares: 0 },                   'share_count_check'],
    ['a lot with a fee below nothing',        'lots',          { fee: -1 },                     'amount_check'],
    ['no shares closed',                      'closings',      { shares: 0 },                   'share_count_check'],
    ['a result that is not what is left',     'closings',      { realised: 4 },                 'the_result_is_what_it_says'],
    ['a list without a name',                 'watchlists',    { name: null },                  'a_list_has_a_name'],
    ['a name of spaces',                      'watchlists',    { name: ' ' },                   'watchlists_name_check'],
    ['a name that is too long',               'watchlists',    { name: 'x'.repeat(31) },        'watchlists_name_check'],
    ['the own list taken away',               'watchlists',    { id: customer, removed_at: 1 }, 'the_own_list_stays'],
    ['what is no listing watched',            'watches',       { listing: 'ABC' },              'watches_listing_check'],
    ['an alert of no kind',                   'alerts',        { kind: 'near' },                'alerts_kind_check'],
    ['a level of nothing',                    'alerts',        { level_e4: 0 },                 'alerts_level_e4_check'],
    ['a level and a percentage',              'alerts',        { percent_bps: 300 },            'a_level_or_a_percentage'],
    ['neither',                               'alerts',        { level_e4: null },              'a_level_or_a_percentage'],
    ['a percentage with a level',             'alerts',        { ...PERCENT, level_e4: 1 },     'a_level_or_a_percentage'],
    ['a percentage too small',                'alerts',        { ...PERCENT, percent_bps: 9 },  'alerts_percent_bps_check'],
    ['a percentage too large',                'alerts',        { ...PERCENT, percent_bps: 10_001 }, 'alerts_percent_bps_check'],
    ['three times',                           'alerts',        { repeats: 'thrice' },           'alerts_repeats_check'],
    ['a note of nothing',                     'alerts',        { note: '' },                    'alerts_note_check'],
    ['a note that is too long',               'alerts',        { note: 'x'.repeat(141) },       'alerts_note_check'],
    ['told on no day',                        'alerts',        { fired_at: 2 },                 'told_on_a_day'],
    ['a firing without a price',              'alert_firings', { last_e4: 0 },                  'alert_firings_last_e4_check'],
    ['a notice whose code is a sentence',     'notices',       { code: 'Hello' },               'notice_code_check'],
  ])('%s', async (_what, table, change, constraint) => {
    expect(await writing(table, { ...ROWS[table], ...change })).toBe(constraint)
  })
})

/** Tables that the lane writes, with each column that a domain guards. */
const GUARDED: Readonly<Partial<Record<Table, Readonly<Record<string, string>>>>> = {
  balances: { asset: 'asset', free: 'amount', held: 'amount', owed: 'amount', version: 'entry_number' },
  orders: {
    side: 'order_side',
    shares: 'share_count',
    limit_e4: 'price_e4',
    in_force: 'time_in_force',
    worst_e4: 'price_e4',
    held_units: 'amount',
    other_units: 'amount',
    state: 'order_state',
    end_reason: 'end_reason',
    fee_table: 'fee_table',
    fill_rule: 'fill_rule',
  },
  fills: {
    side: 'order_side',
    shares: 'share_count',
    price_e4: 'price_e4',
    cost: 'amount',
    fee: 'amount',
    posting: 'entry_number',
  },
  lots: {
    price_e4: 'price_e4',
    shares: 'share_count',
    cost: 'amount',
    fee: 'amount',
    leverage: 'leverage',
    financed_left: 'amount',
  },
  closings: { shares: 'share_count', repaid: 'amount', sell_type: 'sell_type' },
  notices: { code: 'notice_code' },
}

test('the lane’s columns have their domains, and no check of one column is read anew for every statement', async () => {
  const tables = Object.keys(GUARDED)
  const { rows: domains } = await owner.query<{ table: Table; column: string; domain: string }>(
    `select table_name as table, column_name as column, domain_name as domain from information_schema.columns
     where table_name = any($1) and domain_name is not null`,
    [tables],
  )
  const guards: Record<string, Record<string, string>> = {}
  for (const { table, column, domain } of domains) guards[table] = { ...guards[table], [column]: domain }
  expect(guards).toEqual(GUARDED)
  const { rows: checks } = await owner.query<{ name: string }>(
    `select conname as name from pg_constraint
     where contype = 'c' and conrelid = any($1::regclass[]) and cardinality(conkey) = 1`,
    [tables],
  )
  expect(checks).toEqual([])
})

test('a later migration adds a word to a closed list, and the list stays closed', async () => {
  const ended = { ...ROWS.orders, state: 'cancelled', ended_at: 7 }
  expect(await writing('orders', { ...ended, end_reason: 'by_auction' })).toBe('end_reason_check')
  await owner.query(
    `alter domain end_reason drop constraint end_reason_check;
     alter domain end_reason add constraint end_reason_check check (value = any ('{by_customer,by_auction}'))`,
  )
  expect(await writing('orders', { ...ended, end_reason: 'by_auction' })).toBe('taken')
  expect(await writing('orders', { ...ended, end_reason: 'rain' })).toBe('end_reason_check')
})
