import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, readSync, rmSync, openSync, closeSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RECORDED } from '@lonja/core/replay/calendar'
import { dayNumberOf, dayOf } from '@lonja/core/calendar/days'
import { readReplayFolder } from '@lonja/server/market/market.recording'

/**
 * Reading a recording: rows and megabytes a second, beside a bare scan of the same file, which walks its bytes and
 * counts line ends. Both read the same generated files in the same pieces. The memory is that of a process of its own
 * at its largest, less what it was before: 80 bytes a row stay, whatever the length of the file.
 */

/** The bar: the reading takes at most so many times as long as the bare scan. */
const FLOOR = 6
const AIM = 2
const ROWS = Number(process.env['ROWS'] ?? 1_000_000)
const TURNS = 5
const PIECE = 1 << 20
const LF = 10

/** Minutes of whole sessions of New York from 1990 on, with quotes, as a long recording has them. */
async function writeFile(folder: string, rows: number): Promise<string> {
  const file = join(folder, 'ABC.minute.csv')
  const out = createWriteStream(file)
  out.write('time,open,high,low,close,volume,bid,bid_size,ask,ask_size\n')
  let left = rows
  for (let day = dayNumberOf('1990-01-02'); left > 0; day++) {
    const session = RECORDED.sessionOn('XNYS', dayOf(day))
    if (!session) continue
    const lines: string[] = []
    for (let at = session.open; at < session.close && left > 0; at += 60_000, left--) {
      const price = 100 + ((at / 60_000) % 997) / 100
      const time = new Date(at).toISOString().replace('.000Z', 'Z')
      const [low, mid, high] = [price - 0.05, price, price + 0.05].map((one) => one.toFixed(2))
      lines.push(`${time},${mid},${high},${low},${mid},${(at / 60_000) % 9_973},${low},200,${high},300\n`)
    }
    if (!out.write(lines.join(''))) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
  return file
}

/** The bare scan: the same pieces of the same file, each byte looked at once. */
function bareScan(file: string): number {
  const handle = openSync(file, 'r')
  const buffer = Buffer.allocUnsafe(PIECE)
  let lines = 0
  for (let length = 0; (length = readSync(handle, buffer, 0, PIECE, null)) > 0;) {
    for (let at = 0; at < length; at++) if (buffer[at] === LF) lines++
  }
  closeSync(handle)
  return lines
}

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

interface RecordingFigures {
  readonly ratio: number
  readonly rowsASecond: number
  readonly megabytesASecond: number
  readonly bytesARow: number
}

async function measure(rows: number): Promise<RecordingFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-bench-recording-'))
  try {
    const file = await writeFile(folder, rows)
    const { size } = statSync(file)
    const bytesARow = growthFor(folder) / rows
    await timed(() => bareScan(file))
    const ratios: number[] = []
    let best = Infinity
    for (let turn = 0; turn < TURNS; turn++) {
      const bare = await timed(() => bareScan(file))
      const read = await timed(() => readReplayFolder(folder))
      ratios.push(read / bare)
      best = Math.min(best, read)
    }
    const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(TURNS / 2)] ?? Infinity
    const [rowsASecond, megabytesASecond] = [rows / (best / 1_000), size / 1e6 / (best / 1_000)]
    return { ratio, rowsASecond, megabytesASecond, bytesARow }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** By how much the memory of a process of its own grows at most while it reads a folder, in bytes. */
function growthFor(folder: string): number {
  const module = import.meta.resolve('@lonja/server/market/market.recording')
  const script = `
    const { readReplayFolder } = await import(${JSON.stringify(module)})
    const before = process.resourceUsage().maxRSS
    await readReplayFolder(${JSON.stringify(folder)})
    console.log(1024 * (process.resourceUsage().maxRSS - before))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  return Number(stdout)
}

export async function run(): Promise<void> {
  const short = await measure(ROWS / 4)
  const long = await measure(ROWS)
  for (const [name, one] of Object.entries({ 'a quarter': short, whole: long })) {
    const rate = `${Math.round(one.rowsASecond).toLocaleString('en')} rows/s, ${one.megabytesASecond.toFixed(0)} MB/s`
    const beside = `${one.ratio.toFixed(2)} times the bare scan`
    console.log(`${name}: ${rate}, ${beside}, memory grows by ${one.bytesARow.toFixed(0)} bytes a row at most`)
  }
  const verdict = long.ratio <= AIM ? 'within the aim' : long.ratio <= FLOOR ? 'within the floor' : 'below the floor'
  console.log(`${verdict}: at most ${FLOOR} times the bare scan, aim ${AIM}`)
  if (long.ratio > FLOOR) process.exitCode = 1
}
