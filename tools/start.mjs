import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packagesFit, partsToBuild, printOf, rememberBuilt } from './fresh.mjs'
import { npm, root, stop, tool } from './run.mjs'

/**
 * `npm start`: brings the house from wherever it stands to open. It installs what the lockfile says, builds what changed, and then
 * is the server: migrations, seeds and listening are the server's own steps. Each step says how long it took.
 */

const LEAST_NODE = [20, 20]
const INSTALL = ['ci', '--loglevel=error']

checkNode()
if (!packagesFit()) await step('packages installed', () => quietly(npm, INSTALL, 'inherit'))
const parts = partsToBuild()
if (parts.length > 0) await step(`${parts.join(' and ')} built`, () => Promise.all(parts.map(build)))
const { run } = await import(pathToFileURL(join(root, 'server', 'dist', 'main.js')).href)
await run()

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return
  stop(`Lonja needs Node ${LEAST_NODE.join('.')} or newer; this is ${process.versions.node}.`)
}

async function build(part) {
  const print = printOf(part)
  if (part === 'server') await quietly(tool('tsc'), ['-b', 'core', 'server'])
  else await quietly(npm, ['run', 'build', '--silent', '-w', '@lonja/app'])
  rememberBuilt(part, print)
}

async function step(what, work) {
  const began = performance.now()
  await work()
  console.log(`  ${what.padEnd(30)} ${((performance.now() - began) / 1000).toFixed(2).padStart(6)} s`)
}

/** Runs a command whose words are shown only where it fails. */
async function quietly(command, args, stdio = 'pipe') {
  let said = ''
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    shell: process.platform === 'win32',
  })
  child.stdout?.on('data', (chunk) => (said += chunk))
  child.stderr?.on('data', (chunk) => (said += chunk))
  const code = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', resolve)
  })
  if (code !== 0) stop(`${said}\n${command} ${args.join(' ')} failed (${code}): see the lines above.`)
}
