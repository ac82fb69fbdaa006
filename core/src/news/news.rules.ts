import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { assert } from '../base/assert.ts'
import type { Instant } from '../base/instant.ts'

/** Files of corporate actions on a page of the list, unless the call says how many. */
export const ACTION_FILES_PAGE = 20

/** The most words of a search. */
export const SEARCH_WORDS_MOST = 8

/** The related listings that a list shows of a piece of news. */
export const RELATED_IN_LIST = 2

/** News on a page of the list, unless the call says how many. */
export const NEWS_PAGE = 30

/** Articles of the house on a page of the list, unless the call says how many. */
export const ARTICLES_PAGE = 30

/** Orders news items of the same millisecond, the most important first: 0 to 4,095. */
export type Rank = number
const RANKS = 4_096

/**
 * The id of a news item: a UUID of version 7 with the item's time; its other digits follow from the key. Every node
 * computes the same id, and a list by id is a list by time. Asserts 0 ≤ rank < 4,096.
 */
export function newsIdFor(key: string, at: Instant, rank: Rank = RANKS - 1): string {
  assert(rank >= 0 && rank < RANKS && Number.isInteger(rank), 'a rank is from 0 to 4,095')
  const time = at.toString(16).padStart(12, '0')
  const order = (RANKS - 1 - rank).toString(16).padStart(3, '0')
  const hash = bytesToHex(sha256(utf8ToBytes(key)))
  const variant = '89ab'[parseInt(hash[0] ?? '0', 16) & 3] ?? '8'
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${variant}${hash.slice(1, 4)}-${hash.slice(4, 16)}`
}

/** One of several wordings, chosen by the key alone: the same everywhere and always. */
export const variantFor = (key: string, ways: number): number => (sha256(utf8ToBytes(key))[0] ?? 0) % ways

/** A text in search form: without accents and case, figures unchanged. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** Title and text in search form. */
export const searchedOf = ({ title, body }: { readonly title: string; readonly body: string }): string =>
  folded(`${title}\n${body}`)

/** The text of a house article or of market news is stored as one string; empty lines separate its paragraphs. */
export const paragraphsOf = (body: string): string[] =>
  body.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')

const WORDS_A_MINUTE = 200
const SIGNS_A_MINUTE = 400

/** Reading time in minutes, counted by Latin words and Chinese characters; 0 for less than one. */
export function minutesFor(text: string): number {
  const signs = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.replace(/\p{Script=Han}/gu, ' ').match(/\S+/g)?.length ?? 0
  return Math.round(words / WORDS_A_MINUTE + signs / SIGNS_A_MINUTE)
}
