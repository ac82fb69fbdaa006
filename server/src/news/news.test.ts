import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '@lonja/core/base/instant'
import type { Article } from '@lonja/core/news/article.rules'
import { listNews, readNews } from '@lonja/core/news/news.contract'
import { newsIdFor, searchedOf } from '@lonja/core/news/news.rules'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { ABC, ESP, START } from '../orders/orders.testing.ts'
import { publishIn, withdrawArticle } from './news.articles.ts'
import { insertNews, type NewNews } from './news.store.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
})
afterAll(() => house.close())

const both = (title: string, body: string): NewNews['texts'] =>
  (['en', 'tur'] as const).map((language) => {
    const words = { title: `${title} ${language}`, body }
    return { language, version: 0, ...words, folded: searchedOf(words) }
  })

let keys = 0
async function publish(more: Partial<NewNews> = {}, title = 'Told', body = 'A body.'): Promise<string> {
  const key = `test:${(keys += 1)}`
  const at = more.at ?? START - keys * HOUR
  const id = newsIdFor(key, at)
  const head = {
    origin: 'market',
    topic: 'move',
    teller: 'practice',
    link: null,
    marketAt: at,
    listings: [ABC],
  } as const
  await house.db.write((tx) => insertNews(tx, { ...head, id, key, at, texts: both(title, body), ...more }, at))
  return id
}

const list = async (input: Record<string, string> = {}, language = 'en') =>
  (await house.ask(listNews, input, { language })).data
const titles = async (input: Record<string, string> = {}, language = 'en') =>
  ((await list(input, language)) as { rows: { title: string }[] }).rows.map(({ title }) => title)

describe('the list', () => {
  test('is empty before anything is published, and needs no session', async () => {
    expect(await list({}, 'fr')).toEqual({ rows: [], cursor: null })
  })

  test('is filtered by teller, topic, listing and words, in the language of the call', async () => {
    await publish({}, 'Química Ártica sube', 'Cierra en 12,50 €, un 100% más.')
    await publish({ topic: 'index', listings: [ESP, ABC] }, 'Index closes', 'Under_score')
    await publish(
      {
        origin: 'outside',
        topic: 'feed',
        teller: 'Gaceta',
        link: 'https://news.example/a?b=1',
        marketAt: null,
        listings: [],
      },
      'Outside',
    )
    expect(await titles()).toEqual(['Química Ártica sube en', 'Index closes en', 'Outside en'])
    expect(await titles({}, 'tur')).toEqual(['Química Ártica sube tur', 'Index closes tur', 'Outside tur'])
    expect(await titles({}, 'cn')).toEqual([])
    expect(await titles({ origin: 'outside' })).toEqual(['Outside en'])
    expect(await titles({ topic: 'index' })).toEqual(['Index closes en'])
    expect(await titles({ listings: ESP })).toEqual(['Index closes en'])
    expect(await titles({ listings: `${ESP},${ABC}` })).toEqual(['Química Ártica sube en', 'Index closes en'])
    expect(await titles({ words: 'QUIMICA  artica' })).toEqual(['Química Ártica sube en'])
    expect(await titles({ words: '12,50' })).toEqual(['Química Ártica sube en'])
    expect(await titles({ words: 'sube index' })).toEqual([])
    expect(await titles({ words: '100%' })).toEqual(['Química Ártica sube en'])
    expect(await titles({ words: 'r_s' })).toEqual(['Index closes en'])
    expect(await titles({ words: 'e_s' })).toEqual([])
    expect(await titles({ words: '\\' })).toEqual([])
  })

  test('has the related listings with their current figures, and the target of a link', async () => {
    const { rows } = await list()
    expect(rows[0].related).toEqual([
      { listing: ABC, name: ABC, kind: 'share', currency: 'USD', last: '9.99', previousClose: null },
    ])
    expect(rows[0]).toMatchObject({ origin: 'market', teller: 'practice', host: null, withdrawn: false, minutes: 0 })
    expect(rows[2]).toMatchObject({ host: 'news.example', teller: 'Gaceta', related: [] })
  })

  test('is read by pages, each piece once, while more is published', async () => {
    for (let n = 0; n < 25; n += 1) await publish({}, `Walk ${n}`)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: { rows: { id: string }[]; cursor: string | null } = await list({
        limit: '7',
        ...(cursor ? { cursor } : {}),
      })
      seen.push(...page.rows.map(({ id }) => id))
      cursor = page.cursor
      if (seen.length === 14) await publish({ at: START + HOUR }, 'Fresh')
    } while (cursor)
    expect(seen.length).toBe(28)
    expect(new Set(seen).size).toBe(28)
    expect([...seen].sort().reverse()).toEqual(seen)
    expect((await list({ cursor: 'nonsense', limit: '1' })).rows).toHaveLength(1)
  })

  test.each([
    [{ origin: 'nobody' }, 'origin'],
    [{ topic: 'gossip' }, 'topic'],
    [{ listings: 'ABC' }, 'listings'],
    [{ listings: Array.from({ length: 61 }, (_l, n) => `XMAD:A${n}`).join() }, 'listings'],
    [{ words: 'x'.repeat(61) }, 'words'],
    [{ limit: '101' }, 'limit'],
  ])('refuses %j with its field', async (input, field) => {
    const answer = await house.ask(listNews, input)
    expect([answer.status, answer.error, answer.fields?.[0]?.field]).toEqual([400, 'bad_input', field])
  })
})

