import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { parseFeed } from 'feedsmith'
import { SECOND } from '@lonja/core/base/instant'
import { FEED_ITEMS_MOST, definesEntities, plainText, type FeedItem } from '@lonja/core/news/feed.rules'

/** A parsed feed: its name and its newest items. Only the items' texts may still hold HTML. */
export interface ReadFeed {
  readonly title: string
  readonly items: readonly FeedItem[]
}

/** Far more than any feed needs, also on a busy machine. */
const WITHIN_MS = 30 * SECOND
const TITLE_MOST = 80
const FIELD_MOST = 60_000

/**
 * The parser runs in a thread of its own, which is ended if it takes too much time or memory, so that no feed can block
 * the house.
 */
const READER = `
const { parentPort, workerData } = require('node:worker_threads')
const { parseFeed } = require(workerData.library)
try { parentPort.postMessage(parseFeed(workerData.text, { maxItems: workerData.most })) } catch { parentPort.postMessage(null) }
`
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

type ParsedFeed = ReturnType<typeof parseFeed>

/**
 * Reads RSS, Atom or RDF. Returns a fault in words for a text that is no feed, defines its own entities, or is too
 * large.
 */
export async function readFeed(text: string, address: string): Promise<ReadFeed | { readonly fault: string }> {
  if (!/^[\s\ufeff]*</.test(text)) return { fault: 'it is no XML' }
  if (definesEntities(text)) return { fault: 'it defines a document type or entities of its own, which are not read' }
  const parsed = await parsedIn(text)
  if (parsed === 'too much') return { fault: 'it is too much to read' }
  const feed = parsed && feedOf(parsed, address)
  return feed ?? { fault: 'it is neither RSS, Atom nor RDF' }
}

function parsedIn(text: string): Promise<ParsedFeed | null | 'too much'> {
  const library = createRequire(import.meta.url).resolve('feedsmith')
  const workerData = { library, text, most: FEED_ITEMS_MOST }
  const worker = new Worker(READER, { eval: true, workerData, resourceLimits: LIMITS, env: {}, execArgv: [] })
  return new Promise((resolve) => {
    const end = (answer: ParsedFeed | null | 'too much'): void => {
      clearTimeout(late)
      resolve(answer)
      void worker.terminate()
    }
    const late = setTimeout(() => end('too much'), WITHIN_MS)
    worker.once('message', (answer: ParsedFeed | null) => end(answer))
    worker.once('error', () => end('too much'))
  })
}

/** A field is a text, or an object with the text and its type. */
const textIn = (field: unknown): string => {
  const value = typeof field === 'object' && field !== null && 'value' in field ? field.value : field
  return typeof value === 'string' ? value.slice(0, FIELD_MOST) : ''
}
const orNull = (field: unknown): string | null => textIn(field) || null

interface Item {
  readonly title?: unknown
  readonly description?: unknown
  readonly summary?: unknown
  readonly content?: unknown
  readonly guid?: unknown
  readonly id?: unknown
  readonly rdf?: { readonly about?: unknown }
  readonly link?: unknown
  readonly links?: readonly { readonly href?: unknown; readonly rel?: unknown }[]
  readonly pubDate?: unknown
  readonly published?: unknown
  readonly updated?: unknown
  readonly dc?: { readonly dates?: readonly unknown[] }
}

function feedOf({ format, feed }: ParsedFeed, address: string): ReadFeed | null {
  if (format === 'json') return null
  const items = ((format === 'atom' ? feed.entries : feed.items) ?? []) as readonly Item[]
  const title = plainText(textIn(feed.title)).replace(/\s+/g, ' ')
  return {
    title: [...(title || new URL(address).host)].slice(0, TITLE_MOST).join(''),
    items: items.slice(0, FEED_ITEMS_MOST).map((item) => itemOf(item, address)),
  }
}

function itemOf(item: Item, address: string): FeedItem {
  const link = item.links?.find(({ rel }) => rel === undefined || rel === 'alternate')?.href ?? item.link
  return {
    guid: orNull(item.guid) ?? orNull(item.id) ?? orNull(item.rdf?.about),
    title: textIn(item.title),
    text: textIn(item.description) || textIn(item.summary) || textIn(item.content),
    link: linkFrom(orNull(link), address),
    date: orNull(item.pubDate) ?? orNull(item.published) ?? orNull(item.dc?.dates?.[0]) ?? orNull(item.updated),
  }
}

/**
 * A link as an http or https address without name and password, resolved against the feed's address; null for any
 * other.
 */
export function linkFrom(text: string | null, address: string): string | null {
  if (text === null || text.length > 2_000 || !URL.canParse(text.trim(), address)) return null
  const { protocol, username, password, href } = new URL(text.trim(), address)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' ? href : null
}
