import { expect, test } from 'vitest'
import { aSeat } from '../base/ids.testing.ts'
import {
  BURST_MOST,
  DAY_MOST,
  HOLDING_MS,
  SAME_VIEW_MS,
  decideAnswer,
  decideMessage,
  decideNote,
  decideRating,
  decideTake,
  holderAt,
  isNewView,
  otherHolder,
  previewFor,
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
  ['Sí',  open,   false, null, '{"write":true}'],
  ['',    open,   false, null, 'message_empty'],
  ['Sí',  closed, false, null, 'thread_closed'],
  ['Sí',  null,   false, null, 'unknown_thread'],
  ['Sí',  open,   true,  null, 'own_account'],
  ['Sí',  open,   false, 2,    'thread_held'],
  ['',    open,   false, 2,    'thread_held'],
  ['Sí',  closed, false, 2,    'thread_closed'],
])('an answer %j in %j, own account %s, held by %s: %s', (text, thread, isOwn, other, decision) => {
  expect(outcomeOf(decideAnswer(text, thread, isOwn, other))).toBe(decision)
})

// prettier-ignore
test.each([
  ['nobody’s',                             null,                 null, null],
  ['one’s own',                            { seat: 1, at: 0 },   1,    null],
  ['another’s',                            { seat: 2, at: 0 },   2,    2],
  ['another’s, a millisecond before',      { seat: 2, at: 1 },   2,    2],
])('the holder of a conversation: %s', (_line, last, holder, other) => {
  expect(holderAt(last, HOLDING_MS - 1)?.seat ?? null).toBe(holder)
  expect(otherHolder(last, 1, HOLDING_MS - 1)).toBe(other)
})

test('a seat no longer holds it when its time is over', () => {
  expect([holderAt({ seat: 2, at: 0 }, HOLDING_MS), otherHolder({ seat: 2, at: 0 }, 1, HOLDING_MS)]).toEqual([
    null,
    null,
  ])
})

// prettier-ignore
test.each([
  [open,   false, null, '{"take":true}'],
  [open,   false, 2,    'thread_held'],
  [closed, false, null, 'thread_closed'],
  [null,   false, null, 'unknown_thread'],
  [open,   true,  null, 'own_account'],
])('taking %j, own account %s, held by %s: %s', (thread, isOwn, other, decision) => {
  expect(outcomeOf(decideTake(thread, isOwn, other))).toBe(decision)
})

// prettier-ignore
test.each([
  ['Llamó',  false, '{"write":true}'],
  [' \u200b', false, 'message_empty'],
  ['Llamó',  true,  'own_account'],
])('a note %j, own account %s: %s', (text, isOwn, decision) => {
  expect(outcomeOf(decideNote(text, isOwn))).toBe(decision)
})

// prettier-ignore
test.each([
  ['on one line',              'Hola,\n¿qué tal?',                          'Hola, ¿qué tal?'],
  ['a phone number',           'Llamad al 612 345 678',                     'Llamad al ••••'],
  ['three digits stay',        'Son 250 euros',                             'Son 250 euros'],
  ['four do not',              'Son 2500 euros',                            'Son •••• euros'],
  ['an e-mail address',        'Soy ana@example.org, hola',                 'Soy •••• hola'],
  ['an IBAN',                  'ES9121000418450200051332 es mía',           '•••• es mía'],
  ['an IBAN in groups',        'ES91 2100 0418 4502 0005 1332',             'ES••••'],
  ['a wallet',                 'a 0x52908400098527886E0F7030069857D2E4169EE7', 'a ••••'],
  ['exactly as long',          'x '.repeat(39) + 'xy',                      'x '.repeat(39) + 'xy'],
  ['a sign longer',            'x '.repeat(39) + 'xyz',                     'x '.repeat(39) + 'x…'],
  ['nothing but a picture',    '',                                          ''],
])('a preview: %s', (_line, text, preview) => {
  expect(previewFor(text)).toBe(preview)
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
