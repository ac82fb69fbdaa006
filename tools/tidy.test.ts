import { describe, expect, test } from 'vitest'
import { checkout } from '@lonja/e2e/checkout'
import { EXCEPTIONS, FOREIGN_READS, isExcepted } from './tidy.exceptions.ts'
import { FLOORS, ROOMS } from './tidy.house.ts'
import { modulesOf, type Files } from './tidy.modules.ts'
import { foreignReadsIn, tablesOf } from './tidy.tables.ts'
import { breachesIn, filesIn } from './tidy.ts'

const files = filesIn(checkout)
const breaches = breachesIn(files)

describe('the house as it stands', () => {
  test('keeps its rules', () => {
    const unexpected = breaches.filter((breach) => !isExcepted(breach))
    expect(unexpected.map(({ rule, path, sentence }) => `${path}: ${rule}: ${sentence}`)).toEqual([])
  })

  test('has no exception that is no longer needed', () => {
    const idle = EXCEPTIONS.filter((exception) => !breaches.some((breach) => isExcepted(breach, [exception])))
    expect(idle).toEqual([])
    const reads = foreignReadsIn(modulesOf(files), files)
    const listed = FOREIGN_READS.flatMap(({ path, tables }) => tables.map((table) => `${path} ${table}`))
    expect(listed.toSorted()).toEqual(reads.map(({ path, table }) => `${path} ${table}`).toSorted())
  })

  // A checker that reads no modules would pass everything; these bounds are far below the real counts.
  test('was really read', () => {
    const modules = modulesOf(files)
    const inRoom = (room: string) => modules.filter((module) => module.room === room)
    expect(inRoom('core').length).toBeGreaterThan(20)
    expect(inRoom('server').length).toBeGreaterThan(20)
    expect(tablesOf(files).size).toBeGreaterThan(8)
    const edges = modules.flatMap(({ imports }) => imports.filter(({ to }) => to !== null && files.has(to)))
    expect(edges.length).toBeGreaterThan(100)
    const across = edges.filter(({ specifier }) => specifier.startsWith('@lonja/core/'))
    expect(across.length).toBeGreaterThan(20)
    const lost = modules.flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => to !== null && /\.tsx?$/.test(to) && !files.has(to))
        .map(({ to }) => `${path} -> ${to ?? ''}`),
    )
    expect(lost).toEqual([])
  })

  test('has floors only for rooms that exist, and no floor by two names', () => {
    expect(Object.keys(ROOMS)).toContain('core')
    expect(new Set(Object.keys(FLOORS)).size).toBe(Object.keys(FLOORS).length)
  })
})

