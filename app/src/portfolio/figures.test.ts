import { expect, test } from 'vitest'
import { makeUpFor, percentsFor } from './figures.ts'

test.each([
  [{ marketValue: 0n, free: 0n, held: 0n }, null],
  [
    { marketValue: 0n, free: 100n, held: 0n },
    { invested: 0n, free: 10_000n, held: 0n },
  ],
  [
    { marketValue: 100n, free: 0n, held: 0n },
    { invested: 10_000n, free: 0n, held: 0n },
  ],
  [
    { marketValue: 1n, free: 1n, held: 1n },
    { invested: 3_334n, free: 3_333n, held: 3_333n },
  ],
  [
    { marketValue: 6_300n, free: 3_300n, held: 400n },
    { invested: 6_300n, free: 3_300n, held: 400n },
  ],
])('%o is made up of %o', (figures, parts) => {
  expect(makeUpFor(figures)).toEqual(parts)
})

test.each([
  [{ invested: 6_300n, free: 3_300n, held: 400n }, [63n, 33n, 4n]],
  [{ invested: 3_334n, free: 3_333n, held: 3_333n }, [34n, 33n, 33n]],
  [{ invested: 9_950n, free: 50n, held: 0n }, [100n, 0n, 0n]],
  [{ invested: 9_949n, free: 51n, held: 0n }, [99n, 1n, 0n]],
])('%o in whole per cents', (parts, percents) => {
  const shown = percentsFor(parts)
  expect(shown).toEqual(percents)
  expect(shown.reduce((sum, part) => sum + part, 0n)).toBe(100n)
})
