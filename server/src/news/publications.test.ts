import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '@lonja/core/audit/audit.staff.contract'
import type { Write } from '@lonja/core/base/contract'
import type { Language } from '@lonja/core/base/language'
import { listNews } from '@lonja/core/news/news.contract'
import { editHouseArticle, publishHouseArticle, withdrawHouseArticle } from '@lonja/core/news/articles.staff.contract'
import { decidePublication, openPublication, proposeHouseMessage } from '@lonja/core/news/publications.staff.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { listQueue } from '@lonja/core/reviews.contract'
import { answerThread } from '@lonja/core/support/support.staff.contract'
import { sendMessage } from '@lonja/core/support/thread.contract'
import type { Article } from '@lonja/core/news/article.rules'
import { newId } from '../base/ids.ts'
import { HOUSE } from '../database/locks.ts'
import { ABC } from '../orders/orders.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { changedBetween } from '../testing/between.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { withdrawArticle } from './news.articles.ts'
import { publishArticle } from './publications.actions.ts'

/** A text to all customers, or about a listing, takes two people of operations. */

let house: TestHouse
let one: TestSeat
let two: TestSeat
let ana: TestCustomer
let leo: TestCustomer
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
  ;[one, two] = [await house.seat({ roles: ['operations'] }), await house.seat({ roles: ['operations'] })]
  ;[ana, leo] = [await house.customer(), await house.customer()]
})
afterAll(() => house.close())

const outcomeOf = ({ error }: CallAnswer): string => error ?? 'accepted'
const wrongAt = ({ error, fields }: CallAnswer) => [error, fields?.[0]?.field]
const ask = (call: Write, input: object, { token }: Pick<TestSeat, 'token'>) =>
  house.ask(call, input, call.key === 'header' ? { token, key: newId() } : { token })
const open = async (id: string, by: TestSeat) => (await ask(openPublication, { id }, by)).data
async function decide(id: string, by: TestSeat, opinion: 'approve' | 'refuse' = 'approve') {
  const { seen } = await open(id, by)
  const reason = opinion === 'approve' ? 'text_checked' : 'text_wrong'
  return ask(decidePublication, { id, seen, opinion, reason }, by)
}
/** The acts of a seat in the log with their details, newest first. */
async function actsOf({ id }: TestSeat): Promise<{ act: string; detail: object }[]> {
  admin ??= await house.seat({ roles: ['admin'] })
  return (await house.ask(listAudit, { seat: id }, { token: admin.token })).data.rows
}
let admin: TestSeat | undefined
const notices = async ({ token }: TestCustomer, language: Language) =>
  (await house.ask(listNotices, {}, { token, language })).data.data.filter(
    ({ code }: { code: string }) => code === 'house_message',
  )
const SPANISH = { title: 'Festivo', body: 'Cerramos el lunes.' }
const FRENCH = { title: 'Férié', body: 'Fermé lundi.' }
const propose = (texts: object, by = one) => ask(proposeHouseMessage, { id: newId(), texts }, by)
/** The subject of a publication in its queue, in a language. */
const aboutOf = async (review: string, language: Language) =>
  (await house.ask(listQueue, { kind: 'publication' }, { token: one.token, language })).data.rows.find(
    ({ id }: { id: string }) => id === review,
  ).about
const waiting = async (by = one): Promise<string[]> =>
  (await house.ask(listQueue, { kind: 'publication' }, { token: by.token })).data.rows.map(
    ({ id }: { id: string }) => id,
  )

