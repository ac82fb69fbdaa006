import { quantile } from '@lonja/core/market/measures'
import type { Portrait } from '@lonja/core/practice/portrait'

/** Two portraits in one picture: the practice market in violet, real bars in orange. Plain SVG, made of text. */

const PRACTICE = '#5b57d1'
const REAL = '#b45309'
const [WIDTH, HEIGHT, GAP] = [330, 190, 34]
const INK = '#1c1c1e'
const SOFT = '#6b6b70'

export function drawn(practice: Portrait, real: Portrait): string {
  const panels = [
    panel('Day volatility by name, %', volatilities(practice, real)),
    panel('Days by size of move, in standard deviations (log)', tails(practice, real)),
    panel('Correlation of pairs', correlations(practice, real)),
    panel('Volume by half hour, % of the session', volumes(practice, real)),
    panel('Distance of bid and ask, in 1/10,000 of the price', spreads(practice, real)),
  ]
  const placed = panels.map((content, n) => {
    const [x, y] = [20 + (n % 2) * (WIDTH + GAP), 50 + Math.floor(n / 2) * (HEIGHT + GAP + 26)]
    return `<g transform="translate(${x} ${y})">${content}</g>`
  })
  const [wide, high] = [20 + 2 * WIDTH + GAP + 20, 60 + 3 * (HEIGHT + GAP + 26)]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" font-family="sans-serif" font-size="11">`,
    `<rect width="${wide}" height="${high}" fill="#fff"/>`,
    key(20, 'practice market', PRACTICE),
    key(170, 'real bars', REAL),
    ...placed,
    '</svg>\n',
  ].join('\n')
}

const key = (x: number, name: string, colour: string): string =>
  `<rect x="${x}" y="14" width="12" height="12" fill="${colour}"/>${text(x + 18, 24, name, INK)}`

const text = (x: number, y: number, words: string, colour = SOFT, anchor = 'start'): string =>
  `<text x="${fixed(x)}" y="${fixed(y)}" fill="${colour}" text-anchor="${anchor}" paint-order="stroke" stroke="#fff" stroke-width="3">${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`

const fixed = (value: number): string => value.toFixed(1)

function panel(title: string, content: string): string {
  return [
    `<text x="0" y="-8" fill="${INK}" font-weight="600">${title}</text>`,
    `<line x1="0" y1="${HEIGHT}" x2="${WIDTH}" y2="${HEIGHT}" stroke="#c7c7cc"/>`,
    content,
  ].join('\n')
}

/** The part of the values that lies in each step of [from, to). */
function histogram(values: readonly number[], from: number, to: number, steps: number): number[] {
  const counts = new Array<number>(steps).fill(0)
  for (const value of values) {
    const step = Math.floor(((value - from) / (to - from)) * steps)
    if (step >= 0 && step < steps) counts[step]! += 1 / values.length
  }
  return counts
}

/** Bars over an axis with labels at some values. */
function bars(parts: readonly number[], colour: string, most: number): string {
  const step = WIDTH / parts.length
  return parts
    .map((part, n) => {
      const high = (part / most) * HEIGHT
      return `<rect x="${fixed(n * step + 1)}" y="${fixed(HEIGHT - high)}" width="${fixed(step - 2)}" height="${fixed(high)}" fill="${colour}"/>`
    })
    .join('')
}

const axis = (from: number, to: number, at: readonly number[], places = 0): string =>
  at
    .map((value) => text(((value - from) / (to - from)) * WIDTH, HEIGHT + 14, value.toFixed(places), SOFT, 'middle'))
    .join('')

/** A real name's own value, as a line with its name. */
const marks = (names: readonly { name: string; x: number }[]): string =>
  names
    .toSorted((a, b) => a.x - b.x)
    .map(
      ({ name, x }, n) =>
        `<line x1="${fixed(x)}" y1="${24 + (n % 4) * 13}" x2="${fixed(x)}" y2="${HEIGHT}" stroke="${REAL}" stroke-width="1.5"/>${text(x + 3, 32 + (n % 4) * 13, name, REAL)}`,
    )
    .join('')

