import { expect, test } from 'vitest'
import { firstStepsFor, type FirstStep, type FirstStepsFacts } from './first-steps.rules.ts'

const nothing: FirstStepsFacts = { looked: false, bought: false, alerted: false, away: false }

// prettier-ignore
test.each<[string, Partial<FirstStepsFacts>, FirstStep[], boolean]>([
  ['a new account',                        {},                                             [],                       true],
  ['one that looked',                      { looked: true },                               ['look'],                 true],
  ['one that bought has looked',           { bought: true },                               ['look', 'buy'],          true],
  ['one that set an alert has looked',     { alerted: true },                              ['look', 'alert'],        true],
  ['all done',                             { looked: true, bought: true, alerted: true },  ['look', 'buy', 'alert'], false],
  ['all done, of which none said a look',  { bought: true, alerted: true },                ['look', 'buy', 'alert'], false],
  ['put away before any',                  { away: true },                                 [],                       false],
  ['put away with two done',               { looked: true, bought: true, away: true },     ['look', 'buy'],          false],
])('%s', (_account, facts, done, shown) => {
  expect(firstStepsFor({ ...nothing, ...facts })).toEqual({ done, shown })
})