describe('a message to all', () => {
  test('goes out when a second seat approves exactly what is shown, in each reader’s language or marked Spanish', async () => {
    const { review: id, told } = (await propose({ tur: SPANISH, fr: FRENCH })).data
    expect(await notices(ana, 'tur')).toEqual([])
    expect([(await open(id, one)).onlyLook, (await waiting()).includes(id)]).toEqual(['same_person', true])
    expect(await aboutOf(id, 'fr')).toEqual({ act: 'message', name: FRENCH.title, listing: null })
    expect(await aboutOf(id, 'cn')).toEqual({ act: 'message', name: SPANISH.title, listing: null })
    const shown = await open(id, two)
    expect(shown).toMatchObject({
      what: 'message',
      count: told,
      people: { approve: 2 },
      proposedBy: { number: one.number },
    })
    expect(shown.texts).toEqual([
      { language: 'tur', ...SPANISH },
      { language: 'fr', ...FRENCH },
    ])
    for (const { language, gets } of shown.recipients)
      expect([language, gets]).toEqual([language, language === 'fr' ? 'fr' : 'tur'])
    expect((await decide(id, two)).data).toMatchObject({ outcome: 'decided', state: 'approved' })
    expect(await notices(ana, 'fr')).toMatchObject([{ ...FRENCH, language: null }])
    expect(await notices(ana, 'tur')).toMatchObject([{ ...SPANISH, language: null }])
    expect(await notices(leo, 'tw')).toMatchObject([{ ...SPANISH, language: 'tur' }])
    expect((await actsOf(one)).map(({ act }) => act)).toContain('message_proposed')
    expect((await actsOf(two)).slice(0, 2)).toMatchObject([
      { act: 'message_sent', detail: { told } },
      { act: 'judged_publication' },
    ])
  })

  test('is refused without Spanish, with a promise, with an address, and from another role', async () => {
    expect(wrongAt(await propose({ fr: FRENCH }))).toEqual(['missing_information', 'texts.tur'])
    const promise = { ...FRENCH, body: 'Un rendement GARANTI.' }
    expect(wrongAt(await propose({ tur: SPANISH, fr: promise }))).toEqual(['promise_word', 'texts.fr.body'])
    expect(outcomeOf(await propose({ tur: { ...SPANISH, body: 'Mire www.x' } }))).toBe('message_has_link')
    expect(outcomeOf(await propose({ tur: SPANISH }, await house.seat({ roles: ['support', 'admin'] })))).toBe(
      'not_your_role',
    )
  })

  test('that two seats approve at once goes out once, and a refused one to nobody', async () => {
    const before = (await notices(ana, 'tur')).length
    const third = await house.seat({ roles: ['operations'] })
    const { review: id } = (await propose({ tur: SPANISH })).data
    const answers = await Promise.all([decide(id, two), decide(id, third)])
    expect(answers.filter((answer) => outcomeOf(answer) === 'accepted')).toHaveLength(1)
    const { review: other } = (await propose({ tur: SPANISH })).data
    expect((await decide(other, two, 'refuse')).data.outcome).toBe('disagreed')
    expect((await notices(ana, 'tur')).length).toBe(before + 1)
  })
})

