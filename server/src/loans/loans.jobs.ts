import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { loanDayAt } from '@lonja/core/loans/schedule.rules'
import { KEPT_AFTER_DECISION_MS } from '@lonja/core/pictures/pictures.rules'
import type { CustomerId } from '@lonja/core/base/ids'
import { BEFORE_ALL_IDS } from '../base/ids.ts'
import type { Clock } from '../base/clock.ts'
import type { Events } from '../base/events.ts'
import type { Log } from '../base/log.ts'
import { idIn } from '../database/codecs.ts'
import type { Db } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import { eachInTurn, runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import { listDebts, listNightsDue } from '../lending/lending.store.ts'
import type { MarketGuard } from '../market/market.guard.ts'
import { chargedLoan } from './loans.actions.ts'
import { dropApplicants, listDueApplicants } from './loans.store.ts'

/** The parts of the rounds of loans. */
export interface LoanJobParts {
  readonly db: Db
  readonly clock: Clock
  readonly events: Pick<Events, 'publish'>
  /** While the clocks disagree no night is charged. */
  readonly guard: Pick<MarketGuard, 'agrees'>
}

const AT_ONCE = 200
export const LOANS_EVERY_MS = 10 * SECOND

/** Runs the rounds of loans until they are stopped. Every server of a house may run them: each night is charged once. */
export const runLoans = (parts: LoanJobParts, log: Log, heard = NO_LISTENER): { stop(): Promise<void> } =>
  runRounds(() => loansRound(parts), {
    pauseMs: LOANS_EVERY_MS,
    afterFailureMs: MINUTE / 2,
    log,
    waits: 'the interest of loans waits for the database',
    failed: 'charging the interest of loans failed',
    heard,
  })

/** Charges the nights that have begun, customer by customer, and purges the data of applicants after their retention. */
export async function loansRound(parts: LoanJobParts): Promise<void> {
  if (parts.guard.agrees()) await chargeAll(parts)
  await purgeApplicants(parts)
}

async function chargeAll({ db, clock, events }: LoanJobParts): Promise<void> {
  const today = loanDayAt(clock.now())
  for (let behind = idIn<'customer'>(BEFORE_ALL_IDS); ;) {
    const after: CustomerId = behind
    const customers: CustomerId[] = await db.read((tx) => listNightsDue(tx, today, after, AT_ONCE))
    await eachInTurn(customers, async (customer) => {
      await writeFor(db, customer, async (tx) => {
        for (const { loan } of await listDebts(tx, customer)) await chargedLoan(tx, customer, loan, clock.now())
      })
      events.publish(customer, ['loans', 'balances'])
    })
    if (customers.length < AT_ONCE) return
    behind = customers.at(-1) ?? after
  }
}

async function purgeApplicants({ db, clock }: LoanJobParts): Promise<void> {
  for (;;) {
    const endedBy = clock.now() - KEPT_AFTER_DECISION_MS
    const customers = await db.read((tx) => listDueApplicants(tx, endedBy, AT_ONCE))
    if (customers.length === 0) return
    await eachInTurn(customers, (customer) => writeFor(db, customer, (tx) => dropApplicants(tx, customer, endedBy)))
  }
}
