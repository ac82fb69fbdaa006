import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ListingId } from '@lonja/core/base/amount'
import { checkout } from './checkout.ts'
import { endOf, type House } from './house.ts'

/* Recordings that a journey writes for its own house, and the command that pauses their replay. */

const MINUTE_MS = 60_000
/** The minutes of a day of Madrid, in the summer time. */
const MINUTES_A_DAY = 8.5 * 60

/** The bars of one day: each minute trades at its bid, and offers two cents more, both in great size. */
export function dayOfBars(day: string, bidAt: (minute: number) => number): string[] {
  const begin = Date.parse(`${day}T07:00:00Z`)
  return Array.from({ length: MINUTES_A_DAY }, (_minute, at) => {
    const bid = bidAt(at)
    const [low, high] = [bid.toFixed(2), (bid + 0.02).toFixed(2)]
    const time = new Date(begin + at * MINUTE_MS).toISOString().replace('.000', '')
    return [time, low, high, low, low, 1000, low, 1_000_000, high, 1_000_000].join(',')
  })
}

/** Writes a recording of some listings with its corporate actions, and returns its folder. */
export function writeRecording(bars: Readonly<Record<ListingId, readonly string[]>>, actions: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-bars-'))
  const write = (name: string, heading: string, rows: readonly string[]): void =>
    writeFileSync(join(folder, name), `${[heading, ...rows].join('\n')}\n`)
  for (const [listing, rows] of Object.entries(bars))
    write(`${listing.replace(':', '.')}.minute.csv`, 'time,open,high,low,close,volume,bid,bid_size,ask,ask_size', rows)
  if (actions.length > 0) write('actions.csv', 'date,listing,kind,value,currency', actions)
  return folder
}

/** Pauses the replay of a house, or lets it go on. */
export async function replay(
  word: 'pause' | 'resume',
  { dataDir }: Pick<House, 'dataDir'>,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const command = pathToFileURL(join(checkout, 'server', 'dist', 'commands', 'replay.js')).href
  const run = `(await import(${JSON.stringify(command)})).run([${JSON.stringify(word)}])`
  const env = { ...process.env, ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['--input-type=module', '-e', run], { cwd: checkout, env })
  const code = await endOf(child)
  if (code !== 0) throw new Error(`The replay did not ${word}: ${code}`)
}
