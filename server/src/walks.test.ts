import { expect, test } from 'vitest'
import { dice } from './fuzz.dice.testing.ts'
import { openWalks, type Walks } from './walks.testing.ts'

/**
 * Random walks: customers and staff do what they may, in any order, at any time. Whatever they do, no walk makes money from nothing,
 * blocks free cash without a reason, or is asked for a payment in order to withdraw; the figures agree with the entries after each.
 * LONJA_SEED repeats a run; LONJA_WALKS says how many (10,000 in the long run), each of 50 calls.
 */
const SEED = Number(process.env['LONJA_SEED'] ?? Date.now() % 1_000_000)
const WALKS = Number(process.env['LONJA_WALKS'] ?? 6)
const CALLS_EACH = 50
/** Of the long run: every write is accepted so often. */
const ACCEPTED_LEAST = WALKS >= 10_000 ? 100 : 1

test(`${WALKS} walks of ${CALLS_EACH} calls, seed ${SEED}`, { timeout: 3 * 3_600_000 }, async () => {
  const walks = await openWalks()
  const chance = dice(SEED)
  for (let n = 0; n < WALKS; n += 1) expect(await walks.walk(chance, CALLS_EACH)).toEqual([])
  report(walks)
  const few = [...walks.accepted].filter(([, count]) => count < ACCEPTED_LEAST)
  await walks.close()
  expect(few).toEqual([])
})

test('a planted mint is caught by the walk that it happens in', async () => {
  const walks = await openWalks()
  expect(await walks.walk(dice(7), 10)).toEqual([])
  await walks.mint()
  expect((await walks.walk(dice(8), 1)).join()).toContain('rebuilds every balance')
  await walks.unmint()
  await walks.close()
})

function report({ accepted }: Walks): void {
  const rows = [...accepted].map(([name, count]) => `${name.padEnd(20)}${String(count).padStart(8)}`)
  console.log([`Seed ${SEED}: ${WALKS} walks of ${CALLS_EACH} calls; accepted:`, ...rows].join('\n'))
}
