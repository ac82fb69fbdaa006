import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, spawned, stop, tool } from './run.mjs'

/**
 * `node tools/plant.mjs <file> <old> <new> <arguments of vitest…>`: plants a fault in a file, runs tests, and reverts the fault. It
 * succeeds if a test failed, and names that test. `docs/TESTING.md` lists the faults planted so far.
 */

/** Replaces `old`, which must occur once in the file, while `work` runs. Returns the result of `work`. */
export function planted(file, old, fault, work) {
  const before = readFileSync(file, 'utf8')
  const places = before.split(old).length - 1
  if (places !== 1) throw new Error(`${file} has this ${places} times, and a fault is planted in one place: ${old}`)
  writeFileSync(
    file,
    before.replace(old, () => fault),
  )
  try {
    return work()
  } finally {
    writeFileSync(file, before)
  }
}

/** The names of the failed tests, or of the files that failed outside their tests; null if no test ran. */
export function failedIn({ numTotalTests, testResults }) {
  if (numTotalTests === 0) return null
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName)
    return failed.length === 0 && status === 'failed' ? [name] : failed
  })
}

function runTests(args) {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-plant-'))
  const report = join(folder, 'report.json')
  try {
    const how = spawned(tool('vitest'), ['run', ...args, '--reporter=json', `--outputFile=${report}`])
    spawnSync(how.command, how.args, { cwd: root, shell: how.shell, stdio: 'ignore' })
    return failedIn(JSON.parse(readFileSync(report, 'utf8')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file, old, fault, ...args] = process.argv.slice(2)
  if (args.length === 0) stop('node tools/plant.mjs <file> <old> <new> <arguments of vitest…>')
  // After Ctrl-C the tests end first, so that the file is restored.
  process.on('SIGINT', () => {})
  const failed = planted(join(root, file), old, fault, () => runTests(args))
  if (failed === null) stop('No test ran: the fault is none that a test could see, or the name of the test is wrong.')
  if (failed.length === 0) stop('No test failed: the fault is not seen.')
  console.log(failed.map((name) => `Seen by: ${name}`).join('\n'))
}
