import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import type { Call } from '@lonja/core/base/contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { readRun, startRun, stopRun } from '@lonja/core/strategies/runs.contract'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { runForm } from './strategies.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(10_000_00n) })
})
afterAll(() => house.close())

const begin = (who: TestCustomer, change: object = {}) => {
  const form = runForm(change)
  return house.ask(startRun, form, { token: who.token, key: form.id })
}
const act = (call: Call, who: TestCustomer, input: { id: string; sells?: boolean }) =>
  house.ask(call, input, { token: who.token })
const read = async (who: TestCustomer, id: string) => (await house.ask(readRun, { id }, { token: who.token })).data

describe('a run', () => {
  test('holds its amount from its start to its stop', async () => {
    const who = await house.customer()
    const { data } = await begin(who)
    expect(await read(who, data.id)).toMatchObject({
      state: 'running',
      value: '100.00',
      cash: '100.00',
      result: '0.00',
      drawdown: { most: '0.00', bps: 0 },
    })
    expect((await act(stopRun, who, { id: data.id, sells: false })).data).toEqual({
      id: data.id,
      state: 'stopped',
    })
    const entries = await house.ask(listEntries, {}, { token: who.token })
    expect(entries.data.rows.slice(0, 2).map(({ kind }: { kind: string }) => kind)).toEqual(['release', 'hold'])
    expect(await read(who, data.id)).toMatchObject({
      state: 'stopped',
      reason: 'by_customer',
      value: '100.00',
      cash: '0.00',
    })
  })
})
