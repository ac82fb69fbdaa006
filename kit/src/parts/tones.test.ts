import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

test('a choice exchanges the colours of rises and falls, and leaves those of successes and faults', () => {
  const [, red = ''] = /:root\[data-rise='red'\] \{([^}]*)\}/.exec(read('../tokens.css')) ?? []
  const exchanged = [...red.matchAll(/--([\w-]+): var\(--([\w-]+)\)/g)].map(([, token, of]) => [token, of])
  expect(exchanged).toEqual([
    ['up', 'loss'],
    ['up-wash', 'loss-wash'],
    ['down', 'gain'],
    ['down-wash', 'gain-wash'],
  ])
})

test.each(['tones.module.css', 'Price.tsx', 'CandleChart.module.css', 'candle-styles.ts'])(
  '%s colours figures that rose and fell by the chosen colours',
  (file) => {
    const text = read(file)
    expect([/\bup\b/.test(text), /\bdown\b/.test(text)]).toEqual([true, true])
    expect(text).not.toMatch(/--(gain|loss)|'(gain|loss)', '|\btoken\('(gain|loss)'\)/)
  },
)
