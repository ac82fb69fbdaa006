import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '@lonja/core/audit/audit.staff.contract'
import {
  editHouseArticle,
  listHouseArticles,
  publishHouseArticle,
  readHouseArticle,
  withdrawHouseArticle,
} from '@lonja/core/news/articles.staff.contract'
import { listNews, readNews } from '@lonja/core/news/news.contract'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import type { CallAnswer } from '../testing/ask.ts'
import type { TestSeat } from '../staff/staff.testing.ts'

let house: TestHouse
let one: TestSeat
let two: TestSeat
beforeAll(async () => {
  house = await openTestHouse()
  one = await house.seat({ roles: ['operations'] })
  two = await house.seat({ roles: ['operations', 'admin'] })
})
afterAll(() => house.close())

const text = { language: 'en', title: 'Why an order waits', body: 'First.\n\n## Then\n- a line' }
const by = (seat: TestSeat) => ({ token: seat.token, key: newId() })
const publish = (more: object, seat = one) =>
  house.ask(publishHouseArticle, { name: 'waits', ...text, listings: [], ...more }, by(seat))
const edit = (more: object, seat = one) => house.ask(editHouseArticle, { name: 'waits', ...text, ...more }, by(seat))
const read = async (name = 'waits') => (await house.ask(readHouseArticle, { name }, { token: one.token })).data
const outcomeOf = ({ status, error }: CallAnswer) => (status === 200 ? 'accepted' : error)

describe('an article of the house', () => {
  test('is published, read by customers, edited with its history kept, and withdrawn with the reason', async () => {
    const answer = await publish({})
    expect(answer.data).toMatchObject({ version: 0 })
    expect(outcomeOf(await publish({ language: 'tur', title: 'Por qué espera' }))).toBe('accepted')
    const shown = await house.ask(readNews, { id: answer.data.id })
    expect(shown.data).toMatchObject({ title: text.title, origin: 'house', topic: 'article', editedAt: null })
    house.clock.advance(60_000)
    expect((await edit({ title: 'Why orders wait', version: 0 })).data.version).toBe(1)
    expect((await house.ask(readNews, { id: answer.data.id })).data).toMatchObject({
      title: 'Why orders wait',
      edits: 1,
      editedAt: house.clock.now(),
    })
    expect((await read()).texts.map((each: { title: string; version: number }) => [each.title, each.version])).toEqual([
      ['Why orders wait', 1],
      [text.title, 0],
      ['Por qué espera', 0],
    ])
    expect((await read()).listings).toEqual([])
    const back = { name: 'waits', reason: 'It named the wrong day.' }
    expect((await house.ask(withdrawHouseArticle, back, by(two))).data).toEqual({ withdrawn: true })
    expect((await house.ask(withdrawHouseArticle, back, by(one))).data).toEqual({ withdrawn: false })
    expect(outcomeOf(await edit({ version: 1, body: 'Again' }))).toBe('article_withdrawn')
    expect(outcomeOf(await publish({ language: 'fr' }))).toBe('article_withdrawn')
    const [row] = (await house.ask(listNews, { origin: 'house' })).data.rows
    expect(row).toMatchObject({ withdrawn: true })
    const log = (await house.ask(listAudit, {}, { token: two.token })).data.rows.map(({ act }: { act: string }) => act)
    expect(log.slice(0, 4)).toEqual(['article_withdrawn', 'article_edited', 'article_published', 'article_published'])
  })

  test('is refused with a headline of a real company, an unknown listing or a name in use, in words', async () => {
    expect(outcomeOf(await publish({ name: 'real', title: 'Apple rises' }))).toBe('headline_names_company')
    expect((await publish({ name: 'real', title: 'Apple rises' })).msg).toContain('Apple')
    expect(outcomeOf(await publish({ name: 'gone', listings: ['XNYS:NOPE'] }))).toBe('unknown_listing')
    expect(outcomeOf(await publish({ name: 'twice' }))).toBe('accepted')
    expect(outcomeOf(await publish({ name: 'twice', body: 'Another' }))).toBe('article_there')
    expect(outcomeOf(await edit({ name: 'twice', title: 'Tesla falls', version: 0 }))).toBe('headline_names_company')
    expect(outcomeOf(await edit({ name: 'nowhere', version: 0 }))).toBe('unknown_article')
    expect(outcomeOf(await edit({ name: 'twice', language: 'fr', version: 0 }))).toBe('unknown_article')
  })

  test.each([
    ['name', { name: 'No Capitals' }],
    ['title', { title: 'a'.repeat(141) }],
    ['title', { title: 'back\u202ewards' }],
    ['body', { body: 'a\u0000b' }],
    ['language', { language: 'de' }],
  ])('a wrong %s is named', async (field, more) => {
    const answer = await publish({ name: 'wrong', ...more })
    expect([answer.error, answer.fields?.[0]?.field]).toEqual(['bad_input', field])
  })

  test('a blank body is missing', async () => {
    const answer = await publish({ name: 'wrong', body: '  ' })
    expect([answer.error, answer.fields?.[0]?.field]).toEqual(['missing_information', 'body'])
  })
})

test('two writes at once: of two names one is stored, of two edits one, and the other is refused', async () => {
  const answers = await Promise.all([publish({ name: 'race' }, one), publish({ name: 'race', body: 'Another' }, two)])
  expect(answers.map(outcomeOf).sort()).toEqual(['accepted', 'article_there'])
  const edits = await Promise.all([
    edit({ name: 'race', body: 'By one', version: 0 }, one),
    edit({ name: 'race', body: 'By two', version: 0 }, two),
  ])
  expect(edits.map(outcomeOf).sort()).toEqual(['accepted', 'article_changed'])
  expect((await read('race')).texts).toHaveLength(2)
  // Sending the current text again changes nothing, from either seat.
  const { title, body } = (await read('race')).texts[0]
  expect((await edit({ name: 'race', title, body, version: 0 }, two)).data.version).toBe(1)
})

test('the list has pages of whole articles, each with all its languages', async () => {
  for (let n = 0; n < 5; n += 1) {
    house.clock.advance(1_000)
    await publish({ name: `page-${n}` })
    await publish({ name: `page-${n}`, language: 'cn', title: '为什么要等' })
  }
  const names: string[] = []
  let cursor: string | null = null
  do {
    const input = { limit: '2', ...(cursor ? { cursor } : {}) }
    const { data } = await house.ask(listHouseArticles, input, { token: one.token })
    for (const row of data.rows) names.push(`${row.name} ${row.texts.length}`)
    cursor = data.cursor
  } while (cursor)
  expect(names.slice(0, 5)).toEqual(['page-4 2', 'page-3 2', 'page-2 2', 'page-1 2', 'page-0 2'])
  expect(names.length).toBe(new Set(names).size)
})
