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
/** More failed files than these are no accident of the machine. */
const MOST_SECOND_TRIES = 6
/** The lines of an error that the end repeats. */
const MOST_LINES = 15
/**
 * Suites that run on the other PostgreSQL alone, if there is one: each call that they send is sent on the embedded one by
 * `between.test.ts` and `access.test.ts`.
 */
const ONCE = ['server/src/testing/topics.test.ts']
const sum = { passed: 0, failed: 0, skipped: 0 }
const faults = []

await installed()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const compiled = await step('compile', tool('tsc'), ['-b'])
const built =
  compiled && (await step('build app and console', npm, ['run', 'build', '-w', '@lonja/app', '-w', '@lonja/staff']))
const other = await otherPostgres()
const once = other && !long ? ONCE : []
await vitest('rooms', ['core', 'kit', 'app', 'staff', 'tools', 'bench', 'server'], [], { LONJA_ELSEWHERE: once.join() })
faults.push(`embedded PostgreSQL: every test${once.length > 0 ? ` but ${ONCE.join(', ')}` : ''}`)
await storageAgain(other)
if (built) await journeys()
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

/** Run the tests of some projects, and count them. */
async function vitest(title, projects, files = [], env = {}) {
  count(await tests(title, projects, files, env))
}

/** A run of tests: its title, true if the command succeeded, and what it reports of each file. */
async function tests(title, projects, files = [], env = {}) {
  const report = join(reports, `${title.replace(/\W+/g, '-')}.json`)
  const args = ['run', ...projects.flatMap((project) => ['--project', project]), ...files]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ok = await run(title, tool('vitest'), [...args, ...reporters], { ...env, ...(long ? { LONJA_LONG: '1' } : {}) })
  return { title, ok, files: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [] }
}

/**
 * A journey waits for its browser and for the seconds of its house, so three at a time keep two cores busy. Few that fail
 * run once more, two at a time: a browser that the machine starves says nothing about the product. The end names each
 * of them with its error.
 */
async function journeys() {
  const first = await tests('journeys', ['e2e'], ['--maxWorkers=3'])
  const failed = first.files.filter(({ status }) => status === 'failed')
  if (failed.length === 0 || failed.length > MOST_SECOND_TRIES) return count(first)
  const second = await tests(
    'journeys, second try',
    ['e2e'],
    failed.map(({ name }) => relative(root, name)),
  )
  for (const fault of faultsOf(failed)) faults.push(`TRIED TWICE: ${fault}`)
  count({ ...first, ok: true, files: first.files.filter((file) => !failed.includes(file)) })
  count(second)
}

/** Add what a run reports, and the names of its failed tests. */
function count({ title, ok, files }) {
  const failed = faultsOf(files.filter(({ status }) => status === 'failed'))
  const all = files.flatMap(({ assertionResults }) => assertionResults)
  const passed = all.filter(({ status }) => status === 'passed').length
  sum.passed += passed
  sum.skipped += all.filter(({ status }) => status !== 'passed' && status !== 'failed').length
  for (const fault of failed) fail(fault)
  if (!ok && failed.length === 0) fail(`${title}: ended without a failed test being told`)
}

/**
 * The failed tests of files that failed, each with the beginning of its error. A file without a failed test did not load,
 * or what it prepares failed, and its tests were skipped.
 */
function faultsOf(files) {
  return files.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0) return [`${file} did not run: ${beginningOf(message)}`]
    return failed.map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${beginningOf(failureMessages[0])}`)
  })
}

/** An error up to its stack: a browser's says what it waited for. */
function beginningOf(text = '') {
  const lines = text.split('\n')
  const stack = lines.findIndex((line) => /^\s+at /.test(line))
  return lines.slice(0, stack === -1 ? MOST_LINES : Math.min(stack, MOST_LINES)).join('\n  ')
}

/** The title and the name of the other PostgreSQL: TEST_DATABASE_URL's, or the one installed on this machine; else null. */
async function otherPostgres() {
  const address = process.env.TEST_DATABASE_URL
  if (address) return { title: 'storage on TEST_DATABASE_URL', name: 'PostgreSQL at TEST_DATABASE_URL' }
  if (!(await systemPostgres())) return null
  return { title: "storage on the system's PostgreSQL", name: "the system's PostgreSQL" }
}

/** The same migrations, SQL and tests on another PostgreSQL. */
async function storageAgain(other) {
  if (!other) {
    faults.push('no second PostgreSQL: none is installed (15 or newer) and TEST_DATABASE_URL is not set')
    return
  }
  await vitest(other.title, ['server'], storageSuites(), { LONJA_TEST_ENGINE: 'system' })
  faults.push(`${other.name}: the storage suites`)
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
