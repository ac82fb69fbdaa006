import { expect } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import { SECOND } from '@lonja/core/base/instant'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { listAlerts, makeAlert } from '@lonja/core/watchlist/alerts.contract'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { marketFor } from '../market/market.quotes.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { openAlertEngine } from './alerts.jobs.ts'

export const ABOVE = { kind: 'above', level: '11.00', percentBps: null, repeats: 'once', note: null }
export const BELOW = { ...ABOVE, kind: 'below', level: '9.00' }

/** A house in which ABC trades at 10 and ESP at 5, with the steps that tests of alerts take. */
export async function openAlertHouse() {
  const house = await openTestHouse()
  /** One quote a second later, with the latest trade in cents. No engine has checked it yet. */
  const say = (listing: ListingId, cents: bigint): number => {
    house.clock.advance(SECOND)
    house.script.say(listing, house.clock.now(), cents, cents + 1n)
    return house.clock.now()
  }
  say(ABC, 1_000n)
  say(ESP, 500n)
  return {
    house,
    say,
    /** Back to 10, checked by the engine. */
    calm: async (): Promise<void> => {
      say(ABC, 1_000n)
      await house.alerts.sweep()
    },
    /** Another node's engine, which has loaded nothing yet. */
    another: (change: { db?: TestHouse['db']; market?: ReturnType<typeof marketFor> } = {}) =>
      openAlertEngine({
        db: house.db,
        market: marketFor(house.script.source),
        events: house.events,
        clock: house.clock,
        log: openLog('silent'),
        ...change,
      }),
    somebody: async () => {
      const { id, token } = await house.customer()
      const how = { token }
      const make = async (terms: object, listing: ListingId = ABC): Promise<string> => {
        const alert = newId()
        const answer = await house.ask(makeAlert, { id: alert, listing, ...terms }, how)
        expect([answer.status, answer.error]).toEqual([200, undefined])
        return alert
      }
      const notices = async () =>
        ((await house.ask(listNotices, { kind: 'prices' }, how)).data as { data: { title: string }[] }).data
      const alerts = async () =>
        ((await house.ask(listAlerts, {}, how)).data as { rows: { id: string; state: string }[] }).rows
      return { id, how, make, notices, alerts }
    },
  }
}
