import { expect, test } from 'vitest'
import { USUAL_SETTING, choicesOf, settingIn, settingKey, toggled } from './indicator-choice.ts'

test('a setting comes back as it was kept', () => {
  const setting = { ...toggled(USUAL_SETTING, 'RSI'), params: { ...USUAL_SETTING.params, MA: [5, 10, 60], RSI: [7] } }
  expect(settingIn(JSON.parse(JSON.stringify(setting)))).toEqual({ ...setting, shown: ['MA', 'RSI', 'VOL'] })
  expect(choicesOf(setting)).toEqual([
    { name: 'MA', params: [5, 10, 60] },
    { name: 'RSI', params: [7] },
    { name: 'VOL', params: [] },
  ])
  expect(toggled(toggled(setting, 'MA'), 'MA').shown).toEqual(['VOL', 'RSI', 'MA'])
})

test.each([
  ['nothing', null],
  ['a word', 'MA'],
  ['an older shape', { shown: 'MA', params: null }],
  ['unknown indicators', { shown: ['MA', 'VOL', 'SAR'], params: { SAR: [1] } }],
  ['periods that cannot be', { shown: ['VOL', 'MA'], params: { MA: [0], MACD: [26, 12, 9], RSI: ['14'], KDJ: 3 } }],
])('%s is as usual', (_what, stored) => {
  expect(settingIn(stored)).toEqual(USUAL_SETTING)
})

test('a choice of none stays none, and each customer has one of their own', () => {
  expect(settingIn({ shown: [] }).shown).toEqual([])
  expect([settingKey(null), settingKey('a')]).toEqual(['indicators', 'indicators:a'])
})
