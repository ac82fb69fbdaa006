import { installed } from './fresh.mjs'
import { npm, run, tool } from './run.mjs'

/**
 * `npm run check`: every check of the code that does not run the house. It exits non-zero if one fails. `--before-tests`
 * leaves out what `npm test` does as well: the house rules and the two builds, which fail above their size.
 */

const beforeTests = process.argv.includes('--before-tests')

await installed()

const results = {
  types: await run('types', tool('tsc'), ['-b']),
  lint: await run('lint', tool('oxlint'), ['--deny-warnings']),
  format: await run('format', tool('prettier'), ['--check', '--log-level', 'warn', '.']),
  'dead code': await run('dead code', tool('knip'), []),
  ...(beforeTests ? {} : await rulesAndBuilds()),
}

console.log('')
for (const [name, ok] of Object.entries(results)) console.log(`${ok ? 'ok     ' : 'FAILED '} ${name}`)
process.exitCode = Object.values(results).every(Boolean) ? 0 : 1

async function rulesAndBuilds() {
  return {
    'house rules, texts, columns, supply, documents': await run(
      'house rules, texts, columns, supply, documents',
      tool('vitest'),
      ['run', '--project', 'tools'],
    ),
    'the app and its size': await run('the app and its size', npm, ['run', 'build', '-w', '@lonja/app']),
    'the console and its size': await run('the console and its size', npm, ['run', 'build', '-w', '@lonja/staff']),
  }
}