function volatilities(practice: Portrait, real: Portrait): string {
  const parts = histogram(
    practice.names.map(({ volatility }) => volatility * 100),
    0,
    6,
    30,
  )
  const places = real.names.map(({ name, volatility }) => ({ name, x: (volatility * 100 * WIDTH) / 6 }))
  return bars(parts, PRACTICE, Math.max(...parts)) + marks(places) + axis(0, 6, [0, 1, 2, 3, 4, 5, 6])
}

const LEAST = 1e-5

function tails(practice: Portrait, real: Portrait): string {
  const [from, to, steps] = [-8, 8, 64]
  const normal = Array.from({ length: steps }, (_step, n) => {
    const z = from + ((n + 0.5) * (to - from)) / steps
    return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * ((to - from) / steps)
  })
  const line = (parts: readonly number[], colour: string, more = ''): string => {
    const points = parts
      .map((part, n) => ({ part, x: ((n + 0.5) / steps) * WIDTH }))
      .filter(({ part }) => part >= LEAST)
      .map(({ part, x }) => `${fixed(x)},${fixed(HEIGHT * (1 - Math.log(part / LEAST) / Math.log(0.12 / LEAST)))}`)
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5" ${more}/>`
  }
  return [
    line(normal, '#8e8e93', 'stroke-dasharray="3 3"'),
    line(histogram(practice.moves, from, to, steps), PRACTICE),
    line(histogram(real.moves, from, to, steps), REAL),
    axis(from, to, [-8, -6, -4, -2, 0, 2, 4, 6, 8]),
    text(4, HEIGHT - 6, 'dashed: the normal'),
  ].join('')
}

function correlations(practice: Portrait, real: Portrait): string {
  const parts = histogram(practice.pairs, -0.1, 0.9, 40)
  const places = real.pairs.map((pair) => (pair + 0.1) * WIDTH)
  const lines = places.map(
    (x) => `<line x1="${fixed(x)}" y1="20" x2="${fixed(x)}" y2="${HEIGHT}" stroke="${REAL}" stroke-width="1.5"/>`,
  )
  return (
    bars(parts, PRACTICE, Math.max(...parts)) + lines.join('') + axis(-0.1, 0.9, [-0.1, 0.1, 0.3, 0.5, 0.7, 0.9], 1)
  )
}

function volumes(practice: Portrait, real: Portrait): string {
  const most = Math.max(...practice.shape, ...real.shape)
  const step = WIDTH / real.shape.length
  const points = real.shape.map((part, n) => `${fixed((n + 0.5) * step)},${fixed(HEIGHT * (1 - part / most))}`)
  const hours = Array.from({ length: 7 }, (_hour, n) => 9.5 + n)
  const labels = hours.map((hour) =>
    text(((hour - 9.5) / 6.5) * WIDTH, HEIGHT + 14, `${Math.floor(hour)}:30`, SOFT, 'middle'),
  )
  const top = text(WIDTH / 2, 10, `the highest: ${(most * 100).toFixed(0)} %`, SOFT, 'middle')
  return `${bars(practice.shape, PRACTICE, most)}<polyline points="${points.join(' ')}" fill="none" stroke="${REAL}" stroke-width="2"/>${labels.join('')}${top}`
}

function spreads(practice: Portrait, real: Portrait): string {
  const all = [
    ...practice.spreads.map((one) => ({ ...one, colour: PRACTICE })),
    ...real.spreads.map((one) => ({ ...one, colour: REAL })),
  ]
  const most = quantile(
    all.map(({ bps }) => bps),
    1,
  )
  const step = WIDTH / all.length
  return all
    .map(({ kind, bps, colour }, n) => {
      const high = (bps / most) * (HEIGHT - 20)
      const middle = (n + 0.5) * step
      return [
        `<rect x="${fixed(n * step + 8)}" y="${fixed(HEIGHT - high)}" width="${fixed(step - 16)}" height="${fixed(high)}" fill="${colour}"/>`,
        text(middle, HEIGHT - high - 4, bps.toFixed(1), INK, 'middle'),
        text(middle, HEIGHT + 14, kind, SOFT, 'middle'),
      ].join('')
    })
    .join('')
}
