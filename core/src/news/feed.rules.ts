import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { HOUR, MINUTE, type Instant } from '../base/instant.ts'

/** An item of a feed before it is sanitised. */
export interface FeedItem {
  readonly guid: string | null
  readonly title: string
  readonly text: string
  /** An http or https address; null for anything else. */
  readonly link: string | null
  readonly date: string | null
}

/** An outside article in stored form: plain text only. */
export interface OutsideArticle {
  /** The key that identifies it, so that it is published once only. */
  readonly key: string
  readonly title: string
  readonly body: string
  readonly link: string | null
  readonly at: Instant
}

export const FEED_ITEMS_MOST = 40
const TITLE_MOST = 200
const TEXT_MOST = 1_200
/** An item that is older when first seen is no longer news. */
const OLDEST_MS = 60 * 24 * HOUR

const hashOf = (text: string, digits: number): string => bytesToHex(sha256(utf8ToBytes(text))).slice(0, digits)

/**
 * The article for a feed item; null without a title or if older than sixty days. An item is identified by its guid,
 * otherwise by its link, otherwise by its title. An item without a date, or with a future one, is dated now.
 */
export function articleFrom(item: FeedItem, address: string, now: Instant): OutsideArticle | null {
  const title = cut(plainText(item.title).replace(/\s+/g, ' '), TITLE_MOST)
  if (title === '') return null
  const itemDate = item.date === null ? NaN : Date.parse(item.date)
  const at = Number.isFinite(itemDate) && itemDate <= now ? itemDate : now
  if (at < now - OLDEST_MS) return null
  const identifier = item.guid?.trim() || item.link || title
  const body = cut(plainText(item.text), TEXT_MOST)
  return {
    key: `outside:${hashOf(address, 16)}:${hashOf(identifier, 40)}`,
    title,
    body: body === title ? '' : body,
    link: item.link,
    at,
  }
}

const cut = (text: string, most: number): string => {
  const signs = [...text]
  return signs.length <= most
    ? text
    : `${signs
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

const NAMED: ReadonlyMap<string, string> = new Map(Object.entries({
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…', laquo: '«', raquo: '»',
  lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', euro: '€', iexcl: '¡', iquest: '¿', shy: '', middot: '·', bull: '•',
  aacute: 'á', eacute: 'é', iacute: 'í', oacute: 'ó', uacute: 'ú', ntilde: 'ñ', uuml: 'ü', agrave: 'à', egrave: 'è', ccedil: 'ç',
  acirc: 'â', ecirc: 'ê', icirc: 'î', ocirc: 'ô', ucirc: 'û', euml: 'ë', iuml: 'ï', ugrave: 'ù',
  Aacute: 'Á', Eacute: 'É', Iacute: 'Í', Oacute: 'Ó', Uacute: 'Ú', Ntilde: 'Ñ', Agrave: 'À', Egrave: 'È', Ccedil: 'Ç',
})) // prettier-ignore

/** Longer input is cut: the rest would not be stored, and parsing it costs time. */
const HTML_MOST = 40_000
/** Invisible characters and characters that change the text direction. */
const UNSEEN = /[\p{Cc}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
/**
 * Markup that a browser never shows as text. An unclosed tag extends to the end of the text, so that a text of many
 * opening tags is scanned once and not once for each.
 */
const HIDDEN =
  /<(script|style|noscript|template|iframe|object|svg|math|head|title)\b[^>]*(?:>|$)[\s\S]*?(<\/\1\s*>|$)/gi
const BREAKS = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr|\/blockquote)\b[^>]*(?:>|$)/gi

/**
 * The text of possible HTML: tags, comments and scripts are removed, entities are decoded once, invisible characters
 * are dropped. The result is text and must be displayed as text: it may contain `<`, which has no meaning.
 */
export function plainText(html: string): string {
  const bare = html
    .slice(0, HTML_MOST)
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(HIDDEN, ' ')
    .replace(BREAKS, '\n')
    .replace(/<\/?[a-zA-Z][^<>]*(>|$)/g, ' ')
  return bare
    .replace(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-zA-Z]{2,8}));/gi,
      (all: string, ten?: string, sixteen?: string, name?: string) =>
        name === undefined
          ? signOf(ten === undefined ? parseInt(sixteen ?? '', 16) : Number(ten))
          : (NAMED.get(name) ?? all),
    )
    .replace(/[\t\r\u00a0]/g, ' ')
    .split('\n')
    .map((line) => line.replace(UNSEEN, '').replace(/ {2,}/g, ' ').trim())
    .join('\n')
    .replace(/\n{2,}/g, '\n\n')
    .trim()
}

const signOf = (code: number): string =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''

const EVERY_MS = 15 * MINUTE
const LONGEST_MS = 24 * HOUR

/** The pause before a feed is polled again: a quarter of an hour, doubled for each failure in a row, up to a day. */
export const feedDueAfter = (failures: number): number => Math.min(LONGEST_MS, EVERY_MS * 2 ** Math.min(failures, 10))

/** True if a document declares entities or a document type anywhere that an XML parser would see it. */
export function definesEntities(xml: string): boolean {
  const marks = /<!--|<!\[CDATA\[|<!DOCTYPE|<!ENTITY/gi
  for (let match = marks.exec(xml); match; match = marks.exec(xml)) {
    const [mark] = match
    if (/^<!(D|E)/i.test(mark)) return true
    const end = xml.indexOf(mark === '<!--' ? '-->' : ']]>', marks.lastIndex)
    if (end < 0) return false
    marks.lastIndex = end + 3
  }
  return false
}
