import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openHouse, type House, type HouseOptions } from './house.ts'

/**
 * A house whose clocks a test puts forward, as if the time had passed: the wall clock, the elapsed time, and the pauses of up to
 * a minute between two rounds, which end when they are over.
 */
export interface ClockedHouse extends House {
  /** The time of the house. */
  readonly now: () => number
  /** Puts its clocks forward to an instant, a day at a time, so that the work of each day is done on its day. */
  readonly passTo: (instant: number) => Promise<void>
}

/**
 * Runs in the process of the house before its own code. When the pauses that a shift has ended are there again, their work is
 * done: the second file has the shift then.
 */
const SHIFTED = (ahead: string, done: string): string => `
import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { syncBuiltinESMExports } from 'node:module'
const [ahead, done] = ${JSON.stringify([ahead, done])}
const [wall, ran, up, later, end] = [Date.now, performance.now.bind(performance), os.uptime, setTimeout, clearTimeout]
let shift = Number(readFileSync(ahead, 'utf8'))
Date.now = () => wall() + shift
performance.now = () => ran() + shift
os.uptime = () => up() + shift / 1_000
syncBuiltinESMExports()
const waiting = new Map()
const begun = new WeakMap()
const due = new Set()
// A check of the books runs in a process of its own, which has a file. Its limits, and what is done by the hour, keep to this machine.
const isHouse = process.argv[1] === undefined
globalThis.setTimeout = Object.assign((work, ms, ...rest) => {
  if (!(isHouse && ms >= 30_000 && ms <= 60_000)) return later(work, ms, ...rest)
  const run = () => { waiting.delete(timer); work(...rest) }
  const timer = later(run, ms)
  waiting.set(timer, { at: Date.now() + ms, work, run })
  begun.set(work, (begun.get(work) ?? 0) + 1)
  due.delete(work)
  // A pause of later that begins for the first time is none of a round: the pool of connections begins one after each statement.
  if (most === 0 || begun.get(work) > 1) calmSince = ran()
  return timer
}, later)
globalThis.clearTimeout = (timer) => { waiting.delete(timer); end(timer) }
let [said, calmSince, shiftedAt, most] = [null, ran(), ran(), 0]
setInterval(() => {
  const isDone = ran() - calmSince > ${CALM_MS} && (due.size === 0 || ran() - shiftedAt > most)
  if (isHouse && said !== shift && isDone) writeFileSync(done, String((said = shift)))
  const next = Number(readFileSync(ahead, 'utf8'))
  if (!(next > shift)) return
  // Each round has begun a pause before the first shift. Later one that has begun once is none of a round, such as a limit.
  const isFirst = most === 0
  most = isFirst ? 10_000 : 20_000
  ;[shift, calmSince, shiftedAt] = [next, ran(), ran()]
  due.clear()
  const over = [...waiting].filter(([, { at, work }]) => at <= Date.now() && (isFirst || begun.get(work) > 1))
  for (const [, { work }] of over) due.add(work)
  for (const [timer, { run }] of over) { end(timer); run() }
}, 50).unref()
`

/** The rounds of a shift are over when the pause after each has begun, and no other one for so long. */
const CALM_MS = 500
const STEP_MS = 24 * 3_600_000
/** A day is put forward in parts: what one round leaves to the next is done a minute later. */
const PARTS_MS = [0, 61_000]

/** Opens such a house. It begins with the time of this machine, or at a later instant. */
export async function openClockedHouse({ at, ...options }: HouseOptions & { at?: number } = {}): Promise<ClockedHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-clock-'))
  const [file, done, code] = [join(folder, 'ahead'), join(folder, 'done'), join(folder, 'shifted.mjs')]
  let ahead = 0
  const put = (ms: number): void => {
    ahead = ms
    writeFileSync(file, String(ms))
  }
  put(at === undefined ? 0 : at - Date.now())
  writeFileSync(done, '')
  writeFileSync(code, SHIFTED(file, done))
  const NODE_OPTIONS = `--import ${pathToFileURL(code).href}`
  const house = await openHouse({ ...options, settings: { ...options.settings, NODE_OPTIONS } })
  const now = (): number => Date.now() + ahead
  /** The rounds that are due are over. */
  const rounds = async (): Promise<void> => {
    while (readFileSync(done, 'utf8') !== String(ahead)) await setTimeout(50)
  }
  return {
    ...house,
    now,
    passTo: async (instant) => {
      await rounds()
      while (now() < instant) {
        const began = ahead
        const step = Math.min(STEP_MS, instant - now())
        for (const part of PARTS_MS) {
          put(began + step + part)
          await rounds()
        }
      }
    },
    remove: () => {
      house.remove()
      rmSync(folder, { recursive: true })
    },
  }
}
