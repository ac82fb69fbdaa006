import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '@lonja/e2e/checkout'
import { workedExample } from './money.example.ts'

// The document contains the example's output. After a change of a rule, paste the text that this test shows.
test('the example of docs/MONEY.md is what the rules do today', () => {
  const document = readFileSync(join(checkout, 'docs', 'MONEY.md'), 'utf8')
  const kept = /<!-- the example, as tools\/money\.example\.ts prints it -->\n\n([\s\S]*?)\n\n<!-- its end -->/.exec(
    document,
  )
  expect(kept?.[1]).toBe(workedExample())
})