/** A house of a few files in which everything is in order. */
const CLEAN = {
  'core/src/base/amount.ts': 'export const cents = (units: bigint): bigint => units',
  'core/src/market/market.contract.ts': "export const listCandles = { path: '/product/getTickerK' }",
  'core/src/orders/orders.contract.ts': "export const placeOrder = { path: '/index/buyGupiao' }",
  'core/src/orders/orders.rules.ts': "import { cents } from '../base/amount.ts'\nexport const feeFor = cents",
  'core/src/portfolio/portfolio.rules.ts':
    "import { feeFor } from '../orders/orders.rules.ts'\nexport const total = feeFor",
  'core/src/proof/proof.check.ts': "import { cents } from '../base/amount.ts'\nexport const check = cents",
  'server/migrations/0001_orders.sql': 'create table orders (id uuid primary key);\ncreate table entries (id uuid);',
  'server/src/base/clock.ts': 'export const systemClock = () => Date.now()',
  'server/src/ledger/ledger.store.ts': "export const post = () => 'insert into entries (id) values ($1)'",
  'server/src/market/market.source.practice.ts': 'export const practice = 1',
  'server/src/market/market.seeds.store.ts': "export const seeds = () => 'select secret from seeds'",
  'server/src/market/market.quotes.ts':
    "import { practice } from './market.source.practice.ts'\nexport const quoteFor = () => practice",
  'server/src/orders/orders.store.ts': "export const insertOrders = () => 'insert into orders (id) select $1'",
  'server/src/orders/orders.routes.ts':
    "import { feeFor } from '@lonja/core/orders/orders.rules'\nimport { post } from '../ledger/ledger.store.ts'\nimport { quoteFor } from '../market/market.quotes.ts'\nexport const ordersRoutes = [feeFor, post, quoteFor]",
  'server/src/main.ts':
    "import { ordersRoutes } from './orders/orders.routes.ts'\nexport const openHouse = () => [ordersRoutes, process.env.PORT]",
  'kit/src/parts/Screen.tsx': 'export const Screen = () => <main />',
  'core/src/lists.ts': 'export const NOTICES = 1',
  'app/src/orders/OrderTicket.tsx':
    "import { Screen } from '@lonja/kit/parts/Screen'\nimport { NOTICES } from '@lonja/core/lists'\nexport const all = NOTICES\nimport { placeOrder } from '@lonja/core/orders/orders.contract'\nexport const OrderTicket = () => <Screen>{placeOrder.path}</Screen>",
  'core/src/tickets.contract.ts':
    "import { placeOrder } from './orders/orders.contract.ts'\nexport const TICKETS = [placeOrder]",
  'staff/src/orders/Orders.tsx':
    "import { TICKETS } from '@lonja/core/tickets.contract'\nexport const Orders = () => <p>{TICKETS.length}</p>",
}

type FilesByPath = Record<string, string>

const houseWith = (planted: FilesByPath): Files => new Map(Object.entries({ ...CLEAN, ...planted }))

test('a house in order breaks no rule', () => {
  expect(breachesIn(houseWith({}))).toEqual([])
})

const long = (lines: number): string => 'const a = 1\n'.repeat(lines)

