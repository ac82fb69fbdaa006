import { eur, type Amount, type Currency } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { changeBy } from '@lonja/core/ledger/days.rules'
import type { readHouseDay } from '@lonja/core/ledger/house.staff.contract'
import type { QUEUE_WHOSE } from '@lonja/core/review/queue.staff.contract'
import type { countQueues } from '@lonja/core/reviews.contract'
import type { Formats } from '@lonja/kit/formats'
import type { Say, TextKey } from '@lonja/kit/text'

export type QueueCount = ReplyOf<typeof countQueues>['rows'][number]

/** The most restricted accounts that are counted; more are shown as this number with a plus. */
export const COUNTED = 100

export type FigureName = 'late' | 'mine' | 'second' | 'restricted' | 'threads' | 'cameIn' | 'wentOut'

/** A figure of the first page, and the list that it opens: the page's own narrowed, or another page. */
export interface Figure {
  readonly name: FigureName
  /** A number of things, or an amount in EUR. */
  readonly count: number
  readonly amount?: Amount
  readonly isMore: boolean
  /** It asks for something now. */
  readonly isBad: boolean
  readonly note: (t: Say<'today'>, f: Formats, span: (ms: number) => string) => string
  readonly open: { readonly path?: string; readonly query?: Readonly<Record<string, string>> }
  /** The filter of the page's own list. */
  readonly list?: { readonly late?: 'yes'; readonly whose?: (typeof QUEUE_WHOSE)[number] }
}

export interface TodayFacts {
  readonly counts: readonly QueueCount[] | undefined
  /** Undefined for a seat that may not read them, and while they load. */
  readonly restricted: readonly { readonly untilAt: number }[] | undefined
  readonly threads: { readonly waiting: number } | undefined
  /** The books of today by currency. */
  readonly day: ReplyOf<typeof readHouseDay>['currencies'] | undefined
  readonly now: number
}

const sumOf = (counts: readonly QueueCount[], name: 'late' | 'mine' | 'second' | 'secondForYou'): number =>
  counts.reduce((total, count) => total + count[name], 0)

const firstOf = (counts: readonly QueueCount[], name: 'firstDueAt' | 'mineDueAt'): number | null => {
  const instants = counts.flatMap((count) => count[name] ?? [])
  return instants.length === 0 ? null : Math.min(...instants)
}

/** The figures of a seat, in the order of their keys, by the answers that it can have beside those of the queues. */
export const namesFor = (can: Readonly<Record<'restricted' | 'threads' | 'day', boolean>>): FigureName[] => [
  'late',
  'mine',
  'second',
  ...(can.restricted ? (['restricted'] as const) : []),
  ...(can.threads ? (['threads'] as const) : []),
  ...(can.day ? (['wentOut', 'cameIn'] as const) : []),
]

/** The figures that are known. */
export function figuresFor({ counts, restricted, threads, day, now }: TodayFacts): Figure[] {
  if (!counts) return []
  const [late, mine, forYou] = [sumOf(counts, 'late'), sumOf(counts, 'mine'), sumOf(counts, 'secondForYou')]
  const [firstDueAt, mineDueAt] = [firstOf(counts, 'firstDueAt'), firstOf(counts, 'mineDueAt')]
  const here = (show: string) => ({ query: { show } })
  return [
    {
      ...figure('late', late, here('late')),
      isBad: late > 0,
      list: { late: 'yes' },
      note: (t: Say<'today'>, _f: Formats, span: (ms: number) => string) =>
        late > 0 && firstDueAt !== null ? t('worst', { span: span(now - firstDueAt) }) : t('noneLate'),
    },
    {
      ...figure('mine', mine, here('mine')),
      list: { whose: 'mine' },
      note: (t: Say<'today'>, _f: Formats, span: (ms: number) => string) => {
        if (mineDueAt === null) return t('noneMine')
        return mineDueAt < now ? t('mineLate') : t('mineDue', { span: span(mineDueAt - now) })
      },
    },
    {
      ...figure('second', sumOf(counts, 'second'), here('second')),
      list: { whose: 'second' },
      note: (t: Say<'today'>) => t('forYou', { count: forYou }),
    },
    ...(restricted ? [restrictedFigure(restricted)] : []),
    ...(threads
      ? [
          {
            ...figure('threads', threads.waiting, { path: '/conversations' }),
            note: (t: Say<'today'>) => t('waitAnswer'),
          },
        ]
      : []),
    ...(day ? [cashFigure('wentOut', day), cashFigure('cameIn', day)] : []),
  ]
}

const CASH_OF = { cameIn: 'deposit', wentOut: 'withdrawal' } as const
const COUNT_WORDS = { cameIn: 'cameInOf', wentOut: 'wentOutOf' } as const satisfies Record<string, TextKey<'today'>>

/** The cash of today in EUR, with that in USD in the note: each leads to the books of the day. */
function cashFigure(name: keyof typeof CASH_OF, day: NonNullable<TodayFacts['day']>): Figure {
  const of = (currency: Currency) => {
    const own = day.find((each) => each.currency === currency)
    const { units, entries } = own ? changeBy(own, CASH_OF[name]) : { units: 0n, entries: 0 }
    // A deposit is money that the house gave.
    return { units: name === 'cameIn' ? -units : units, entries }
  }
  const [euros, dollars] = [of('EUR'), of('USD')]
  return {
    ...figure(name, euros.entries + dollars.entries, { path: '/ledger' }),
    amount: eur(euros.units),
    note: (t: Say<'today'>, f: Formats) =>
      [
        ...(dollars.units === 0n ? [] : [f.amount({ asset: 'USD', units: dollars.units })]),
        t(COUNT_WORDS[name], { count: euros.entries + dollars.entries }),
      ].join(' · '),
  }
}

const figure = (name: FigureName, count: number, open: Figure['open']) => ({
  name,
  count,
  isMore: false,
  isBad: false,
  open,
})

/** The list is ordered by end, so its first row ends first. */
function restrictedFigure(rows: readonly { readonly untilAt: number }[]): Figure {
  const [first] = rows
  return {
    ...figure('restricted', rows.length, { path: '/restricted' }),
    isMore: rows.length === COUNTED,
    note: (t: Say<'today'>, f: Formats) =>
      first ? t('firstEnds', { time: f.date(first.untilAt) }) : t('noneRestricted'),
  }
}
