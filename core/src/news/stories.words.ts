import { currencyFor, tickerOf, type ListingId, type PriceE4 } from '../base/amount.ts'
import { formatClock, formatDayIn } from '../base/dates.ts'
import { changeBps, formatBps, formatCount, formatPrice, formatRate, formatUnits } from '../base/formats.ts'
import type { Day } from '../base/instant.ts'
import { LOCALES, type Language } from '../base/language.ts'
import type { Zone } from '../base/zones.ts'
import { variantFor } from './news.rules.ts'
import type { Facts, Move, ShareFigures, Story } from './stories.rules.ts'

/** A language's means to tell stories: its sentences, and its names for listings. */
export interface Narrator {
  readonly language: Language
  /**
   * The sentence of a key with its blanks filled; a `count` also selects the plural form. Asserts that the sentence
   * exists.
   */
  readonly say: (key: string, blanks?: Readonly<Record<string, string>>, count?: number) => string
  readonly nameOf: (listing: ListingId) => string
}

/** A story in words: a title of one line, and paragraphs. */
export interface StoryText {
  readonly title: string
  readonly body: string
}

/** A story's words in a language. If several wordings exist, its key always selects the same one. */
export function wordsFor(story: Story, narrator: Narrator): StoryText {
  const { title, body } = narrations[story.facts.topic](story as never, narrator)
  return { title: closed(title), body: closed(body.filter((paragraph) => paragraph !== '').join('\n\n')) }
}

/** A name in Chinese characters has no spaces around it in a sentence; a Latin name has. */
const closed = (text: string): string => text.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')

interface Narration {
  readonly title: string
  readonly body: readonly string[]
}
type StoryOf<Topic> = Story & { readonly facts: Extract<Facts, { topic: Topic }> }
type Narrations = { readonly [Topic in Facts['topic']]: (story: StoryOf<Topic>, narrator: Narrator) => Narration }

const narrations: Narrations = {
  open: openWords,
  earnings: earningsWords,
  move: moveWords,
  index: indexWords,
  close: closeWords,
  week: weekWords,
}

const MARKETS: Readonly<Record<Zone, string>> = { 'America/New_York': 'market_us', 'Europe/Madrid': 'market_es' }
const marketOf = ({ zone }: Story, { say }: Narrator): string => say(MARKETS[zone])

const toneOf = (bps: bigint): 'up' | 'down' | 'flat' => (bps > 0n ? 'up' : bps < 0n ? 'down' : 'flat')
const sizeIn = (bps: bigint, language: Language): string => formatRate(bps < 0n ? -bps : bps, language)

/** The number of wordings for a title. */
const WAYS = { up: 3, down: 3, flat: 1 } as const

const titleOf = (
  story: Story,
  tone: 'up' | 'down' | 'flat',
  { say }: Narrator,
  blanks: Record<string, string>,
): string => say(`${story.facts.topic}_${tone}_${variantFor(story.key, WAYS[tone])}`, blanks)

function openWords(story: StoryOf<'open'>, narrator: Narrator): Narration {
  const { say, language } = narrator
  const { session, isEarly, isExchange, count, largest } = story.facts
  const market = marketOf(story, narrator)
  const names = new Intl.ListFormat(LOCALES[language], { type: 'conjunction' }).format(largest.map(narrator.nameOf))
  const hours = isExchange
    ? say('open_hours', { opens: formatClock(session.open), closes: formatClock(session.close) })
    : ''
  return {
    title:
      count === 0
        ? say('open_plain', { market })
        : say('open_reports', { market, count: formatCount(count, language) }, count),
    body: [
      hours,
      isEarly ? say('open_early') : '',
      count === 0 ? say('open_none') : say('open_who', { names, count: formatCount(count, language) }, count),
    ],
  }
}

/** Price, change and previous close of a share at a moment. */
function shareWords(
  story: Story,
  share: ShareFigures,
  { say, nameOf, language }: Narrator,
): { blanks: Record<string, string>; sentence: string; range: string } {
  const { listing, last, previous, low, high } = share
  const price = (of: PriceE4): string => formatPrice(of, language, currencyFor(listing))
  const bps = changeBps(previous, last) ?? 0n
  const blanks = {
    name: nameOf(listing),
    code: tickerOf(listing),
    price: price(last),
    previous: price(previous),
    size: sizeIn(bps, language),
    signed: formatBps(bps, language),
    time: formatClock(story.at),
  }
  return {
    blanks,
    sentence: say(`stand_${toneOf(bps)}`, blanks),
    range: say('range', { low: price(low), high: price(high) }),
  }
}

