import { expect, test } from 'vitest'
import { aSeat } from '../base/ids.testing.ts'
import {
  BURST_MOST,
  DAY_MOST,
  SAME_VIEW_MS,
  decideAnswer,
  decideMessage,
  decideRating,
  isNewView,
} from './support.rules.ts'

const open = { closedAt: null, rating: null }
const closed = { closedAt: 5, rating: null }
const rated = { closedAt: 5, rating: 4 }
const outcomeOf = (answer: object): string => ('refused' in answer ? String(answer.refused) : JSON.stringify(answer))

// prettier-ignore
test.each<[string, string, number, number, number, string]>([
  // case                         text        pictures burst            day           decision
  ['words',                       'Hola',     0,       0,               0,            '{"write":true}'],
  ['a sign alone is said',        '?',        0,       0,               0,            '{"write":true}'],
  ['a picture needs no words',    '',         1,       0,               0,            '{"write":true}'],
  ['nothing',                     '',         0,       0,               0,            'message_empty'],
  ['what cannot be seen',         '\u200b\n', 0,       0,               0,            'message_empty'],
  ['the last of a burst',         'Hola',     0,       BURST_MOST - 1,  BURST_MOST,   '{"write":true}'],
  ['one too many in ten minutes', 'Hola',     0,       BURST_MOST,      BURST_MOST,   'too_many_messages'],
  ['the last of a day',           'Hola',     0,       0,               DAY_MOST - 1, '{"write":true}'],
  ['one too many in a day',       'Hola',     0,       0,               DAY_MOST,     'too_many_messages'],
])('%s: %j with %i pictures after %i and %i is %s', (_what, text, pictures, burst, day, decision) => {
  expect(outcomeOf(decideMessage({ text, pictures: Array(pictures).fill('x') as string[] }, { burst, day }))).toBe(decision)
})

// prettier-ignore
test.each([
  ['Sí',  open,   false, '{"write":true}'],
  ['',    open,   false, 'message_empty'],
  ['Sí',  closed, false, 'thread_closed'],
  ['Sí',  null,   false, 'unknown_thread'],
  ['Sí',  open,   true,  'own_account'],
])('an answer %j in %j, own account %s: %s', (text, thread, isOwn, decision) => {
  expect(outcomeOf(decideAnswer(text, thread, isOwn))).toBe(decision)
})

// prettier-ignore
test.each([
  [5, closed, '{"save":true}'],
  [5, open,   'thread_open'],
  [5, null,   'unknown_thread'],
  [5, rated,  'already_rated'],
  [4, rated,  '{"save":false}'],
])('a rating of %i for %j: %s', (rating, thread, decision) => {
  expect(outcomeOf(decideRating(rating, thread))).toBe(decision)
})

const A = aSeat('a')

test('repeated looks within ten minutes are one view', () => {
  expect(isNewView(null, A, 0)).toBe(true)
  expect(isNewView({ seat: A, at: 0 }, A, SAME_VIEW_MS - 1)).toBe(false)
  expect(isNewView({ seat: A, at: 0 }, A, SAME_VIEW_MS)).toBe(true)
  expect(isNewView({ seat: A, at: 0 }, aSeat('b'), 1)).toBe(true)
})