describe('an article', () => {
  const article = (differs: object = {}) => ({
    name: `a-${newId().slice(-12)}`,
    language: 'tur',
    title: 'Cómo espera una orden',
    body: 'Hasta la apertura.',
    listings: [] as string[],
    ...differs,
  })
  const published = async (title: string): Promise<boolean> =>
    (await house.ask(listNews, { origin: 'house' }, { token: ana.token, language: 'tur' })).data.rows.some(
      (row: { title: string }) => row.title === title,
    )

  test('without a listing is one seat’s; one that names a listing, in its list or its text, takes two', async () => {
    const alone = (await ask(publishHouseArticle, article(), one)).data
    expect([alone.review, typeof alone.id]).toEqual([null, 'string'])
    const title = 'Cómo se negocia en media sesión'
    const text = article({ title, listings: [ABC] })
    const { id: none, review } = (await ask(publishHouseArticle, text, one)).data
    expect([none, await published(title)]).toEqual([null, false])
    expect(outcomeOf(await ask(publishHouseArticle, text, two))).toBe('article_waits')
    expect(await open(review, two)).toMatchObject({ what: 'publish', name: text.name, listings: [ABC], count: null })
    expect((await decide(review, two)).data.state).toBe('approved')
    expect(await published(title)).toBe(true)
    expect((await actsOf(two))[0]).toMatchObject({ act: 'article_published', detail: { name: text.name } })
    const named = (await ask(publishHouseArticle, article({ body: `Sobre ${ABC}.` }), one)).data
    expect(named.review).toEqual(expect.any(String))
  })

  test('an edit of one about a listing takes two as well, shows the text before, and loses to a withdrawal', async () => {
    const text = article({ title: 'El primero', listings: [ABC] })
    await decide((await ask(publishHouseArticle, text, one)).data.review, two)
    const { listings: _listings, ...edited } = { ...text, title: 'El segundo', version: 0 }
    const { review, version } = (await ask(editHouseArticle, edited, one)).data
    expect(version).toBe(0)
    expect(await aboutOf(review, 'en')).toEqual({ act: 'edit', name: 'El segundo', listing: ABC })
    expect((await open(review, two)).before).toMatchObject({ title: 'El primero' })
    await ask(withdrawHouseArticle, { name: text.name, reason: 'Un error.' }, one)
    expect(outcomeOf(await decide(review, two))).toBe('article_withdrawn')
    expect(outcomeOf(await decide(review, two, 'refuse'))).toBe('accepted')
  })

  test('that names a listing takes two also where an edit takes the name out', async () => {
    const text = article({ body: `Sobre ${ABC}.` })
    await decide((await ask(publishHouseArticle, text, one)).data.review, two)
    const { listings: _listings, ...edited } = { ...text, body: 'Sobre nada.', version: 0 }
    const { review } = (await ask(editHouseArticle, edited, one)).data
    expect((await decide(review, two)).data.state).toBe('approved')
    expect((await actsOf(two))[0]).toMatchObject({ act: 'article_edited', detail: { name: text.name, version: 1 } })
    const { review: none } = (await ask(editHouseArticle, { ...edited, body: 'Y más.', version: 1 }, one)).data
    expect(none).toBeNull()
  })

  test('is not published under other listings than those that were shown', async () => {
    const text = article({ listings: [ABC] })
    const { review } = (await ask(publishHouseArticle, text, one)).data
    expect((await ask(publishHouseArticle, { ...text, language: 'en', listings: [] }, one)).data.review).toBeNull()
    expect(outcomeOf(await decide(review, two))).toBe('article_changed')
    expect(outcomeOf(await decide(review, two, 'refuse'))).toBe('accepted')
  })

  test('is withdrawn in turn with those who publish, at the console and by command', async () => {
    const text = article()
    await ask(publishHouseArticle, text, one)
    const withdraw = () => ask(withdrawHouseArticle, { name: text.name, reason: 'Un error.' }, one)
    expect((await changedBetween(house, HOUSE, withdraw, async () => {})).data.withdrawn).toBe(true)
    const command = () => withdrawArticle(house.db, text.name, 'Un error.', house.clock.now())
    expect(await changedBetween(house, HOUSE, command, async () => {})).toBe('unchanged')
  })

  test('with a promise is refused at its field, as an answer of support is', async () => {
    expect(wrongAt(await ask(publishHouseArticle, article({ title: 'ABC subirá mañana' }), one))).toEqual([
      'promise_word',
      'title',
    ])
    expect(wrongAt(await ask(publishHouseArticle, article({ body: '这只股票必涨。' }), one))).toEqual([
      'promise_word',
      'body',
    ])
    await house.ask(sendMessage, { id: newId(), text: 'Hola', pictures: [] }, { token: ana.token })
    const support = await house.seat({ roles: ['support'] })
    const answer = (text: string) => ask(answerThread, { id: newId(), customer: ana.id, text }, support)
    expect(wrongAt(await answer('Compre ya.'))).toEqual(['promise_word', 'text'])
    expect(outcomeOf(await answer('Puede comprar a mercado.'))).toBe('accepted')
  })

  test('of the command line about a listing waits for two seats, and without one it appears at once', async () => {
    const text = { name: 'from-here', language: 'tur', title: 'From here', body: 'A text.', at: null } as const
    expect(await command({ ...text, name: 'plain-here', title: 'Plain', listings: [] })).toBe('published')
    expect(await command({ ...text, listings: [ABC] })).toBe('proposed')
    expect(await command({ ...text, listings: [ABC] })).toBe('waits')
    expect(await command({ ...text, name: 'sure', body: 'It will rise.', listings: [] })).toEqual({
      promises: 'will rise',
    })
    const rows = (await house.ask(listQueue, { kind: 'publication' }, { token: one.token })).data.rows
    const { id } = rows.at(-1)
    expect((await open(id, one)).proposedBy).toBeNull()
    expect((await decide(id, one)).data.outcome).toBe('needs_second')
    expect(await published('From here')).toBe(false)
    expect((await decide(id, two)).data.outcome).toBe('decided')
    expect(await published('From here')).toBe(true)
  })

  test('of the command line waits too if only its words name a listing, also the earlier ones, or nobody can tell', async () => {
    const text = {
      name: 'words',
      language: 'tur',
      title: 'Palabras',
      body: 'Lumora cierra.',
      at: null,
      listings: [],
    } as const
    const named = { ...text, name: 'words-two', title: 'Lumora cierra', body: 'Un texto.' }
    expect([await command(named), await command({ ...named, name: 'words-three', title: ABC })]).toEqual([
      'proposed',
      'proposed',
    ])
    expect(await command({ ...text, name: 'unknown' }, 'publish', null)).toBe('proposed')
    // Before it was listed, the name was a word like any other.
    expect(await command(text, 'publish', [])).toBe('published')
    expect(await command({ ...text, body: 'Nada cierra.' }, 'edit')).toBe('proposed')
    expect(await command({ ...text, body: 'Nada cierra.' }, 'edit')).toBe('waits')
  })

  const LISTED = [{ listing: ABC, name: 'Lumora' }]
  const command = (text: Article, act: 'publish' | 'edit' = 'publish', named: typeof LISTED | null = LISTED) =>
    publishArticle(house.db, act, text, named, house.clock.now())
})

test('with one person in the house a message and an article go at once, and the answer says so', async () => {
  const own = await openTestHouse({ payingOut: { review: { dueMs: 1, limitCents: 1n, twoPerson: false } } })
  await own.quote(ABC, 999n, 1_001n)
  const reader = await own.customer()
  const { token } = await own.seat()
  const message = await own.ask(proposeHouseMessage, { id: newId(), texts: { tur: SPANISH } }, { token })
  expect(message.data).toMatchObject({ review: null, told: expect.any(Number) })
  expect((await own.ask(listNotices, {}, { token: reader.token, language: 'tur' })).data.data[0]).toMatchObject(SPANISH)
  const text = { name: 'one-person', language: 'tur', title: 'Uno', body: 'Dos', listings: [ABC] }
  expect((await own.ask(publishHouseArticle, text, { token, key: newId() })).data).toMatchObject({
    id: expect.any(String),
    review: null,
  })
  await own.close()
})
