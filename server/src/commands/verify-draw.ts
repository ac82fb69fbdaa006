import { checkDraw } from '@lonja/core/ipo/draw.check'
import { CannotOpen, exitOnCannotOpen } from '../base/cannot.ts'
import { drawIn, reportDraw } from '../ipo/draw.report.ts'
import { argumentsIn } from './arguments.ts'

const USAGE =
  'npm run verify-draw -- draw.txt [--terms HASH] [--root HASH] [--application 019a9000-0000-7000-8000-000000000041]'

/**
 * `npm run verify-draw -- draw.txt`: runs a published draw again and compares it with the file: list, crowd, roots, beacon,
 * seed, order and allotment. With `--terms` and `--root` it compares the file with the hashes that the house published, and
 * with `--application` it finds the row of that application by its mark. The exit code is 0 if all of it holds, 1 if not.
 */
export const run = (args: readonly string[] = process.argv.slice(2)): Promise<void> =>
  exitOnCannotOpen(() => Promise.resolve(verifyDraw(args)))

function verifyDraw(args: readonly string[]): void {
  const options = { application: 'text', root: 'text', terms: 'text' } as const
  const { values, words } = argumentsIn(args, options, { words: 1 })
  const [file] = words
  if (file === undefined) throw new CannotOpen(`Give the file of a draw, as in ${USAGE}`)
  const published = { terms: hashIn('terms', values.terms), root: hashIn('root', values.root) }
  const { lines, code } = reportDraw(checkDraw(drawIn(file)), values.application ?? null, published)
  console.log(lines.join('\n'))
  process.exitCode = code
}

/** A published hash of the command line, in either case; null if it is not given. */
function hashIn(option: string, text: string | undefined): string | null {
  if (text === undefined) return null
  const hash = text.trim().toLowerCase()
  if (/^[0-9a-f]{64}$/.test(hash)) return hash
  throw new CannotOpen(
    `--${option} takes the whole hash of 64 digits, as the page of the offer has it: "${text}" is none.`,
  )
}
