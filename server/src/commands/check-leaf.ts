import { checkLeaves } from '@lonja/core/proof/leaf.check'
import { CannotOpen, exitOnCannotOpen } from '../base/cannot.ts'
import { proofIn, publishedAt, reportLeaves } from '../proof/proof.leaf.ts'
import { argumentsIn } from './arguments.ts'

const USAGE = 'npm run check-leaf -- receipt.json [--house https://lonja.example]'

/**
 * `npm run check-leaf -- receipt.json --house https://…`: checks a receipt that the app saved: its rows, their way to the
 * root of their day, the signature, and the root before. With `--house` root and key are those that the house publishes
 * to everybody; without it the key is the one in the file. The exit code is 0 if all of it holds, 1 if not.
 */
export const run = (args: readonly string[] = process.argv.slice(2)): Promise<void> =>
  exitOnCannotOpen(async () => {
    const { values, words } = argumentsIn(args, { house: 'text' }, { words: 1 })
    const [file] = words
    if (file === undefined) throw new CannotOpen(`Give the file that the app saved, as in ${USAGE}`)
    const proof = proofIn(file)
    const published = values.house === undefined ? null : await publishedAt(values.house, proof.day)
    const check = checkLeaves(proof, published ?? proof)
    const { lines, code } = reportLeaves(proof, check, published)
    console.log(lines.join('\n'))
    process.exitCode = code
  })
