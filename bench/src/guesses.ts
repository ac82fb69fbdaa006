import { setTimeout as sleep } from 'node:timers/promises'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import {
  PASSWORD,
  asking,
  called,
  inHouse,
  measureBystanders,
  open,
  requestOf,
  timed,
  type BystanderFigures,
  type Bystanders,
} from './bystanders.ts'

/**
 * A flood of wrong passwords, beside the same run without it: the reads of three bystanders, an order at market until it
 * is filled, and the log-in of an owner on a known device.
 */

const GUESSES = 200
const ADDRESSES = 50
const SECONDS = Number(process.env['LONJA_BENCH_SECONDS'] ?? 15)
/** The pause of a guesser who wants answers. One without a pause wants to slow the house down. */
const PAUSE_MS = 250
const SLOWER_MOST = 2
const OWNER_MS = 2_000

/** The figures of the bystanders, and the time in which the owner was let in. */
interface GuessFigures extends BystanderFigures {
  readonly ownerMs: number
  readonly guesses: number
}

export const run = (): Promise<void> =>
  inHouse(async (bystanders) => {
    await measure(bystanders, null)
    const calm = await measure(bystanders, null)
    print('without guesses', calm, null)
    print('200 at once on one phone number', await measure(bystanders, onePhone(bystanders.owner.phone)), calm)
    print('the same without a pause', await measure(bystanders, onePhone(bystanders.owner.phone), 0), calm)
    print('200 at once on changing numbers from 50 addresses', await measure(bystanders, changingPhones), calm)
  })

type Guess = (n: number) => string

const onePhone =
  (phone: string): Guess =>
  (n) =>
    requestOf(logIn.path, { phone, password: `guess ${n}` }, { ip: '192.0.2.66' })

const changingPhones: Guess = (n) =>
  requestOf(logIn.path, { phone: String(7_000_000 + n), password: 'a guess' }, { ip: `203.0.113.${n % ADDRESSES}` })

async function measure(bystanders: Bystanders, guess: Guess | null, pauseMs = PAUSE_MS): Promise<GuessFigures> {
  const { address, owner } = bystanders
  const until = performance.now() + SECONDS * 1_000
  let guesses = 0
  const attack = guess
    ? Array.from({ length: GUESSES }, async () => {
        const asker = await open(address)
        while (performance.now() < until) {
          await asking(asker, guess((guesses += 1)))
          if (pauseMs > 0) await sleep(pauseMs)
        }
        asker.close()
      })
    : []
  const figures = measureBystanders(bystanders, until)
  await sleep(SECONDS * 500)
  const asker = await open(address)
  const form = { phone: owner.phone, password: PASSWORD, marks: owner.marks }
  const ownerMs = await timed(() => called(asker, requestOf(logIn.path, form, { ip: '198.51.100.9' })))
  asker.close()
  await Promise.all(attack)
  return { ...(await figures), ownerMs, guesses }
}

function print(what: string, { readMs, fillMs, ownerMs, guesses }: GuessFigures, calm: GuessFigures | null): void {
  const times = (ms: number, anchor: number | undefined): string =>
    anchor === undefined ? `${ms.toFixed(0)} ms` : `${ms.toFixed(0)} ms (× ${(ms / anchor).toFixed(2)})`
  const isSlow =
    calm !== null && (readMs > SLOWER_MOST * calm.readMs || fillMs > SLOWER_MOST * calm.fillMs || ownerMs > OWNER_MS)
  if (isSlow) process.exitCode = 1
  console.log(
    `${what}: reads ${times(readMs, calm?.readMs)}, order to fill ${times(fillMs, calm?.fillMs)} at the 99th percentile, the owner in after ${ownerMs.toFixed(0)} ms, ${guesses} guesses${isSlow ? ' ABOVE ITS LIMIT' : ''}`,
  )
}
