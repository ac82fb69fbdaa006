import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadEverything } from '@lonja/core/portfolio/statements.contract'
import { termsText } from '@lonja/core/ipo/terms.text'
import { checkBooks } from '../books.ts'
import { newId } from '../base/ids.ts'
import { openDb, sql, type Db } from '../database/db.ts'
import { openDesk, type Desk } from '../testing/desk.ts'
import { signInAgain } from '../testing/house.ts'
import { sendPostponement } from './postponing.actions.ts'
import { postpone, postponedOffer } from './postponing.testing.ts'

/* The laws of later dates, and the archive of a customer with them, in a house with an offer that was postponed twice. */

let desk: Desk
let owner: Db
let one: Awaited<ReturnType<typeof postponedOffer>>
let second: Awaited<ReturnType<typeof postpone>>
beforeAll(async () => {
  desk = await openDesk()
  owner = openDb(desk.house.ownerUrl, { max: 1 })
  await desk.later()
  one = await postponedOffer(desk)
  const parts = { db: desk.house.db, clock: desk.house.clock, events: { publish: () => {} } }
  await sendPostponement(parts, one.postponement)
  await desk.later(desk.now() + 120_000)
  second = await postpone(desk, one.offer)
  await sendPostponement(parts, second.postponement)
}, 120_000)
afterAll(async () => {
  await owner.close()
  await desk.house.close()
})

let forgeries = 0

/** The breaches after a statement of the tables' owner, which is rolled back. */
async function brokenBy(text: string): Promise<[code: string, differs: string | null][]> {
  let broken: [string, string | null][] = []
  const undone = new Error('rolled back')
  const run = owner.write(async (tx) => {
    await tx.run(sql(`forge_postponing_${(forgeries += 1)}`, `do $$ begin ${text}; end $$`))
    broken = (await checkBooks(tx)).flatMap(({ code, rows }) => rows.map(({ differs }): [string, string | null] => [code, differs])) // prettier-ignore
    throw undone
  })
  await expect(run).rejects.toBe(undone)
  return broken
}

test('what two people decided breaks no law', async () => {
  expect(await brokenBy('perform 1')).toEqual([])
})

const offer = () => `offer = '${one.offer}'`
const review = () =>
  `(select r.id from reviews r join ipo_proposals p on p.id = r.record where p.what = 'postpone' and p.${offer()} limit 1)`
/** The terms with another instant, as a text in SQL. */
const dated = (column: string, date: string, time: string) =>
  `regexp_replace(${column}, '\\n${date} [^\\n]*', E'\\n${date} ${time}')`
const allows = 'alter table ipo_offers disable trigger user'

