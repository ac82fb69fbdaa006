import { expect, test } from 'vitest'
import { threadEntriesFor, threadToRate, unreadThrough, type Message, type Thread } from './talk.ts'

const message = (n: number, more: Partial<Message> = {}): Message => ({
  id: `m${n}`,
  n,
  thread: 't',
  seat: null,
  text: 'Hola',
  pictures: [],
  at: n * 10,
  isRead: true,
  ...more,
})
const thread = (more: Partial<Thread> = {}): Thread => ({
  id: 't',
  openedAt: 1,
  closedAt: null,
  closedBy: null,
  rating: null,
  ...more,
})
const view = (at: number) => ({ seat: 4, role: 'support' as const, what: 'thread' as const, at })

test('a talk stands in the order of time, what two pages tell stands once', () => {
  const first = { rows: [message(3), message(2)], views: [view(20), view(30)], threads: [thread({ closedAt: 30 })] }
  const second = { rows: [message(1)], views: [view(15), view(20)], threads: [thread({ closedAt: 30 })] }
  expect(threadEntriesFor([first, second]).map(({ key }) => key)).toEqual([
    'm1',
    '15 4 thread',
    '20 4 thread',
    'm2',
    '30 4 thread',
    'm3',
    'end t',
  ])
  expect(threadEntriesFor([])).toEqual([])
})

test.each<[string, Thread[], string | null]>([
  ['nothing', [], null],
  ['one that is open', [thread()], null],
  ['a closed one', [thread({ closedAt: 5 })], 't'],
  ['a rated one', [thread({ closedAt: 5, rating: 1 })], null],
  ['a closed one that another one followed', [thread({ id: 'new', openedAt: 9 }), thread({ closedAt: 5 })], null],
])('of %s is asked about %s', (_what, threads, id) => {
  expect(threadToRate(threads)?.id ?? null).toBe(id)
})

test('answers are read up to the newest, one’s own words never', () => {
  const unread = { isRead: false }
  expect(unreadThrough([message(1, unread), message(2, { ...unread, seat: 4 }), message(3, { seat: 4 })])).toBe(2)
  expect(unreadThrough([])).toBe(0)
})
