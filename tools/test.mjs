import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installed } from './fresh.mjs'
import { cache, npm, root, run, tool } from './run.mjs'

/**
 * `npm test`: builds, runs every test on the embedded PostgreSQL, runs the storage suites again on another one, and
 * runs the journeys in a real browser. The end names each failed test, and the last line is the sum: `N passed, N
 * failed`. `--long` adds the slow ones.
 */

const long = process.argv.includes('--long')
const reports = join(cache, 'reports')
/**
 * The suites that run again on another PostgreSQL: `statements.test.ts` has it plan every statement of the house, and these
 * folders hold the lane, the locks, the books and the suites that make every call. `--long` runs all but `NOT_AGAIN`.
 */
const AGAIN = /^(database|ledger|orders|review|testing)[\\/]/
/**
 * Suites of those folders that `--long` alone runs again. They decide by rules of the house, and make calls whose
 * statements `topics.test.ts` and the suites of the lane execute there too.
 */
const LONG_AGAIN =
  /^(testing[\\/](restricted|overtaken|strangers|acts|conflicts|between|repeated|off)|orders[\\/](overtaken|halts|pauses|model|heard(\.parts)?|servers.*))\.test\.ts$/
/**
 * Suites that gain nothing from another database: request noise and access, replay files, the start, backup and
 * migration of a whole house (on its own PostgreSQL), lists and streams of a computed market, wire decoding.
 */
const NOT_AGAIN =
  /(^|[\\/])(fuzz|access|main|backup|previous|later|postgres|decode|discover|market\.(crowd|stream|chains|feed\.lies)|.*\.real)\.test\.ts$/
const sum = { passed: 0, failed: 0, skipped: 0 }
const faults = []

await installed()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const compiled = await step('compile', tool('tsc'), ['-b'])
const built =
  compiled && (await step('build app and console', npm, ['run', 'build', '-w', '@lonja/app', '-w', '@lonja/staff']))
await vitest('rooms', ['core', 'kit', 'app', 'staff', 'tools', 'bench', 'server'])
faults.push('embedded PostgreSQL: every test')
await storageAgain()
// A journey waits for its browser and for the seconds of its house, so three at a time keep two cores busy.
if (built) await vitest('journeys', ['e2e'], ['--maxWorkers=3'])
else fail('the journeys need a built house')
publish()

/** A step that is not a test counts as one failure if it fails. */
async function step(title, command, args) {
  const ok = await run(title, command, args)
  if (!ok) fail(title)
  return ok
}

function fail(reason) {
  sum.failed += 1
  faults.push(`FAILED: ${reason}`)
}

async function vitest(title, projects, files = [], env = {}) {
  const report = join(reports, `${title.replace(/\W+/g, '-')}.json`)
  const args = ['run', ...projects.flatMap((project) => ['--project', project]), ...files]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ok = await run(title, tool('vitest'), [...args, ...reporters], { ...env, ...(long ? { LONJA_LONG: '1' } : {}) })
  const counted = existsSync(report) && count(JSON.parse(readFileSync(report, 'utf8')))
  if (!ok && !counted) fail(`${title}: ended without a failed test being told`)
}

/**
 * Add a report's counts and the names of failed tests; true if it had a failure. A file that failed without a failed
 * test counts as one: it did not load, or what it prepares failed, and its tests were skipped.
 */
function count({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  )
  sum.passed += numPassedTests
  sum.failed += numFailedTests + unloaded.length
  sum.skipped += numPendingTests + numTodoTests
  for (const { name, status, message, assertionResults } of testResults) {
    if (status !== 'failed') continue
    const file = relative(root, name)
    if (!assertionResults.some((one) => one.status === 'failed'))
      faults.push(`FAILED: ${file} did not run: ${firstLine(message)}`)
    for (const one of assertionResults.filter(({ status }) => status === 'failed'))
      faults.push(`FAILED: ${file} > ${one.fullName}: ${firstLine(one.failureMessages[0])}`)
  }
  return numFailedTests + unloaded.length > 0
}

function firstLine(text = '') {
  return text.split('\n', 1)[0]
}

/** The same migrations, SQL and tests on TEST_DATABASE_URL, or on the PostgreSQL installed on this machine. */
async function storageAgain() {
  const address = process.env.TEST_DATABASE_URL
  if (!address && !(await systemPostgres())) {
    faults.push('no second PostgreSQL: none is installed (15 or newer) and TEST_DATABASE_URL is not set')
    return
  }
  const title = address ? 'storage on TEST_DATABASE_URL' : "storage on the system's PostgreSQL"
  await vitest(title, ['server'], storageSuites(), { LONJA_TEST_ENGINE: 'system' })
  faults.push(`${address ? 'PostgreSQL at TEST_DATABASE_URL' : "the system's PostgreSQL"}: the storage suites`)
}

async function systemPostgres() {
  const built = join(root, 'server', 'dist', 'testing', 'database.js')
  if (!existsSync(built)) return false
  const { findSystemPostgres } = await import(pathToFileURL(built).href)
  return findSystemPostgres() !== null
}

/** The server's suites that open a database: the ones to run again, or all with `--long`. */
function storageSuites() {
  const folder = join('server', 'src')
  const opensDatabase = (file) =>
    file.startsWith('testing') || /from '[^']*\btesting[./]/.test(readFileSync(join(root, folder, file), 'utf8'))
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /\.(test|long)\.ts$/.test(file) &&
        !NOT_AGAIN.test(file) &&
        (long || (AGAIN.test(file) && !LONG_AGAIN.test(file))) &&
        opensDatabase(file),
    )
    .map((file) => join(folder, file))
}

function publish() {
  console.log('')
  for (const line of faults) console.log(line)
  if (sum.skipped > 0) console.log(`${sum.skipped} skipped: each says why where it stands`)
  process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
}
