import { expect, test } from 'vitest'
import { newId } from '../base/ids.ts'
import type { Command } from './batch.ts'
import type { LockedTx } from './locks.ts'
import { laneWithin } from './within.ts'

/** Commands of the lane within a write. The transaction here only notes its trips: the order of these is what is tested. */

test('a batch reads only after the one before has written, also if it was submitted on the way', async () => {
  const steps: string[] = []
  let trips = 0
  let onFirstTrip = (): void => undefined
  const tx = {
    trip: async () => {
      const trip = ++trips
      steps.push(`trip ${trip} begins`)
      if (trip === 1) onFirstTrip()
      // Several turns of the event loop, as a database takes.
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
      steps.push(`trip ${trip} ends`)
      return []
    },
  } as unknown as LockedTx
  const { submit } = laneWithin(tx, 0)
  const command = (name: string): Command<string> => ({
    topics: [],
    customer: newId(),
    needs: [],
    decide: () => {
      steps.push(`${name} is decided`)
      return name
    },
  })
  const second = new Promise((resolve) => {
    onFirstTrip = () => resolve(submit(command('the second')))
  })
  expect(await Promise.all([submit(command('the first')), second])).toEqual(['the first', 'the second'])
  expect(steps).toEqual([
    ...['trip 1 begins', 'trip 1 ends', 'the first is decided', 'trip 2 begins', 'trip 2 ends'],
    ...['trip 3 begins', 'trip 3 ends', 'the second is decided', 'trip 4 begins', 'trip 4 ends'],
  ])
})
