import { inject } from 'vitest'
import type { SharedHouse } from './house.setup.ts'

/** The house of this worker's journeys. The files of a worker take turns in it. */
export const house: SharedHouse = houseOf(Number(process.env['VITEST_POOL_ID'] ?? 1))

function houseOf(worker: number): SharedHouse {
  const house = inject('houses')[worker - 1]
  if (!house) throw new Error(`Worker ${worker} has no house`)
  return house
}
