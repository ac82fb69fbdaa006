import type { ListingId } from '../base/amount.ts'
import { HOUR, MINUTE, type Instant } from '../base/instant.ts'
import { LANGUAGES, type Language } from '../base/language.ts'
import { Listing } from '../base/wire.ts'
import { dateOf, dayNumber, localInstant } from '../calendar/days.ts'
import {
  ARTICLE_BODY_MOST as BODY_MOST,
  ARTICLE_LISTINGS_MOST,
  ARTICLE_TITLE_MOST as TITLE_MOST,
} from './articles.staff.contract.ts'

/**
 * One house article in one language, as its file states it. Files with the same name are one article in several
 * languages.
 */
export interface Article {
  readonly name: string
  readonly language: Language
  readonly title: string
  readonly body: string
  /** Null means now. */
  readonly at: Instant | null
  readonly listings: readonly ListingId[]
}

/** The problem in an article's file: its line, and how to fix it. Line 0 means the whole file. */
export interface BrokenArticle {
  readonly line: number
  readonly broken: string
}

export const isBrokenArticle = (read: Article | BrokenArticle): read is BrokenArticle => 'broken' in read

const FIELDS = ['title', 'language', 'name', 'date', 'listings'] as const
type Field = (typeof FIELDS)[number]

/** Control characters and characters that change the text direction. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

/**
 * Parse an article's file: lines `field: value` up to the first empty line, then the text. `title` and `language` are
 * required; `name` defaults to the file's name; `date` is a day and time in Madrid; `listings` are separated by commas.
 * In the text, empty lines separate paragraphs, `## ` starts a heading and `- ` a list item; there is no other markup.
 */
export function parseArticle(text: string, fileName: string): Article | BrokenArticle {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .split('\n')
  const end = lines.findIndex((line) => line.trim() === '')
  if (end < 0) return { line: 0, broken: 'there is no text: put an empty line after the fields, and the text below it' }
  const unseen = lines.findIndex((line) => UNSEEN.test(line))
  if (unseen >= 0) return { line: unseen + 1, broken: 'there is a sign that cannot be seen: write the line anew' }
  const fields = fieldsIn(lines.slice(0, end))
  if (!(fields instanceof Map)) return fields
  const body = lines
    .slice(end + 1)
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  if (body === '') return { line: end + 1, broken: 'there is no text below the empty line' }
  if (body.length > BODY_MOST)
    return { line: end + 2, broken: `the text has ${body.length} signs; ${BODY_MOST} is the most` }
  return articleOf(fields, body, fileName)
}

type ArticleFields = Map<Field, { readonly value: string; readonly line: number }>

function fieldsIn(lines: readonly string[]): ArticleFields | BrokenArticle {
  const fields: ArticleFields = new Map()
  for (const [at, line] of lines.entries()) {
    const [, word = '', value = ''] = /^\s*([A-Za-z]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
    const field = FIELDS.find((each) => each === word.toLowerCase())
    if (!field)
      return {
        line: at + 1,
        broken: `"${line.trim().slice(0, 40)}" is none of ${FIELDS.join(', ')}: say one of them, or an empty line before the text`,
      }
    if (fields.has(field)) return { line: at + 1, broken: `${field} is there twice: leave one out` }
    fields.set(field, { value, line: at + 1 })
  }
  return fields
}

const LANGUAGES_SAID: Readonly<Record<string, Language>> = {
  ...Object.fromEntries(LANGUAGES.map((language) => [language, language])),
  es: 'tur',
  'zh-hans': 'cn',
  'zh-hant': 'tw',
}

/** The language for `es`, `en`, `fr`, `zh-Hans`, `zh-Hant` or a wire code; null for any other word. */
export const languageSaid = (word: string): Language | null => LANGUAGES_SAID[word.toLowerCase()] ?? null

const NAME = /^[a-z0-9][a-z0-9-]{1,59}$/

function articleOf(fields: ArticleFields, body: string, fileName: string): Article | BrokenArticle {
  const broken = (field: Field, why: string): BrokenArticle => ({ line: fields.get(field)?.line ?? 0, broken: why })
  const title = fields.get('title')?.value ?? ''
  if (title === '') return broken('title', 'title is missing: say title: and one line')
  if (title.length > TITLE_MOST) return broken('title', `title has ${title.length} signs; ${TITLE_MOST} is the most`)
  const language = languageSaid(fields.get('language')?.value ?? '')
  if (!language)
    return broken('language', 'language is none of es, en, fr, zh-Hans, zh-Hant: say language: and one of them')
  const name = fields.get('name')?.value ?? nameFrom(fileName)
  if (!NAME.test(name)) return broken('name', `name is "${name}": give 2 to 60 of a-z, 0-9 and -`)
  const date = fields.get('date')?.value
  const at = date === undefined ? null : madridInstant(date)
  if (date !== undefined && at === null)
    return broken('date', `date is "${date}": give a day and time in Madrid, such as 2026-11-21 09:00`)
  if (at !== null && at < 0) return broken('date', `date is "${date}", before 1970: give a later day`)
  const listings = (fields.get('listings')?.value ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  const wrong = listings.find((word) => !Listing.safeParse(word).success)
  if (wrong !== undefined)
    return broken('listings', `"${wrong}" is no listing: give its venue and code, such as XMAD:ABC`)
  if (listings.length > ARTICLE_LISTINGS_MOST)
    return broken('listings', `there are ${listings.length} listings; ${ARTICLE_LISTINGS_MOST} is the most`)
  return { name, language, title, body, at, listings: [...new Set(listings)] as ListingId[] }
}

/** `articles/why-orders-wait.es.md` gives `why-orders-wait`: the name ends at the first dot. */
const nameFrom = (fileName: string): string => (fileName.split(/[/\\]/).at(-1) ?? '').split('.')[0]?.toLowerCase() ?? ''

/** `2026-11-21 09:00` in Madrid time; null if there is no such day or time. */
function madridInstant(text: string): Instant | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d))?$/.exec(text)
  if (!parts) return null
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  const number = dayNumber(year, month, day)
  const shown = dateOf(number)
  if (shown.month !== month || shown.day !== day || hours > 23 || minutes > 59) return null
  return localInstant('Europe/Madrid', number, hours * HOUR + minutes * MINUTE)
}

/** The stored text of an article in one language. */
export interface StoredText {
  readonly title: string
  readonly body: string
  readonly version: number
}

export type ArticleDecision =
  | { readonly version: number }
  | { readonly unchanged: true }
  | { readonly refused: 'in_future' | 'there_already' | 'not_there' | 'withdrawn' }

/**
 * Publish an article in a language, or edit an existing one. Refused, in this order: a future date, a withdrawn
 * article, publishing a different text over an existing one, editing a text that does not exist. The same text again
 * changes nothing.
 */
export function decideArticle(
  act: 'publish' | 'edit',
  article: Article,
  existing: { readonly text: StoredText | null; readonly isWithdrawn: boolean },
  now: Instant,
): ArticleDecision {
  const { text, isWithdrawn } = existing
  if (article.at !== null && article.at > now) return { refused: 'in_future' }
  if (isWithdrawn) return { refused: 'withdrawn' }
  if (!text) return act === 'publish' ? { version: 0 } : { refused: 'not_there' }
  if (text.title === article.title && text.body === article.body) return { unchanged: true }
  return act === 'edit' ? { version: text.version + 1 } : { refused: 'there_already' }
}
