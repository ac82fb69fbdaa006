import { expect, test } from 'vitest'
import { HOUR } from '@lonja/core/base/instant'
import {
  cancelWithdrawal,
  readWithdrawalFigures,
  readWithdrawalTerms,
} from '@lonja/core/withdrawals/withdrawals.contract'
import { newId } from '../base/ids.ts'
import { openTestHouse } from '../testing/house.ts'
import { judge, payerIn, submit } from './withdrawals.testing.ts'

test('the house’s own figures are counted from the rows', async () => {
  const own = await openTestHouse()
  const ids: string[] = []
  for (let n = 0; n < 4; n += 1) {
    const who = await payerIn(own)
    ids.push((await submit(own, who)).data.id)
    if (n === 3) await own.ask(cancelWithdrawal, { id: ids[3] }, { token: who.token, key: newId() })
  }
  const { token } = await own.customer()
  const halfTook = async () => (await own.ask(readWithdrawalTerms, {}, { token })).data.terms.medianMs
  own.clock.advance(HOUR)
  expect(await halfTook()).toBeNull()
  await judge(own, await own.seat(), ids[0] as string, 'approve')
  // The figures are counted once for all requests of the same half minute.
  expect(await halfTook()).toBeNull()
  own.clock.advance(HOUR)
  expect(await halfTook()).toBe(HOUR)
  await judge(own, await own.seat(), ids[1] as string, 'approve')
  own.clock.advance(60 * HOUR)
  for (let person = 0; person < 2; person += 1)
    await judge(own, await own.seat({ claimedAt: own.clock.now() - 25 * HOUR }), ids[2] as string, 'refuse')
  const { data } = await own.ask(readWithdrawalFigures, {})
  const figures = { asked: 4, approved: 2, refused: 1, cancelled: 1, medianMs: 2 * HOUR, mostMs: 62 * HOUR, late: 1 }
  const reasons = [{ reason: { code: 'payee_name_differs', title: 'The holder is not you' }, count: 1 }]
  expect(data).toMatchObject({
    periods: [
      { days: 90, ...figures, refusedBps: 3_333, reasons },
      { days: null, ...figures },
    ],
    waiting: { count: 0, oldestAt: null },
  })
  own.clock.advance(90 * 24 * HOUR)
  const after = (await own.ask(readWithdrawalFigures, {})).data.periods
  expect(after).toMatchObject([{ asked: 0, medianMs: null, refusedBps: null, reasons: [] }, figures])
  await own.close()
})
