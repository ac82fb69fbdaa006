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

const seat = { role: 'treasurer', number: 1, letInBy: null } as const
const reason = { code: 'asked_twice', title: 'Asked twice' }
const stepOf = (step: 'approve' | 'refuse' | 'opened' | 'recalled', person: number | null, round = 1) => ({
  step,
  at: 0,
  seat,
  reason: step === 'opened' || step === 'recalled' ? null : reason,
  note: null,
  person,
  round,
})

// prettier-ignore
test.each<[string, ReturnType<typeof stepOf>[], 'approve' | 'refuse' | null]>([
  ['recalled after one approved it', [stepOf('approve', 1), stepOf('recalled', null)],   null],
  ['nobody has said anything',       [stepOf('opened', null)],                                         null],
  ['a first one waits',              [stepOf('opened', null), stepOf('refuse', 1)],                      'refuse'],
  ['it was opened since',            [stepOf('approve', 1), stepOf('opened', null)],                     'approve'],
  ['two have disagreed',             [stepOf('approve', 1), stepOf('refuse', 2)],                        null],
  ['after that, a first one again',  [stepOf('approve', 1), stepOf('refuse', 2), stepOf('refuse', 1)],     'refuse'],
])('%s', (_line, steps, opinion) => {
  expect(firstIn(steps)?.opinion ?? null).toBe(opinion)
})

// prettier-ignore
test.each<[string, ReturnType<typeof stepOf>[], string[] | null]>([
  ['nobody has said anything',   [stepOf('opened', null)],                                                null],
  ['a first one waits',          [stepOf('refuse', 1)],                                                   null],
  ['two have disagreed',         [stepOf('approve', 1), stepOf('refuse', 2), stepOf('opened', null, 2)],      ['approve', 'refuse']],
  ['and one has said it anew',   [stepOf('approve', 1), stepOf('refuse', 2), stepOf('refuse', 1, 2)],         ['approve', 'refuse']],
  ['two have agreed',            [stepOf('refuse', 1), stepOf('refuse', 2)],                                null],
  ['a second disagreement',      [stepOf('approve', 1), stepOf('refuse', 2), stepOf('refuse', 1, 2), stepOf('approve', 2, 2)], ['refuse', 'approve']],
])('disagreed: %s', (_line, steps, opinions) => {
  expect(disagreedIn(steps)?.map(({ opinion }) => opinion) ?? null).toEqual(opinions)
})