describe('one piece', () => {
  test('is read with its text and the price at that time', async () => {
    const at = house.clock.now()
    const id = await publish({ at }, 'Read me', 'First.\n\n- a\n- b')
    const { data } = await house.ask(readNews, { id })
    expect(data).toMatchObject({
      title: 'Read me en',
      body: ['First.', '- a\n- b'],
      marketAt: at,
      link: null,
      edits: 0,
      editedAt: null,
    })
    expect(data.related).toHaveLength(1)
  })

  test('is shown in another language if it has none in the reader’s', async () => {
    const id = await publish({}, 'Only two')
    expect((await house.ask(readNews, { id }, { language: 'cn' })).data.title).toBe('Only two en')
    expect((await house.ask(readNews, { id }, { language: 'tur' })).data.title).toBe('Only two tur')
  })

  test('that does not exist is refused', async () => {
    expect((await house.ask(readNews, { id: newId() })).error).toBe('unknown_news')
    expect((await house.ask(readNews, { id: 'x' })).error).toBe('bad_input')
  })

  test('is stored once, and the server’s database role cannot change it', async () => {
    const key = 'test:once'
    const at = START
    const news: NewNews = {
      id: newsIdFor(key, at),
      key,
      origin: 'market',
      topic: 'move',
      teller: 'practice',
      link: null,
      marketAt: at,
      at,
      listings: [],
      texts: both('Once', 'x'),
    }
    expect(await house.db.write((tx) => insertNews(tx, news, at))).toBe(true)
    expect(await house.db.write((tx) => insertNews(tx, { ...news, texts: both('Twice', 'y') }, at))).toBe(false)
    expect((await house.ask(readNews, { id: news.id })).data.title).toBe('Once en')
    for (const statement of [
      "update news set teller = ''",
      "update news_texts set title = 'x'",
      'delete from news',
      'delete from news_texts',
      'delete from news_withdrawals',
    ])
      await expect(house.db.write((tx) => tx.run({ name: `x${statement.length}`, text: statement }))).rejects.toThrow(
        /permission denied/,
      )
  })
})

describe('an article of the house', () => {
  const article: Article = {
    name: 'why-orders-wait',
    language: 'en',
    title: 'Why orders wait',
    body: 'Because.\n\nReally.',
    at: START - 100 * HOUR,
    listings: [ABC],
  }
  const now = START
  const find = async (language = 'en') => (await list({ origin: 'house' }, language)).rows

  const published = async (...[act, text, at]: [act: 'publish' | 'edit', text: Article, at: number]) =>
    (await house.db.write((tx) => publishIn(tx, act, text, at))).outcome

  test('is published, keeps its own date, is edited with its earlier text kept, and is withdrawn with a reason', async () => {
    expect(await published('edit', article, now)).toBe('not_there')
    expect(await published('publish', article, now)).toBe('published')
    expect(await published('publish', article, now)).toBe('unchanged')
    expect(await published('publish', { ...article, body: 'Other.' }, now)).toBe('there_already')
    expect(await published('publish', { ...article, language: 'cn', title: '为何等待', body: '因为。' }, now)).toBe(
      'published',
    )
    const [row, ...rest] = await find()
    expect([row.title, row.at, row.origin, row.topic, rest]).toEqual([
      article.title,
      article.at,
      'house',
      'article',
      [],
    ])
    expect((await find('cn'))[0]).toMatchObject({ id: row.id, title: '为何等待' })

    expect(await published('edit', { ...article, body: 'Better.' }, now + HOUR)).toBe('edited')
    expect((await house.ask(readNews, { id: row.id })).data).toMatchObject({
      body: ['Better.'],
      edits: 1,
      editedAt: now + HOUR,
    })
    expect(await titles({ words: 'better' })).toEqual([article.title])
    expect(await titles({ words: 'really' })).toEqual([])
    expect((await find()).length).toBe(1)

    expect(await withdrawArticle(house.db, 'nobody', 'x', now)).toBe('not_there')
    expect(await withdrawArticle(house.db, article.name, 'It was wrong.', now + 2 * HOUR)).toBe('withdrawn')
    expect(await withdrawArticle(house.db, article.name, 'Again.', now + 3 * HOUR)).toBe('unchanged')
    expect(await published('edit', article, now + 3 * HOUR)).toBe('withdrawn')
    expect((await house.ask(readNews, { id: row.id })).data).toMatchObject({
      body: [],
      withdrawn: true,
      withdrawnAt: now + 2 * HOUR,
      reason: 'It was wrong.',
    })
    expect((await find())[0]).toMatchObject({ withdrawn: true })
    expect(await titles({ words: 'better' })).toEqual([])
  })
})
