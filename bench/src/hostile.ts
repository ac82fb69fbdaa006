import { setTimeout as sleep } from 'node:timers/promises'
import { checkOwnStrategy, saveOwnStrategy, startOwnBacktest, startOwnRun } from '@lonja/core/strategies/own.contract'
import { listRuns } from '@lonja/core/strategies/runs.contract'
import { listBacktests } from '@lonja/core/strategies/strategies.contract'
import { DAY_MS, dayOf } from '@lonja/core/calendar/days'
import { systemClock } from '@lonja/server/base/clock'
import { newId } from '@lonja/server/base/ids'
import {
  asking,
  called,
  inHouse,
  measureBystanders,
  open,
  readOf,
  requestOf,
  type BystanderFigures,
  type Bystanders,
} from './bystanders.ts'
import type { Asker } from './http.client.ts'

/**
 * Texts that wear the house out, beside the same time without them: the reads of three bystanders, and an order at market until
 * it is filled. The texts are checked and backtested without a pause, and then trade: one that is stopped begins again.
 */

const SECONDS = Number(process.env['LONJA_BENCH_SECONDS'] ?? 15)
const SLOWER_MOST = 1.5

const onBar = (lines: string): string =>
  `import { strategy } from 'lonja'\nexport default strategy({ onBar(bar, own, act, state) {\n${lines}\n} })`

/** An endless loop, memory, a call that counts no steps, orders, and work that stays just within the steps of each event. */
const TEXTS = [
  'for (;;) bar.close',
  "const all = []\nfor (;;) all.push('x'.repeat(1e5) + all.length)",
  '[new Array(1e9)].flat()',
  'for (let n = 0; n < 10000; n++) act.buy({ shares: 1 })',
  'for (let n = 0; n < 900000; n++) state.n = n',
].map(onBar)

const onQuote = (lines: string): string =>
  `import { strategy } from 'lonja'\nexport default strategy({ onQuote(quote, own, act, state) {\n${lines}\n} })`

/** The same with each quote, and an error. */
const LIVE_TEXTS = [
  'for (;;) quote.bid',
  "const all = []\nfor (;;) all.push('x'.repeat(1e5) + all.length)",
  "throw new Error('hostile')",
  'for (let n = 0; n < 10000; n++) act.buy({ shares: 1 })',
  '[new Array(1e9)].flat()',
].map(onQuote)

export const run = (): Promise<void> =>
  inHouse(async (bystanders) => {
    await measure(bystanders, [])
    const calm = await measure(bystanders, [])
    print('without hostile texts', calm, null)
    print('with hostile texts', await measure(bystanders, CHECKED), calm)
    print('with hostile texts that trade', await measure(bystanders, TRADING), calm)
  })

/** Each returns what it did, as a part of a sentence. */
type Attack = (bystanders: Bystanders, until: number) => Promise<string>

async function measure(bystanders: Bystanders, attacks: readonly Attack[]): Promise<BystanderFigures> {
  const until = performance.now() + SECONDS * 1_000
  const under = attacks.map((attack) => attack(bystanders, until))
  const figures = await measureBystanders(bystanders, until)
  if (under.length > 0) console.log((await Promise.all(under)).join(', '))
  return figures
}

/** A day that is over on every venue, and not a weekend. */
function pastDay(): string {
  let day = Math.floor(systemClock.now() / DAY_MS) - 3
  while ([0, 6].includes(new Date(day * DAY_MS).getUTCDay())) day--
  return dayOf(day)
}

/** One customer checks one text after the other. */
async function checks({ address, tokens, listing }: Bystanders, until: number): Promise<string> {
  const asker = await open(address)
  let count = 0
  while (performance.now() < until) {
    const input = { text: TEXTS[count % TEXTS.length], try: { listing, day: pastDay() } }
    const { status, body } = await asking(asker, requestOf(checkOwnStrategy.path, input, { token: tokens[4]! }))
    if (status !== 200) throw new Error(`A check was answered ${status}: ${body}`)
    count++
  }
  asker.close()
  return `${count} texts were checked`
}

/** Saves texts as own strategies of a customer. Returns their ids. */
async function saved(asker: Asker, token: string, texts: readonly string[]): Promise<string[]> {
  const owns = texts.map((text) => ({ id: newId(), own: newId(), name: 'Hostile', text, after: 0 }))
  for (const form of owns) await called(asker, requestOf(saveOwnStrategy.path, form, { token }))
  return owns.map(({ own }) => own)
}

/** The same customer keeps the queue of backtests full. */
async function backtests({ address, tokens, listing }: Bystanders, until: number): Promise<string> {
  const asker = await open(address)
  const token = tokens[4]!
  const owns = await saved(asker, token, TEXTS)
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
  return `${count} backtests asked for`
}

/** Another customer has as many runs of texts as may go on. One that is stopped gives way to the next text. */
async function runs({ address, tokens, inEuros }: Bystanders, until: number): Promise<string> {
  const asker = await open(address)
  const token = tokens[5]!
  const owns = await saved(asker, token, LIVE_TEXTS)
  const amounts = { listing: inEuros, budget: '1000.00', most: '1000.00', lossStop: '1000.00' }
  let count = 0
  while (performance.now() < until) {
    const form = { id: newId(), own: owns[count % owns.length], version: 1, ...amounts }
    const { status, body } = await asking(asker, requestOf(startOwnRun.path, form, { token }))
    if (status === 200) count++
    else if (body.includes('too_many_own_runs')) await sleep(200)
    else throw new Error(`A run was answered ${status}: ${body}`)
  }
  const faults = await stopsOf(asker, token)
  asker.close()
  return `${count} runs were started; the last that were stopped: ${[...new Set(faults)].sort().join(' ')}`
}

/** The faults that stopped a customer's runs. On a busy machine the first may come after the time is over. */
async function stopsOf(asker: Asker, token: string): Promise<string[]> {
  type Runs = { readonly rows: readonly { readonly stop: { readonly code: string } | null }[] }
  for (let tries = 0; tries < 60; tries++) {
    const { rows } = await called<Runs>(asker, readOf(`${listRuns.path}?state=over&limit=50`, token))
    const faults = rows.flatMap(({ stop }) => (stop ? [stop.code] : []))
    if (faults.length > 0) return faults
    await sleep(500)
  }
  throw new Error('No run was stopped: the texts did not trade.')
}

const CHECKED: readonly Attack[] = [checks, backtests]
const TRADING: readonly Attack[] = [runs]

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
