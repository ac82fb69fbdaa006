import { setTimeout as sleep } from 'node:timers/promises'
import { checkOwnStrategy, saveOwnStrategy, startOwnBacktest } from '@lonja/core/strategies/own.contract'
import { listBacktests } from '@lonja/core/strategies/strategies.contract'
import { DAY_MS, dayOf } from '@lonja/core/calendar/days'
import { systemClock } from '@lonja/server/base/clock'
import { newId } from '@lonja/server/base/ids'
import {
  asking,
  inHouse,
  measureBystanders,
  open,
  readOf,
  requestOf,
  type BystanderFigures,
  type Bystanders,
} from './bystanders.ts'

/**
 * Texts that wear the house out, checked and backtested without a pause, beside the same run without them: the reads of
 * three bystanders, and an order at market until it is filled.
 */

const SECONDS = Number(process.env['LONJA_BENCH_SECONDS'] ?? 15)
const SLOWER_MOST = 1.5

const onBar = (lines: string): string =>
  `import { strategy } from 'lonja'\nexport default strategy({ onBar(bar, own, act, state) {\n${lines}\n} })`

/** An endless loop, memory, a call that counts no steps, orders, and work that stays just within the steps of each event. */
const TEXTS = [
  'for (;;) bar.close',
  "const all = []\nfor (;;) all.push('x'.repeat(1e5) + all.length)",
  "new Array(1e9).join('x')",
  'for (let n = 0; n < 10000; n++) act.buy({ shares: 1 })',
  'for (let n = 0; n < 900000; n++) state.n = n',
].map(onBar)

export const run = (): Promise<void> =>
  inHouse(async (bystanders) => {
    await measure(bystanders, false)
    const calm = await measure(bystanders, false)
    print('without hostile texts', calm, null)
    print('with hostile texts', await measure(bystanders, true), calm)
  })

async function measure(bystanders: Bystanders, isHostile: boolean): Promise<BystanderFigures> {
  const until = performance.now() + SECONDS * 1_000
  const attack = isHostile ? [checks(bystanders, until), backtests(bystanders, until)] : []
  const figures = await measureBystanders(bystanders, until)
  const counts = await Promise.all(attack)
  if (isHostile) console.log(`${counts[0]} texts were checked, ${counts[1]} backtests asked for`)
  return figures
}

/** A day that is over on every venue, and not a weekend. */
function pastDay(): string {
  let day = Math.floor(systemClock.now() / DAY_MS) - 3
  while ([0, 6].includes(new Date(day * DAY_MS).getUTCDay())) day--
  return dayOf(day)
}

/** One customer checks one text after the other. */
async function checks({ address, tokens, listing }: Bystanders, until: number): Promise<number> {
  const asker = await open(address)
  let count = 0
  while (performance.now() < until) {
    const input = { text: TEXTS[count % TEXTS.length], try: { listing, day: pastDay() } }
    const { status, body } = await asking(asker, requestOf(checkOwnStrategy.path, input, { token: tokens[4]! }))
    if (status !== 200) throw new Error(`A check was answered ${status}: ${body}`)
    count++
  }
  asker.close()
  return count
}

/** Another keeps the queue of backtests full. */
async function backtests({ address, tokens, listing }: Bystanders, until: number): Promise<number> {
  const asker = await open(address)
  const token = tokens[4]!
  const owns: string[] = []
  for (const text of TEXTS) {
    const own = newId()
    await asking(
      asker,
      requestOf(saveOwnStrategy.path, { id: newId(), own, name: 'Hostile', text, after: 0 }, { token }),
    )
    owns.push(own)
  }
  let count = 0
  while (performance.now() < until) {
    const amounts = { budget: '1000.00', most: '1000.00', lossStop: '1000.00' }
    const day = pastDay()
    const form = { id: newId(), own: owns[count % owns.length], version: 1, listing, from: day, to: day, ...amounts }
    const { status } = await asking(asker, requestOf(startOwnBacktest.path, form, { token }))
    if (status === 200) count++
    else await sleep(200)
  }
  await asking(asker, readOf(listBacktests.path, token))
  asker.close()
  return count
}

function print(what: string, { readMs, fillMs }: BystanderFigures, calm: BystanderFigures | null): void {
  const times = (ms: number, anchor: number | undefined): string =>
    anchor === undefined ? `${ms.toFixed(0)} ms` : `${ms.toFixed(0)} ms (× ${(ms / anchor).toFixed(2)})`
  const isSlow = calm !== null && (readMs > SLOWER_MOST * calm.readMs || fillMs > SLOWER_MOST * calm.fillMs)
  if (isSlow) process.exitCode = 1
  const limit = isSlow ? ' ABOVE ITS LIMIT' : ''
  console.log(
    `${what}: reads ${times(readMs, calm?.readMs)}, order to fill ${times(fillMs, calm?.fillMs)} at the 99th percentile${limit}`,
  )
}
