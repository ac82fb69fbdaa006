import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { drawFor } from '@lonja/core/ipo/draw.rules'
import { calmFacts, changedFacts, realFacts } from '@lonja/core/ipo/draw.testing'
import { drawText } from '@lonja/core/ipo/draw.text'
import { termsHash } from '@lonja/core/ipo/terms.text'
import { run } from '../commands/verify-draw.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'lonja-draw-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

/** The draw of the page: by a real round of drand. */
const PAGE = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'DRAW.md'), 'utf8')
const DRAW = `${/<!-- vector -->\s+```\n([^]*?)\n```/.exec(PAGE)?.[1] ?? ''}\n`
const OWN = '018a9000-0000-7000-8000-000000000004'

describe('npm run verify-draw', () => {
  afterEach(() => {
    process.exitCode = undefined
    vi.restoreAllMocks()
  })

  /** Runs the command on a text. Returns its output and its exit code. */
  async function checked(text: string, ...more: string[]): Promise<{ output: string; code: unknown }> {
    const file = join(FOLDER, 'draw.txt')
    writeFileSync(file, text)
    const lines: string[] = []
    for (const out of ['log', 'error'] as const)
      vi.spyOn(console, out).mockImplementation((line: string) => void lines.push(line))
    await run([file, ...more])
    return { output: lines.join('\n'), code: process.exitCode }
  }

  test('a published draw checks out, and says what to compare', async () => {
    const { output, code } = await checked(DRAW)
    expect(code).toBe(0)
    expect(output).toContain('The draw of Marisma Acuicultura, XMAD:MRA: 24 lots of 50 shares')
    expect(output).toContain('3 applications of customers and 9 of the invented crowd')
    expect(output).toContain('root  32367ed9633ff3528a0d4a2afcbfee8b1cb7058c72e5cafddaa932a51b921c3c')
    expect(output).toContain('round 657413 of drand')
    expect(output).toContain('It checks out.')
    expect(output.match(/holds {3}/g)).toHaveLength(8)
    expect(output).not.toContain('the operator of the house could know')
  })

  test('the own application is found by its id, and a missing one is an alarm', async () => {
    const report = await checked(DRAW, '--application', OWN)
    expect(report.output).toContain('ticket 4 asks for 3, place 2 of 12, gets 3')
    expect(report.code).toBe(0)
    const missing = await checked(DRAW, '--application', OWN.replace(/4$/, '5'))
    expect(missing.output).toContain('YOUR APPLICATION IS NOT ON THE LIST')
    expect(missing.output).toContain('IT DOES NOT CHECK OUT')
    expect(missing.code).toBe(1)
  })

  test('a draw by the seed of a day says that the operator could know it', async () => {
    const { output, code } = await checked(drawText(drawFor(calmFacts({ beacon: { kind: 'seeds' } }))))
    expect(output).toContain('the operator of the house could know')
    expect(code).toBe(0)
  })

  // prettier-ignore
  test.each<[string, RegExp, string, string]>([
    ['a price',         /^price 12.40$/m,  'price 12.41',                            'A ROOT IS NOT THAT OF TERMS AND LIST'],
    ['the crowd',       /^13 2 crowd/m,    '13 1 crowd',                             'THE CROWD IS NOT THAT OF THE DAY’S SEED'],
    ['the round',       /^round 657413/m,  'round 657414',                           'THE BEACON IS NOT THE ONE THAT COUNTS'],
    ['an allotment',    /^(4 3 \w+ 2) 3/m, '$1 2',                                   'THE ALLOTMENT IS NOT BY THE RULE'],
    ['the version',     /^lonja draw 1/m,  'lonja draw 2',                           'THIS IS NO FILE OF A DRAW'],
  ])('%s is changed: it does not check out', async (_what, form, by, named) => {
    const { output, code } = await checked(DRAW.replace(form, by))
    expect([code, output]).toEqual([1, expect.stringContaining(`DIFFERS ${named}`)])
    expect(output).toContain('IT DOES NOT CHECK OUT')
  })

  const FACTS = realFacts()
  const REAL = drawFor(FACTS)
  const TERMS = ['--terms', termsHash(FACTS.terms)]
  const ROOT = ['--root', Buffer.from(REAL.root.hash).toString('hex')]

  test('the published terms and root are compared with those of the file, in either case', async () => {
    const whole = await checked(drawText(REAL), ...TERMS, ...ROOT)
    expect(whole.code).toBe(0)
    expect(whole.output).toContain('holds   the terms are the published ones')
    expect(whole.output).toContain('holds   the root is the published one')
    expect(whole.output).not.toContain('--root HASH')
    expect((await checked(drawText(REAL), ...ROOT.map((word) => word.replace(/^\w+$/, (hash) => hash.toUpperCase())))).code).toBe(0) // prettier-ignore
    expect((await checked(drawText(REAL))).output).toContain('--terms HASH --root HASH')
  })

  test.each(changedFacts(FACTS))('%s is changed and all drawn again: only what was published tells', async (what, facts) => {
    const text = drawText(drawFor(facts))
    expect((await checked(text)).code).toBe(0)
    const byRoot = await checked(text, ...ROOT)
    expect([byRoot.code, byRoot.output]).toEqual([1, expect.stringContaining('DIFFERS THE ROOT IS NOT THE PUBLISHED ONE')])
    expect(byRoot.output).toContain('IT DOES NOT CHECK OUT')
    const byTerms = await checked(text, ...TERMS)
    // The terms are those of the offer, whatever its list is.
    expect([what, byTerms.code]).toEqual([what, facts.terms === FACTS.terms ? 0 : 1])
    expect(byTerms.output.includes('DIFFERS THE TERMS ARE NOT THE PUBLISHED ONES')).toBe(byTerms.code === 1)
  }) // prettier-ignore

  test.each(['32367ed9', '…', `${'ab'.repeat(32)}00`])('"%s" is no hash to compare with', async (hash) => {
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`)
    })
    await expect(checked(DRAW, '--root', hash)).rejects.toThrow('exit 1')
    expect(vi.mocked(console.error)).toHaveBeenCalledWith(
      expect.stringContaining('--root takes the whole hash of 64 digits'),
    )
  })
})