// prettier-ignore
test.each<[what: string, code: string, forgery: () => string, differs: RegExp]>([
  ['a date that came earlier', 'postponements', () => `update ipo_postponements set before = ${dated('before', 'lists', '2031-01-01T00:00:00.000Z')} where place = 2`, /postponement 2: a date comes earlier/],
  ['a price with later dates', 'postponements', () => `update ipo_postponements set terms = regexp_replace(terms, 'price 8', 'price 9') where place = 2; ${allows}; update ipo_offers set terms = p.terms, terms_hash = sha256(convert_to(p.terms, 'UTF8')) from ipo_postponements p where p.offer = id and p.place = 2`, /postponement 2: more than dates differ/],
  ['terms that the offer does not have', 'postponements', () => `update ipo_postponements set terms = ${dated('terms', 'lists', '2031-01-01T00:00:00.000Z')} where place = 2`, /postponement 2: other terms follow/],
  ['a postponement between two others', 'postponements', () => `update ipo_postponements set terms = ${dated('terms', 'lists', '2031-01-01T00:00:00.000Z')} where place = 1`, /postponement 1: other terms follow/],
  ['a missing one', 'postponements', () => `delete from ipo_postponement_notices where place = 1; delete from ipo_postponements_sent where place = 1; delete from ipo_postponements where place = 1`, /postponement 2: no one before it/],
  ['one decided after the deadline', 'postponements', () => `update ipo_postponements set postponed_at = ${second.before.closes + 1} where place = 2`, /postponement 2: decided after the deadline/],
  ['one decided after the freeze', 'postponements', () => `insert into ipo_freezes values ('${one.offer}', ${desk.now() - 1})`, /postponement 2: decided after the list was frozen/],
  ['one decided before the first', 'postponements', () => 'update ipo_postponements set postponed_at = postponed_at - 240000 where place = 2', /postponement 2: decided before the one before it/],
  ['one of an offer that came by itself', 'postponements', () => `delete from ipo_house_offers where ${offer()}`, /an offer that came by itself/],
  ['dates that nobody approved', 'house_offers', () => `update ipo_postponements set terms = ${dated('terms', 'lists', '2031-01-01T00:00:00.000Z')} where place = 2`, /its later dates were not approved/],
  ['one seat in both opinions', 'offer_seats', () => `delete from review_steps where review = ${review()} and person = 2`, /postpone: approved by one seat/],
  ['no opinion at all', 'offer_seats', () => `delete from review_steps where review = ${review()}`, /postpone: approved by nobody/],
  ['an application without its notice', 'postponement_notices', () => `delete from ipo_postponement_notices where application = '${one.ana.application}' and place = 2`, /^no notice of postponement 2$/],
  ['a notice that its row promises', 'postponement_notices', () => `delete from notices where customer = '${one.ana.id}' and code = 'application_postponed' and made_at = ${desk.now()}`, /^0 notices of postponement 2 with its dates$/],
  ['the same notice twice', 'postponement_notices', () => `insert into notices select (jsonb_populate_record(null::notices, to_jsonb(n) || jsonb_build_object('id', '${newId()}'))).* from notices n where customer = '${one.ana.id}' and code = 'application_postponed' and made_at = ${desk.now()}`, /^2 notices of postponement 2 with its dates$/],
  ['a notice with another date', 'postponement_notices', () => `update notices set facts = facts || '{"draws": "1"}' where customer = '${one.ana.id}' and code = 'application_postponed' and made_at = ${desk.now()}`, /^0 notices of postponement 2 with its dates$/],
  ['a notice of no postponement', 'postponement_notices', () => `insert into notices select (jsonb_populate_record(null::notices, to_jsonb(n) || jsonb_build_object('id', '${newId()}', 'made_at', 1))).* from notices n where customer = '${one.ana.id}' and code = 'application_postponed' and made_at = ${desk.now()}`, /^a notice of later dates of Harbor Foods \d+, and no postponement$/],
  ['a notice to a later application', 'postponement_notices', () => `alter table ipo_applications disable trigger user; update ipo_applications set made_at = ${desk.now() + 1}, changed_at = null where id = '${one.ana.application}'`, /^a notice of postponement \d, which came before it$/],
])('%s is found', async (_what, code, forgery, differs) => {
  expect(await brokenBy(forgery())).toContainEqual([code, expect.stringMatching(differs)])
})

test('a house whose only seat decided alone breaks no law, and with a second one it does', async () => {
  const alone = `delete from review_steps where review = ${review()} and person = 2`
  const others = (set: string) => `update seats set ${set} where id not in (select seat from review_steps where person is not null and review = ${review()})`
  const codesOf = async (text: string) => (await brokenBy(text)).map(([code]) => code)
  expect(await codesOf(`${alone}; ${others('ended_at = claimed_at')}`)).not.toContain('offer_seats')
  // An auditor decides nothing, and who came a moment before was perhaps not counted.
  expect(await codesOf(`${alone}; ${others("roles = '{auditor}'")}`)).not.toContain('offer_seats')
  expect(await codesOf(`${alone}; ${others('claimed_at = 4000000000000')}`)).not.toContain('offer_seats')
  expect(await codesOf(alone)).toContain('offer_seats')
}) // prettier-ignore

test('the archive of a customer has the notices, and the terms of each application before and after', async () => {
  const token = await signInAgain(desk.house, one.ana)
  const files = unzipSync(new Uint8Array((await desk.house.ask(downloadEverything, {}, { token })).data.file))
  const rowsOf = (table: string) =>
    JSON.parse(strFromU8(files[`json/${table}.json`] ?? new Uint8Array())) as Record<string, string>[]
  const application = one.ana.application
  expect(rowsOf('ipo_application_terms')).toEqual(
    [one.postponement.before, one.postponement.terms, second.postponement.terms].map((terms, place) =>
      expect.objectContaining({ application, place: String(place), terms: termsText(terms) }),
    ),
  )
  expect(rowsOf('ipo_postponement_notices').map(({ place }) => place)).toEqual(['1', '2'])
  const notices = rowsOf('notices').filter(({ code }) => code === 'application_postponed')
  expect(notices.map(({ facts }) => (JSON.parse(facts ?? '') as { draws: string }).draws)).toEqual(
    [one.after, second.after].map(({ draws }) => String(draws)),
  )
})