// prettier-ignore
test.each<[rule: string, breach: string, planted: FilesByPath]>([
  ['rooms form a tree',            'kit imports app',        { 'kit/src/parts/Bad.tsx': "import { OrderTicket } from '@lonja/app/orders/OrderTicket'\nexport const Bad = OrderTicket" }],
  ['rooms form a tree',            'app imports staff',      { 'app/src/orders/Bad.tsx': "import { Orders } from '@lonja/staff/orders/Orders'\nexport const Bad = Orders" }],
  ['rooms form a tree',            'core imports server',    { 'core/src/orders/bad.ts': "import { systemClock } from '@lonja/server/base/clock'\nexport const bad = systemClock" }],
  ['rooms form a tree',            'app imports server, lazily', { 'app/src/orders/Bad.tsx': "export const Bad = () => import('@lonja/server/main')" }],
  ['rooms are entered by name',    'by a path',              { 'server/src/orders/orders.actions.ts': "import { cents } from '../../../core/src/base/amount.ts'\nexport const act = cents" }],
  ['features stand on floors',     'upwards in core',        { 'core/src/orders/orders.fee.ts': "import { total } from '../portfolio/portfolio.rules.ts'\nexport const bad = total" }],
  ['features stand on floors',     'sideways',               { 'core/src/watchlist/watchlist.rules.ts': "import type { placeOrder } from '../orders/orders.contract.ts'\nexport type Bad = typeof placeOrder" }],
  ['features stand on floors',     'server sees core above', { 'server/src/orders/orders.jobs.ts': "import { total } from '@lonja/core/portfolio/portfolio.rules'\nexport const bad = total" }],
  ['features stand on floors',     'a screen takes a component from above', { 'app/src/portfolio/Total.tsx': 'export const Total = () => <p />', 'app/src/orders/Bad.tsx': "import { Total } from '../portfolio/Total.tsx'\nexport const Bad = Total" }],
  ['features stand on floors',     'a feature sees the roof', { 'server/src/orders/orders.jobs.ts': "import { openHouse } from '../main.ts'\nexport const bad = openHouse" }],
  ['features stand on floors',     'a screen sees more of core’s roof than contracts', { 'core/src/calls.ts': 'export const CALLS = {}', 'staff/src/orders/Bad.tsx': "import { CALLS } from '@lonja/core/calls'\nexport const Bad = () => <p>{CALLS}</p>" }],
  ['features stand on floors',     'a feature of the server sees core’s roof', { 'server/src/orders/orders.jobs.ts': "import { TICKETS } from '@lonja/core/tickets.contract'\nexport const bad = TICKETS" }],
  ['features stand on floors',     'a rule sees the joined lists', { 'core/src/lists.ts': 'export const NOTICES = 1', 'core/src/orders/orders.fee.ts': "import { NOTICES } from '../lists.ts'\nexport const bad = NOTICES" }],
  ['no circles',                   'two files',              { 'core/src/base/a.ts': "import { b } from './b.ts'\nexport const a = b", 'core/src/base/b.ts': "import type { a } from './a.ts'\nexport const b: typeof a = 1" }],
  ['features stand on floors',     'a step sees a higher one', { 'core/src/replay/bars.ts': "import { seed } from '../practice/seeds.ts'\nexport const bad = seed", 'core/src/practice/seeds.ts': 'export const seed = 1' }],
  ['features stand on floors',     'the door sees a feature', { 'server/src/door/door.ts': "import { quoteFor } from '../market/market.quotes.ts'\nexport const bad = quoteFor" }],
  ['features stand on floors',     'the market of core sees its parts', { 'core/src/market/market.rules.ts': "import { seed } from '../practice/seeds.ts'\nexport const bad = seed", 'core/src/practice/seeds.ts': 'export const seed = 1' }],
  ['every feature has a floor',    'a stray folder',         { 'server/src/lottery/lottery.store.ts': 'export const a = 1' }],
  ['core is pure: packages',       'a date library',         { 'core/src/base/day.ts': "import { now } from 'date-now'\nexport const day = now" }],
  ['rules never call stores, stores never call rules', 'a store decides', { 'server/src/orders/orders.store.ts': "import { feeFor } from '@lonja/core/orders/orders.rules'\nexport const fee = feeFor(1n)" }],
  ['routes are seen by the roof alone', 'another feature',   { 'server/src/portfolio/portfolio.routes.ts': "import { ordersRoutes } from '../orders/orders.routes.ts'\nexport const bad = ordersRoutes" }],
  ['a check stands on base alone', 'it uses the rules',      { 'core/src/proof/proof.check.ts': "import { feeFor } from '../orders/orders.rules.ts'\nexport const check = feeFor" }],
  ['a check stands on base alone', 'it takes the roots of base', { 'core/src/base/roots.ts': 'export const leafFor = 1', 'core/src/ipo/draw.check.ts': "import { leafFor } from '../base/roots.ts'\nexport const check = leafFor" }],
  ['a check stands on base alone', 'it takes random words from base', { 'core/src/base/noise.ts': 'export const mix = 1', 'core/src/proof/price.check.ts': "import { mix } from '../base/noise.ts'\nexport const check = mix" }],
  ['prices are checked apart from their function', 'it asks the function first', { 'core/src/practice/practice.ts': 'export const market = 1', 'core/src/proof/price.proof.ts': "import { market } from '../practice/practice.ts'\nexport const check = market" }],
  ['prices come by one door',      'a route reads a source', { 'server/src/market/market.routes.ts': "import { practice } from './market.source.practice.ts'\nexport const bad = practice" }],
  ['prices come by one door',      'orders read a source',   { 'server/src/orders/orders.jobs.ts': "import { practice } from '../market/market.source.practice.ts'\nexport const bad = practice" }],
  ['prices come by one door',      'a route runs the practice function', { 'core/src/practice/practice.ts': 'export const practiceSource = 1', 'server/src/market/market.routes.ts': "import { practiceSource } from '@lonja/core/practice/practice'\nexport const bad = practiceSource" }],
  ['prices come by one door',      'orders replay a file',   { 'core/src/replay/csv.ts': 'export const bars = 1', 'server/src/orders/orders.jobs.ts': "import { bars } from '@lonja/core/replay/csv'\nexport const bad = bars" }],
  ['seeds are opened in one place', 'orders read seeds',     { 'server/src/orders/orders.jobs.ts': "import { seeds } from '../market/market.seeds.store.ts'\nexport const bad = seeds" }],
  ['money is moved by routes, actions and jobs', 'a view posts', { 'server/src/portfolio/portfolio.view.ts': "import { post } from '../ledger/ledger.store.ts'\nexport const bad = post" }],
  ['money is moved by routes, actions and jobs', 'a reply posts', { 'server/src/ledger/ledger.actions.ts': 'export const postNow = 1', 'server/src/orders/orders.replies.ts': "import { postNow } from '../ledger/ledger.actions.ts'\nexport const bad = postNow" }],
  ['money is moved by routes, actions and jobs', 'a store posts', { 'server/src/ledger/ledger.actions.ts': 'export const postNow = 1', 'server/src/orders/orders.store.ts': "import { postNow } from '../ledger/ledger.actions.ts'\nexport const bad = postNow" }],
  ['nothing real imports what is for tests', 'a route does', { 'server/src/testing/database.ts': 'export const fake = 1', 'server/src/orders/orders.jobs.ts': "import { fake } from '../testing/database.ts'\nexport const bad = fake" }],
  ['nothing real imports what is for tests', 'the roof does', { 'server/src/testing/database.ts': 'export const fake = 1', 'server/src/push.ts': "import { fake } from './testing/database.ts'\nexport const bad = fake" }],
  ['no barrels',                   'a name passed on',       { 'core/src/orders/orders.all.ts': "export { feeFor } from './orders.rules.ts'" }],
  ['no barrels',                   'everything passed on',   { 'core/src/orders/orders.all.ts': "export * from './orders.rules.ts'" }],
  ['every file is in a room',      'a shed',                 { 'shed/src/orders/spade.ts': 'export const a = 1' }],
  ['no drawers',                   'helpers',                { 'server/src/orders/orders.helpers.ts': 'export const a = 1' }],
  ['no drawers',                   'a folder of types',      { 'core/src/base/types/money.ts': 'export const a = 1' }],
  ['core is pure: no clock, no dice, no machine', 'Date.now', { 'core/src/orders/orders.rules.ts': 'export const at = Date.now()' }],
  ['core is pure: no clock, no dice, no machine', 'new Date()', { 'core/src/orders/orders.rules.ts': 'export const at = new Date()' }],
  ['core is pure: no clock, no dice, no machine', 'Math.random', { 'core/src/orders/orders.rules.ts': 'export const at = () => Math.random()' }],
  ['core is pure: no clock, no dice, no machine', 'globalThis.crypto', { 'core/src/orders/orders.rules.ts': 'export const id = () => globalThis.crypto.randomUUID()' }],
  ['core is pure: no clock, no dice, no machine', 'a timer', { 'core/src/orders/orders.rules.ts': 'export const at = () => setTimeout(() => {}, 1)' }],
  ['core is pure: no clock, no dice, no machine', 'node:fs', { 'core/src/orders/orders.rules.ts': "import { readFileSync } from 'node:fs'\nexport const at = readFileSync" }],
  ['time and chance come from base', 'in the config',        { 'server/src/config/config.ts': 'export const at = () => Date.now()' }],
  ['time and chance come from base', 'in a route',           { 'server/src/orders/orders.jobs.ts': 'export const at = () => Date.now()' }],
  ['settings are read in one place', 'in a route',           { 'server/src/orders/orders.jobs.ts': 'export const at = process.env.PORT' }],
  ['settings are read in one place', 'by another name',      { 'server/src/orders/orders.jobs.ts': "export const at = process.env['PORT']" }],
  ['a lock is taken, not claimed', 'a cast',                 { 'server/src/orders/orders.actions.ts': "import type { Tx } from '../base/clock.ts'\nexport const f = (tx: Tx) => tx as unknown as LockedTx" }],
  ['an id is born or decoded, not claimed', 'a cast',        { 'server/src/orders/orders.actions.ts': 'export const f = (id: string) => id as unknown as OrderId' }],
  ['an id is born or decoded, not claimed', 'of any kind',   { 'server/src/orders/orders.actions.ts': 'export const f = <Kind extends string>(id: string) => id as IdOf<Kind>' }],
  ['screens do not fetch, store or format', 'fetch',         { 'app/src/orders/Bad.tsx': "export const Bad = () => fetch('/x')" }],
  ['screens do not fetch, store or format', 'localStorage',  { 'app/src/orders/Bad.tsx': "export const Bad = () => window.localStorage.getItem('token')" }],
  ['screens do not fetch, store or format', 'Intl',          { 'app/src/orders/Bad.tsx': "export const Bad = new Intl.NumberFormat('es')" }],
  ['screens do not fetch, store or format', 'toFixed',       { 'app/src/orders/Bad.tsx': 'export const Bad = (n: number) => n.toFixed(2)' }],
  ['a way on in a notice has one look', 'a soft button',    { 'app/src/orders/Bad.tsx': 'export const Bad = () => <Notice title="Not now"><p>Later</p><Button look="soft" small label="See" /></Notice>' }],
  ['rules do not wait',            'async',                  { 'core/src/orders/orders.rules.ts': 'export async function decide() {}' }],
  ['nobody reads an error message', 'includes',              { 'server/src/database/db.ts': "export const again = (error: Error) => error.message.includes('deadlock')" }],
  ['a page begins at its place',   'a list',                 { 'server/src/orders/orders.store.ts': "export const list = 'select 1 from orders where ($1::uuid is null or id < $1)'" }],
  ['limits of lists stand in rules', 'a page in a route',  { 'server/src/orders/orders.jobs.ts': 'export const ORDERS_PAGE = 30' }],
  ['limits of lists stand in rules', 'a bound in a route', { 'server/src/orders/orders.routes.ts': 'const ORDERS_MOST = 100; export const most = ORDERS_MOST' }],
  ['limits of lists stand in rules', 'a number in a query', { 'server/src/orders/orders.store.ts': 'export const list = (t: string) => `select id from orders where id > ${t} order by id limit 200`' }],
  ['dates have one form on a screen', 'a day beside an instant', { 'app/src/orders/Order.tsx': "export const Order = ({ f, at }) => [f.date(at), f.day(at)]" }],
  ['dates have one form on a screen', 'a day in the console', { 'staff/src/orders/Order.tsx': "export const Order = ({ f, day }) => f.calendarDay(day)" }],
  ['no notes to oneself',          'a comment',              { 'core/src/base/amount.ts': '// TODO: round\nexport const cents = 1' }],
  ['comments open plainly',        'a docstring',            { 'core/src/base/amount.ts': '/** What a fill costs. */\nexport const cents = 1' }],
  ['comments open plainly',        'a line comment',         { 'core/src/base/amount.ts': 'export const a = 1 // one\n// Whoever asks gets this.\nexport const cents = 1' }],
  ['comments open plainly',        'a later sentence',       { 'core/src/base/amount.ts': '/**\n * The fee of a fill.\n * Whoever asks gets it.\n */\nexport const cents = 1' }],
  ['names are nouns',              'a variable',             { 'core/src/base/amount.ts': 'export const f = () => {\n  const found = 1\n  return found\n}' }],
  ['names are nouns',              'a parameter',            { 'core/src/base/amount.ts': 'export const f = (asked: bigint) => asked' }],
  ['names are nouns',              'a parameter of a type',  { 'core/src/base/amount.ts': 'export type F = (told: string) => void' }],
  ['names are nouns',              'a function',             { 'core/src/base/amount.ts': 'export function kept() {}' }],
  ['names are nouns',              'a field by another name', { 'core/src/base/amount.ts': 'export const f = ({ text: said }: { text: string }) => said' }],
  ['names are nouns',              'one of a list',          { 'core/src/base/amount.ts': 'export const [made = 1, ...taken] = [2]' }],
  ['names are nouns',              'an interface',           { 'core/src/base/amount.ts': 'export interface Taken {\n  readonly shares: bigint\n}' }],
  ['names are nouns',              'a type of a test',       { 'core/src/base/amount.test.ts': 'type Wanted = bigint\nexport const cents: Wanted = 1n' }],
  ['names are nouns',              'a variable of a test',   { 'core/src/base/amount.test.ts': "test('a sum', () => {\n  const made = 1\n  return made\n})" }],
  ['names are nouns',              'a parameter in a scene of a test', { 'server/src/testing/scene.ts': 'export const f = (told: string) => told' }],
  ['names are nouns',              'a type of an offer',     { 'core/src/ipo/ipo.rules.ts': 'export interface Drawn {\n  readonly lots: bigint\n}' }],
  ['literals are not spread',      'two fields',             { 'core/src/base/amount.ts': 'export const cents = { ...{ a: 1, b: 2 }, c: 3 }' }],
  ['literals are not spread',      'an element',             { 'app/src/orders/Bad.tsx': 'export const Bad = (a: object) => <p {...{ a }} />' }],
  ['foreign words stay at the wire', 'a function',           { 'server/src/orders/orders.jobs.ts': 'export const closeGupiao = 1' }],
  ['words of the wire stand once', 'in a route',             { 'server/src/orders/orders.jobs.ts': "export const path = '/api/tur/index/buyGupiao'" }],
  ['words of the wire stand once', 'in two contracts',       { 'core/src/ledger/ledger.contract.ts': "export const again = { path: '/index/buyGupiao' }" }],
  ['words of the wire stand once', 'in a template',          { 'app/src/orders/Bad.tsx': 'export const bad = (to: string) => `${to}/getTickerK`' }],
  ['files are short',              '301 lines',              { 'core/src/base/amount.ts': long(301) }],
  ['functions are short',          '61 lines',               { 'core/src/base/amount.ts': `export function cents() {\n${long(59)}}\n` }],
  ['SQL stands in stores',         'in a route',             { 'server/src/orders/orders.jobs.ts': "export const sql = 'select id from orders'" }],
  ['SQL stands in stores',         'in a template',          { 'server/src/orders/orders.jobs.ts': 'export const sql = (t: string) => `\n  delete from orders where id = ${t}`' }],
  ['rows are read by codecs',      'a type by hand',         { 'server/src/orders/orders.jobs.ts': 'export const list = (tx: Tx) => tx.run<{ id: string }>(LIST)' }],
  ['rows are read by codecs',      'a cast of rows',         { 'server/src/orders/orders.jobs.ts': 'export const list = async (tx: Tx) => (await tx.run(LIST)) as { id: string }[]' }],
  ['rows are read by codecs',      'a cast of a row',        { 'server/src/orders/orders.store.ts': 'export const idOf = (row: Row) => (row as unknown as { id: string }).id' }],
  ['rows are read by codecs',      'cells by their place',   { 'server/src/orders/orders.jobs.ts': "export const load = loadSet('find', [], ([id]) => ({ id }), LIST)" }],
  ['one table, one writer',        'a second store',         { 'server/src/portfolio/portfolio.store.ts': "export const sql = 'with gone as (delete from orders returning id) select 1'" }],
  ['one table, one writer',        'by another name',        { 'server/src/portfolio/portfolio.store.ts': "export const sql = 'update orders o set id = c.id from changed c'" }],
  ['stores read their own tables', 'a join',                 { 'server/src/portfolio/portfolio.store.ts': "export const sql = 'select 1 from lots l join orders o on o.id = l.order_id'" }],
  ['stores read their own tables', 'a second table in from', { 'server/src/portfolio/portfolio.store.ts': "export const sql = 'select 1 from lots l, orders o where o.id = l.order_id'" }],
  ['stores read their own tables', 'in a subquery',          { 'server/src/portfolio/portfolio.store.ts': "export const sql = 'exists (select from orders where id = $1)'" }],
  ['stores read their own tables', 'through a view',         { 'server/migrations/0002_view.sql': 'create view open_orders as select * from orders', 'server/src/portfolio/portfolio.store.ts': "export const sql = 'select 1 from open_orders'" }],
  ['stores read their own tables', 'a part of the door',     { 'server/src/door/stored-answers.ts': "export const sql = 'select 1 from orders'" }],
  ['floors below name no product', 'orders know withdrawals', { 'core/src/orders/orders.fee.ts': "export const causes = ['order', 'withdrawal']" }],
  ['floors below name no product', 'the ledger knows a column', { 'server/src/ledger/ledger.store.ts': "export const post = () => 'select deposit_id from entries'" }],
  ['floors below name no product', 'a list has an option',  { 'core/src/orders/orders.causes.ts': "export const causes = ['order', 'option']" }],
  ['floors below name no product', 'the ledger knows a block', { 'server/src/ledger/ledger.store.ts': "export const post = () => 'select block_offer from entries'" }],
  ['floors below name no product', 'a loan below its floor',  { 'server/src/ledger/flows.store.ts': "export const list = () => `select counter from entries where counter not in ('hold', 'loans')`" }],
  ['floors below name no product', 'a screen of floor 1',    { 'app/src/notices/Card.tsx': "export const Card = () => <a href={{ kyc: 'x' }.kyc} />" }],
  ['names of tables are written out', 'a made-up name',      { 'server/src/orders/orders.store.ts': 'export const sql = (t: string) => `insert into ${t} (id) values ($1)`' }],
])('"%s" fails on a planted breach: %s', (rule, _breach, planted) => {
  const caught = breachesIn(houseWith(planted)).filter((breach) => breach.rule === rule)
  expect(caught.length).toBeGreaterThan(0)
  for (const { path } of caught) expect(Object.keys(planted).concat(Object.keys(CLEAN))).toContain(path)
})

