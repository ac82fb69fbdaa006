import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkout } from '@lonja/e2e/checkout'
import { roundTime } from '@lonja/core/ipo/beacon.rules'
import { checkDraw, termsHashOf } from '@lonja/core/ipo/draw.check'
import { drawFor, leafOf, rankFor, rowText } from '@lonja/core/ipo/draw.rules'
import {
  CHECKED_TEST_CHAIN,
  TEST_CHAIN,
  beaconFor,
  calmFacts,
  changedFacts,
  dice,
  randomFacts,
  realFacts,
} from '@lonja/core/ipo/draw.testing'
import { drawText } from '@lonja/core/ipo/draw.text'
import { practiceTerms } from '@lonja/core/ipo/practice.rules'
import { termsHash, termsText } from '@lonja/core/ipo/terms.text'
import { offeredCompany } from '@lonja/core/universe/universe'
import { vectorFacts } from './draw.vectors.ts'

const page = readFileSync(join(checkout, 'docs', 'DRAW.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'lonja-draws-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test('the vector of the page is the draw of its facts, and its parts are those of the page', () => {
  const draw = drawFor(vectorFacts())
  const text = drawText(draw)
  expect(/<!-- vector -->\s+```\n([^]*?)\n```/.exec(page)?.[1]).toBe(text.trimEnd())
  const { wrong, file } = checkDraw(text)
  expect(wrong).toEqual([])
  const [first] = draw.facts.customers
  const hash = file ? termsHashOf(file) : ''
  const parts = [hash, first?.mark ?? '', hexOf(leafOf(`terms ${hash}`)), first ? hexOf(leafOf(rowText(first))) : '', hexOf(rankFor(draw.seed, 1))] // prettier-ignore
  expect(parts.filter((part) => !page.includes(`| \`${part}\` |`))).toEqual([])
})

test('the offer of the page follows from its number and its seed', () => {
  const house = { openingDay: '2026-10-01', hours: 'exchange', chain: null } as const
  const facts = { company: offeredCompany(1), seed: createHash('sha256').update('drawn').digest() }
  const terms = practiceTerms(1, house, { ...facts, seeds: vectorFacts().terms.seeds, prospectus: '00'.repeat(32) })
  const field = (name: string): string => new RegExp(`^${name} (.*)$`, 'm').exec(termsText(terms))?.[1] ?? ''
  const row = (part: string, ...names: string[]): string => `| ${part} | ${names.map((name) => `\`${field(name)}\``).join(', ')} |` // prettier-ignore
  const rows = [
    row('id', 'offer'),
    row('company, listing', 'company', 'listing'),
    row('price, lot, lots, most', 'price', 'lot', 'lots', 'most'),
    row('opens, closes, draws', 'opens', 'closes', 'draws'),
    row('delivers, lists', 'delivers', 'lists'),
  ]
  expect(rows.filter((each) => !page.includes(each))).toEqual([])
})

/** The lines of the script for files with these texts, without their paths. */
function scriptOn(texts: readonly string[], ...options: readonly string[]): { lines: string[]; status: number | null } {
  const files = texts.map((text, n) => {
    const file = join(folder, `${n}.txt`)
    writeFileSync(file, text)
    return file
  })
  const script = join(checkout, 'tools', 'verify-draw.py')
  const { stdout, stderr, status } = spawnSync('python3', [script, '--chain', TEST_CHAIN.hash, ...options, ...files], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const lines = stdout.trim().split('\n')
  return { lines: lines.map((line) => line.replace(/^\S+: /, '')), status }
}

const hasPython = spawnSync('python3', ['--version']).status === 0

test.runIf(hasPython)('the script in Python finds 200 random draws right, and names the same steps of changed ones', () => {
  const texts = Array.from({ length: 200 }, (_draw, n) => drawText(drawFor(randomFacts(n))))
  const whole = scriptOn(texts)
  expect(whole.lines.filter((line) => line !== 'checks out')).toEqual(['200 draws, 0 differ'])
  expect(whole.status).toBe(0)

  // A digit is changed in each; the signature is not checked by the script, so rounds are left out.
  const roll = dice('changed draws')
  const changed = texts
    .filter((text) => !text.includes('\nround '))
    .map((text) => {
      const places = [...text.matchAll(/\d/g)].map(({ index }) => index)
      const at = places[roll(places.length)] ?? 0
      return text.slice(0, at) + String((Number(text.charAt(at)) + 1 + roll(9)) % 10) + text.slice(at + 1)
    })
  const expected = changed.map((text) => checkDraw(text, CHECKED_TEST_CHAIN).wrong)
  expect(expected.filter((wrong) => wrong.length > 0).length).toBeGreaterThan(150)
  const { lines } = scriptOn(changed)
  expect(lines.slice(0, -1)).toEqual(
    expected.map((wrong) => (wrong.length > 0 ? `DIFFERS in ${wrong.join(', ')}` : 'checks out')),
  )
}) // prettier-ignore

test.runIf(hasPython)('the script takes the round that counts for a root a minute before the announced one, and a millisecond later', () => {
  const { terms, ...facts } = calmFacts()
  const announced = terms.beacon.kind === 'drand' ? terms.beacon.round : 0
  const texts = [0, 1].map((late) => {
    const published = roundTime(TEST_CHAIN, announced) - 60_000 + late
    return drawText(drawFor({ ...facts, terms, published, beacon: beaconFor(terms, published) }))
  })
  expect(texts.map((text) => text.includes(`\nround ${announced} `))).toEqual([true, false])
  expect(scriptOn(texts).lines).toEqual(['checks out', 'checks out', '2 draws, 0 differ'])
}) // prettier-ignore

test.runIf(hasPython)('the script checks the draw of the page', () => {
  expect(scriptOn([drawText(drawFor(vectorFacts()))]).lines).toEqual(['checks out', '1 draws, 0 differ'])
})

test.runIf(hasPython)('the script refuses a draw that was changed and drawn again, against the published terms and root', () => {
  const facts = realFacts()
  const real = drawFor(facts)
  const changed = changedFacts(facts)
  const texts = [drawText(real), ...changed.map(([, other]) => drawText(drawFor(other)))]
  expect(scriptOn(texts).lines.at(-1)).toBe('9 draws, 0 differ')
  const { lines, status } = scriptOn(texts, '--root', hexOf(real.root.hash), '--terms', termsHash(facts.terms))
  expect(lines).toEqual([
    'checks out',
    ...changed.map(([, { terms }]) => `DIFFERS in ${terms === facts.terms ? '' : 'published terms, '}published root`),
    '9 draws, 8 differ',
  ])
  expect(status).toBe(1)
}) // prettier-ignore
