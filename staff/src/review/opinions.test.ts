import { expect, test } from 'vitest'
import { actOf, disagreedIn, firstIn, oppositeOf, type Act } from './opinions.ts'

const alone = { approve: 1, refuse: 2 }
const two = { approve: 2, refuse: 2 }
const yes = { opinion: 'approve' } as const
const no = { opinion: 'refuse' } as const

// prettier-ignore
test.each<[string, 'approve' | 'refuse' | null, Record<'approve' | 'refuse', number>, typeof yes | typeof no | null, Act]>([
  ['nothing chosen',                       null,      two,   null, 'decide'],
  ['approving a small one',                'approve', alone, null, 'decide'],
  ['refusing it takes two',                'refuse',  alone, null, 'propose'],
  ['approving above the limit',            'approve', two,   null, 'propose'],
  ['the second agrees to approve',         'approve', two,   yes,  'second'],
  ['the second agrees to refuse',          'refuse',  alone, no,   'second'],
  ['the second would refuse',              'refuse',  two,   yes,  'disagree'],
  ['the second would approve a small one', 'approve', alone, no,   'disagree'],
])('%s', (_line, opinion, people, first, act) => {
  expect(actOf(opinion, people, first)).toBe(act)
})

test('the opposite of each opinion is the other', () => {
  expect([oppositeOf('approve'), oppositeOf('refuse')]).toEqual(['refuse', 'approve'])
})

const seat = { role: 'treasurer', number: 1 } as const
const reason = { code: 'asked_twice', title: 'Asked twice' }
const said = (step: 'approve' | 'refuse' | 'opened', person: number | null, round = 1) => ({
  step,
  at: 0,
  seat,
  reason: step === 'opened' ? null : reason,
  note: null,
  person,
  round,
})

// prettier-ignore
test.each<[string, ReturnType<typeof said>[], 'approve' | 'refuse' | null]>([
  ['nobody has said anything',       [said('opened', null)],                                         null],
  ['a first one waits',              [said('opened', null), said('refuse', 1)],                      'refuse'],
  ['it was opened since',            [said('approve', 1), said('opened', null)],                     'approve'],
  ['two have disagreed',             [said('approve', 1), said('refuse', 2)],                        null],
  ['after that, a first one again',  [said('approve', 1), said('refuse', 2), said('refuse', 1)],     'refuse'],
])('%s', (_line, steps, opinion) => {
  expect(firstIn(steps)?.opinion ?? null).toBe(opinion)
})

// prettier-ignore
test.each<[string, ReturnType<typeof said>[], string[] | null]>([
  ['nobody has said anything',   [said('opened', null)],                                                null],
  ['a first one waits',          [said('refuse', 1)],                                                   null],
  ['two have disagreed',         [said('approve', 1), said('refuse', 2), said('opened', null, 2)],      ['approve', 'refuse']],
  ['and one has said it anew',   [said('approve', 1), said('refuse', 2), said('refuse', 1, 2)],         ['approve', 'refuse']],
  ['two have agreed',            [said('refuse', 1), said('refuse', 2)],                                null],
  ['a second disagreement',      [said('approve', 1), said('refuse', 2), said('refuse', 1, 2), said('approve', 2, 2)], ['refuse', 'approve']],
])('disagreed: %s', (_line, steps, opinions) => {
  expect(disagreedIn(steps)?.map(({ opinion }) => opinion) ?? null).toEqual(opinions)
})
