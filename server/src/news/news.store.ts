import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import type { Zone } from '@lonja/core/base/zones'
import type { Origin, Topic } from '@lonja/core/news/news.contract'
import { cellOf, instant, int4, list, orNull, tableOf, uuid, word, type Fields } from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'

/** The text of a piece of news in one language. Version 0 is the first. */
export interface NewText {
  readonly language: Language
  readonly version: number
  readonly title: string
  readonly body: string
  /** Title and body without accents and upper case, for the search. */
  readonly folded: string
}

/** A piece of news to be stored once. */
export interface NewNews {
  readonly id: string
  readonly key: string
  readonly origin: Origin
  readonly topic: Topic
  readonly teller: string
  readonly link: string | null
  readonly marketAt: Instant | null
  readonly at: Instant
  readonly listings: readonly ListingId[]
  readonly texts: readonly NewText[]
}

type Piece = Pick<NewNews, 'id' | 'origin' | 'topic' | 'teller' | 'link' | 'marketAt' | 'at'>

const PIECE_FIELDS: Fields<Piece> = {
  id: uuid('id'),
  origin: word('origin'),
  topic: word('topic'),
  teller: word('teller'),
  link: orNull(word('link')),
  marketAt: orNull(instant('market_at')),
  at: instant('told_at'),
}
const PIECES = tableOf<Piece>(PIECE_FIELDS)
const NEW_PIECES = tableOf<Piece & Pick<NewNews, 'key'>>({ ...PIECE_FIELDS, key: word('told_key') })

const TEXT_FIELDS: Fields<Omit<NewText, 'folded'>> = {
  language: word('language'),
  version: int4('version'),
  title: word('title'),
  body: word('body'),
}
const NEW_TEXTS = tableOf<NewText>({ ...TEXT_FIELDS, folded: word('folded') })

const INSERT = sql(
  'insert_news',
  `insert into news (${NEW_PIECES.names}) values (${NEW_PIECES.slots}) on conflict do nothing returning id`,
)
const INSERT_TEXT = sql(
  'insert_news_text',
  `insert into news_texts (${NEW_TEXTS.names}, news, written_at) values (${NEW_TEXTS.slots}, $6, $7)
   on conflict do nothing returning news`,
)
const INSERT_LISTINGS = sql(
  'insert_news_listings',
  `insert into news_listings (listing, news, place)
   select listing, $1, place from unnest($2::text[]) with ordinality as told (listing, place) on conflict do nothing`,
)

/** Stores a piece of news; false, without a change, if it is stored already. */
export async function insertNews(tx: Tx, news: NewNews, now: Instant): Promise<boolean> {
  const { id, listings, texts } = news
  const rows = await tx.run(INSERT, NEW_PIECES.values(news))
  if (rows.length === 0) return false
  for (const text of texts) await insertText(tx, id, text, now)
  if (listings.length > 0) await tx.run(INSERT_LISTINGS, [id, [...new Set(listings)]])
  return true
}

/** Stores a text; false if that version exists. */
export async function insertText(tx: Tx, news: string, text: NewText, now: Instant): Promise<boolean> {
  return (await tx.run(INSERT_TEXT, [...NEW_TEXTS.values(text), news, now])).length > 0
}

/** The filters of the list. `words` are folded already. */
export interface NewsFilter {
  readonly language: Language
  readonly before: string | null
  readonly origin: Origin | null
  readonly topic: Topic | null
  readonly listings: readonly ListingId[] | null
  readonly words: readonly string[]
  readonly most: number
}

/** A text with its time. */
interface StoredText extends Omit<NewText, 'folded'> {
  readonly writtenAt: Instant
}

/** The withdrawal of a piece of news; null for none. */
interface Withdrawal {
  readonly withdrawnAt: Instant | null
  readonly reason: string | null
}

export interface NewsRow extends Piece, StoredText, Withdrawal {
  readonly listings: readonly ListingId[]
}

const TEXTS = tableOf<StoredText>({ ...TEXT_FIELDS, writtenAt: instant('written_at') })
const WITHDRAWALS = tableOf<Withdrawal>({
  withdrawnAt: orNull(instant('withdrawn_at')),
  reason: orNull(word('reason')),
})
const LISTINGS = tableOf<{ readonly listings: readonly ListingId[] | null }>({ listings: orNull(list('listings')) })

const newsFrom = (row: Row): NewsRow => ({
  ...PIECES.ofRow(row),
  ...TEXTS.ofRow(row),
  ...WITHDRAWALS.ofRow(row),
  listings: LISTINGS.ofRow(row).listings ?? [],
})

const ROW = `${PIECES.under('n')}, ${TEXTS.under('t')}, ${WITHDRAWALS.under('w')},
  (select array_agg(l.listing order by l.place) from news_listings l where l.news = n.id) as listings`
const LATEST = `not exists (select from news_texts later where later.language = t.language and later.news = t.news and later.version > t.version)`
const ASKED = `t.language = $1 and t.news < $2 and ($3::text is null or n.origin = $3)
  and ($4::text is null or n.topic = $4) and t.folded like all ($6::text[]) and ${LATEST}
  and (w.news is null or $6 = '{}')`
const FROM = 'from news_texts t join news n on n.id = t.news left join news_withdrawals w on w.news = n.id'
const LIST = sql('list_news', `select ${ROW} ${FROM} where ${ASKED} order by t.news desc limit $5`)
const LIST_OF = sql(
  'list_news_of',
  `select ${ROW} ${FROM}
   where ${ASKED} and t.news in (select l.news from news_listings l where l.listing = any ($7)) order by t.news desc limit $5`,
)

