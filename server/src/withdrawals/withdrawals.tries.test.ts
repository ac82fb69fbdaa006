import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { payerIn, submit, TRADING } from './withdrawals.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

describe('twenty withdrawals at once', () => {
  const tally = (answers: readonly (string | undefined)[]) =>
    Object.fromEntries(
      [...new Set(answers)].map((name) => [name ?? 'accepted', answers.filter((one) => one === name).length]),
    )

  test.each([
    [
      'with the right trading password are no guesses: ten may be open',
      TRADING,
      { accepted: 10, too_many_withdrawals: 10 },
    ],
    [
      'with a wrong one are evaluated up to the limit',
      'not this one',
      { wrong_trading_password: 10, too_many_tries: 10 },
    ],
  ])('%s', async (_line, password, expected) => {
    const who = await payerIn(house)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(house, who, { amount: '20.00', password })),
    )
    expect(tally(answers.map(({ error }) => error))).toEqual(expected)
  })
})