const toneOfShare = ({ previous, last }: ShareFigures): 'up' | 'down' | 'flat' =>
  toneOf(changeBps(previous, last) ?? 0n)

function earningsWords(story: StoryOf<'earnings'>, narrator: Narrator): Narration {
  const { share } = story.facts
  const { blanks, sentence, range } = shareWords(story, share, narrator)
  const usual =
    share.usualBps === null ? '' : narrator.say('usual', { usual: sizeIn(share.usualBps, narrator.language) })
  return {
    title: titleOf(story, toneOfShare(share), narrator, blanks),
    body: [sentence, range, usual, narrator.say('earnings_note')],
  }
}

function moveWords(story: StoryOf<'move'>, narrator: Narrator): Narration {
  const { share, timesTenths } = story.facts
  const { blanks, sentence, range } = shareWords(story, share, narrator)
  const times = formatUnits(timesTenths, 1, narrator.language)
  const usual = sizeIn(share.usualBps ?? 0n, narrator.language)
  return {
    title: titleOf(story, toneOfShare(share), narrator, { ...blanks, times }),
    body: [sentence, range, narrator.say('move_times', { times, usual }), narrator.say('move_note')],
  }
}

const movedBlanks = (best: Move, worst: Move, { nameOf, language }: Narrator) => ({
  best: nameOf(best.listing),
  bestChange: formatBps(best.bps, language),
  worst: nameOf(worst.listing),
  worstChange: formatBps(worst.bps, language),
})

function indexWords(story: StoryOf<'index'>, narrator: Narrator): Narration {
  const { say, language, nameOf } = narrator
  const { listing, last, previous, breadth, best, worst } = story.facts
  const bps = changeBps(previous, last) ?? 0n
  const blanks = {
    name: nameOf(listing),
    points: formatPrice(last, language),
    previous: formatPrice(previous, language),
    size: sizeIn(bps, language),
    signed: formatBps(bps, language),
  }
  const members = formatCount(breadth.up + breadth.down + breadth.flat, language)
  return {
    title: titleOf(story, toneOf(bps), narrator, blanks),
    body: [
      say('index_told', blanks),
      say('index_breadth', { members, ...breadthBlanks(breadth, language) }),
      say('extremes', movedBlanks(best, worst, narrator)),
    ],
  }
}

const breadthBlanks = ({ up, down, flat }: { up: number; down: number; flat: number }, language: Language) => ({
  up: formatCount(up, language),
  down: formatCount(down, language),
  flat: formatCount(flat, language),
})

function closeWords(story: StoryOf<'close'>, narrator: Narrator): Narration {
  const { breadth, best, worst } = story.facts
  const blanks = { market: marketOf(story, narrator), ...breadthBlanks(breadth, narrator.language) }
  const side = breadth.up > breadth.down ? 'up' : breadth.up < breadth.down ? 'down' : 'flat'
  return {
    title: narrator.say(`close_${side}`, blanks),
    body: [
      narrator.say('close_breadth', { ...blanks, time: formatClock(story.at) }),
      best && worst ? narrator.say('close_extremes', movedBlanks(best, worst, narrator)) : '',
    ],
  }
}

const dayIn = (day: Day, language: Language): string => formatDayIn(Date.parse(`${day}T12:00:00Z`), language)

function weekWords(story: StoryOf<'week'>, narrator: Narrator): Narration {
  const { say, language } = narrator
  const { from, to, sectors } = story.facts
  const named = sectors.map(({ sector, bps }) => ({ name: say(`sector_${sector}`), change: formatBps(bps, language) }))
  const [first, last] = [named[0], named.at(-1)]
  return {
    title: say('week_title', {
      market: marketOf(story, narrator),
      best: first?.name ?? '',
      bestChange: first?.change ?? '',
      worst: last?.name ?? '',
      worstChange: last?.change ?? '',
    }),
    body: [
      say('week_told', { from: dayIn(from, language), to: dayIn(to, language) }),
      named.map(({ name, change }) => `- ${say('week_line', { name, change })}`).join('\n'),
    ],
  }
}