test('files and functions of exactly the most lines are in order', () => {
  expect(breachesIn(houseWith({ 'core/src/base/amount.ts': long(300) }))).toEqual([])
  const longest = `export function cents() {\n${long(58)}}\n`
  expect(breachesIn(houseWith({ 'core/src/base/amount.ts': longest }))).toEqual([])
})

test('a field has the word of the wire, and so has the variable that repeats it', () => {
  const field = 'export const f = ({ taken }: { readonly taken: bigint }): bigint => taken'
  expect(breachesIn(houseWith({ 'core/src/base/amount.ts': field }))).toEqual([])
})

test('every rule that can be broken is shown to break', () => {
  // The names of all rules, from the source itself: a rule without a planted breach above is a defect.
  const rules = new Set(
    [...files]
      .filter(([path]) => /^tools\/tidy\.(walls|manners|names|tables|products)\.ts$/.test(path))
      .flatMap(([, text]) => [...text.matchAll(/^ {2}'([^']+)': \w+,$|rule: '([^']+)'|const rule = '([^']+)'/gm)])
      .map(([, a, b, c]) => a ?? b ?? c ?? ''),
  )
  const planted = files.get('tools/tidy.test.ts') ?? ''
  expect(rules.size).toBeGreaterThan(25)
  expect([...rules].filter((rule) => !planted.includes(`['${rule}',`))).toEqual([])
})
