import { checkDraw } from '@lonja/core/ipo/draw.check'
import { CannotOpen, exitOnCannotOpen } from '../base/cannot.ts'
import { drawIn, reportDraw } from '../ipo/draw.report.ts'
import { argumentsIn } from './arguments.ts'

const USAGE = 'npm run verify-draw -- draw.txt [--application 019a9000-0000-7000-8000-000000000041]'

/**
 * `npm run verify-draw -- draw.txt`: runs a published draw again and compares it with the file: list, crowd, roots, beacon,
 * seed, order and allotment. With `--application` it finds the row of that application by its mark. The exit code is 0 if
 * all of it holds, 1 if not.
 */
export const run = (args: readonly string[] = process.argv.slice(2)): Promise<void> =>
  exitOnCannotOpen(() => Promise.resolve(verifyDraw(args)))

function verifyDraw(args: readonly string[]): void {
  const { values, words } = argumentsIn(args, { application: 'text' }, { words: 1 })
  const [file] = words
  if (file === undefined) throw new CannotOpen(`Give the file of a draw, as in ${USAGE}`)
  const { lines, code } = reportDraw(checkDraw(drawIn(file)), values.application ?? null)
  console.log(lines.join('\n'))
  process.exitCode = code
}
