import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { checkerOf } from './draw.checker.ts'
import type { DrawFigures } from './draw.work.ts'

/**
 * An offer to 100,000 customers, from its deadline to the last refund, beside one to 10,000: the growth in time, and what
 * others on the same server wait meanwhile beside a quiet time. Then the check of such a draw, as a phone makes it.
 */

const MANY = Number(process.env['LONJA_BENCH_ROWS'] ?? 100_000)
const FEW = MANY / 10
const FLOOR = 14
const AIM = 11
const SLOWER_MOST = 2
/** A phone is so much slower, and should have its own ticket and the whole list in so many milliseconds. */
const PHONE = 4
const OWN_AIM_MS = 100
const ALL_AIM_MS = 15_000

export async function run(): Promise<void> {
  const [few, many] = [await drawOf(FEW), await drawOf(MANY)]
  print(FEW, few)
  print(MANY, many)
  const growth = secondsOf(many) / secondsOf(few)
  const grown = `\n${MANY} beside ${FEW}: ${growth.toFixed(1)} times the time`
  console.log(`${grown}   floor ${FLOOR}, aim ${AIM}${growth > FLOOR ? '   ABOVE IT' : ''}`)
  const slower = [many.beside.trade / many.calm.trade, many.beside.read / many.calm.read]
  const isSlow = slower.some((times) => times > SLOWER_MOST)
  console.log(
    `Others meanwhile: orders × ${slower[0]?.toFixed(2)}, reads × ${slower[1]?.toFixed(2)}   at most ${SLOWER_MOST}${isSlow ? '   ABOVE IT' : ''}`,
  )
  printChecker(MANY)
  if (growth > FLOOR || isSlow) process.exitCode = 1
}

function printChecker(count: number): void {
  const { own, all, anchor } = checkerOf(count)
  const onPhone = (ms: number): string => `${(PHONE * ms).toFixed(0)} ms on a phone ${PHONE} times slower`
  console.log(`\nA device that checks the draw of ${count}: its own ticket after ${own.toFixed(1)} ms, ${onPhone(own)}   aim ${OWN_AIM_MS}`) // prettier-ignore
  console.log(`  the whole list after ${all.toFixed(0)} ms, ${onPhone(all)}   aim ${ALL_AIM_MS}; ${(all / anchor).toFixed(1)} times two hashes a row`) // prettier-ignore
}

const secondsOf = ({ freeze, draw, settle }: DrawFigures): number => freeze + draw + settle

const drawOf = (count: number): Promise<DrawFigures> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./draw.work.js', import.meta.url)), [String(count)], {
      stdio: 'inherit',
      execArgv: ['--max-semi-space-size=64'], // As in `npm start`; this process's own Node options are not meant for it.
    })
    child.once('message', (figures) => resolve(figures as DrawFigures))
    child.once('exit', (code) => reject(new Error(`The draw of ${count} is gone (${code}).`)))
  })

function print(count: number, figures: DrawFigures): void {
  const { freeze, draw, settle, calm, beside, memory } = figures
  const steps = `frozen ${freeze.toFixed(1)} s, drawn ${draw.toFixed(1)} s, settled ${settle.toFixed(1)} s`
  const waits = ({ trade, read }: typeof calm) => `order and cancel ${trade.toFixed(1)} ms, read ${read.toFixed(1)} ms`
  console.log(`\n${count} customers: ${steps}; at most ${memory.toFixed(0)} MB`)
  console.log(`  p99 of others, quiet: ${waits(calm)}; meanwhile: ${waits(beside)}`)
}