/** News in a language before `before`, newest first. Withdrawn news is listed, but not found by its words. */
export async function listNewsRows(tx: Tx, filter: NewsFilter): Promise<NewsRow[]> {
  const { language, before, origin, topic, listings, words, most } = filter
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const values = [language, before ?? PAST_ALL_IDS, origin, topic, most, patterns]
  const rows = listings ? await tx.run(LIST_OF, [...values, listings]) : await tx.run(LIST, values)
  return rows.map(newsFrom)
}

const FIND = sql(
  'find_news',
  `select ${ROW} ${FROM} where n.id = $1 and ${LATEST} order by (t.language = $2) desc, t.language`,
)

/** A piece of news in a language, or in another one that it has; null if it does not exist. */
export async function findNews(tx: Tx, id: string, language: Language): Promise<NewsRow | null> {
  const [row] = await tx.run(FIND, [id, language])
  return row ? newsFrom(row) : null
}

const FIND_BY_KEY = sql(
  'find_news_by_key',
  `select ${ROW} ${FROM} where n.told_key = $1 and ${LATEST} order by t.language`,
)

/** The latest version of a piece of news in every language. */
export async function findByKey(tx: Tx, key: string): Promise<NewsRow[]> {
  return (await tx.run(FIND_BY_KEY, [key])).map(newsFrom)
}

const FIND_TEXTS = sql(
  'find_news_texts',
  `select ${ROW} ${FROM} where n.told_key = $1 order by t.language, t.version desc`,
)

/** Every stored text of a piece of news, each language's latest first. */
export async function findTexts(tx: Tx, key: string): Promise<NewsRow[]> {
  return (await tx.run(FIND_TEXTS, [key])).map(newsFrom)
}

const KEYS = tableOf<Pick<NewNews, 'key'>>({ key: word('told_key') })
const articleFrom = (row: Row): NewsRow & Pick<NewNews, 'key'> => ({ ...newsFrom(row), ...KEYS.ofRow(row) })

const LIST_ARTICLES_BY_PAGE = sql(
  'list_articles_by_page',
  `select n.told_key, ${ROW} ${FROM} where ${LATEST} and n.id in (
     select id from news where origin = 'house' and id < $1 order by id desc limit $2
   ) order by n.id desc, t.language`,
  articleFrom,
)

/**
 * Up to `most` of the house's articles before `before`, newest first: one row a language, the languages of an article
 * together.
 */
export async function listArticlePage(
  tx: Tx,
  before: string | null,
  most: number,
): Promise<(NewsRow & { readonly key: string })[]> {
  return tx.run(LIST_ARTICLES_BY_PAGE, [before ?? PAST_ALL_IDS, most])
}

const LIST_ARTICLES = sql(
  'list_articles',
  `select n.told_key, ${ROW} ${FROM} where n.origin = 'house' and ${LATEST} order by n.id desc, t.language limit $1`,
  articleFrom,
)

/** The house's own articles, newest first, one row a language. */
export async function listArticles(tx: Tx, most: number): Promise<(NewsRow & { readonly key: string })[]> {
  return tx.run(LIST_ARTICLES, [most])
}

const WITHDRAW = sql(
  'withdraw_news',
  `insert into news_withdrawals (news, reason, withdrawn_at) values ($1, $2, $3) on conflict do nothing returning news`,
)

/** Withdraws an article; false if it was withdrawn already. */
export async function insertWithdrawal(tx: Tx, news: string, reason: string, now: Instant): Promise<boolean> {
  return (await tx.run(WITHDRAW, [news, reason, now])).length > 0
}

const FIND_TOLD = sql(
  'find_told_listings',
  `select l.listing from news n join news_listings l on l.news = n.id
   where n.told_key >= $1 and n.told_key < $2 and n.topic = any ('{earnings,move}') and l.place = 1`,
  cellOf(word<ListingId>('listing')),
)

/** The listings with published reports or moves of a session's day. */
export async function findTold(tx: Tx, day: string): Promise<ListingId[]> {
  const keys = ['earnings', 'move'].map((topic) => `market:${topic}:${day}:`)
  const listings: ListingId[] = []
  for (const key of keys) listings.push(...(await tx.run(FIND_TOLD, [key, `${key}~`])))
  return listings
}

const FIND_PROGRESS = sql(
  'find_news_progress',
  'select through_at from news_progress where zone = $1',
  cellOf(instant('through_at')),
)
const BEGIN_PROGRESS = sql(
  'begin_news_progress',
  'insert into news_progress (zone, through_at) values ($1, $2) on conflict do nothing',
)
const ADVANCE = sql(
  'advance_news_progress',
  'update news_progress set through_at = $3 where zone = $1 and through_at = $2 returning zone',
)

/** The instant up to which a market's news is published; null before the first time. */
export async function findProgress(tx: Tx, zone: Zone): Promise<Instant | null> {
  const [throughAt] = await tx.run(FIND_PROGRESS, [zone])
  return throughAt ?? null
}

export async function beginProgress(tx: Tx, zone: Zone, from: Instant): Promise<void> {
  await tx.run(BEGIN_PROGRESS, [zone, from])
}

/** Moves the progress from one instant to the next; false if another node has moved it meanwhile. */
export async function advanceProgress(tx: Tx, zone: Zone, from: Instant, to: Instant): Promise<boolean> {
  return (await tx.run(ADVANCE, [zone, from, to])).length > 0
}
