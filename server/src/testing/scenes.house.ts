import { readCheckoutLink } from '@lonja/core/deposits/deposits.contract'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { assert } from '@lonja/core/base/assert'
import { ownerIn, type Owner } from './access.owner.ts'
import { newId } from '../base/ids.ts'
import { signInAgain, type TestHouse } from './house.ts'
import { drawAtOnce } from '../ipo/ipo.testing.ts'
import { settleOffer } from '../ipo/settling.actions.ts'
import { ABC } from '../orders/orders.testing.ts'
import { publishReadyPayees } from '../payees/payees.jobs.ts'
import { sendApproved } from '../withdrawals/withdrawals.jobs.ts'
import { judge } from '../withdrawals/withdrawals.testing.ts'

/** An act of the house that no call asks for, such as a fill. Everything is ready for it; `act` does it. */
export interface HouseScene {
  readonly customer: Owner
  act(): Promise<void>
}

/** A customer with something of everything, and quotes that meet none of the orders and alerts. */
function calmOwnerIn(house: TestHouse): Promise<Owner> {
  house.clock.advance(SECOND)
  house.script.say(ABC, house.clock.now(), 999n, 1_001n)
  return ownerIn(house)
}

/** Moves the clock on. The customer signs in again, because the session may have ended. */
async function later(house: TestHouse, owner: Owner, ms: number): Promise<Owner> {
  house.clock.advance(ms)
  return { ...owner, token: await signInAgain(house, owner) }
}

const DAY = 24 * HOUR

/** The order matters: the clock of a house moves forward only. */
export const HOUSE_ACTS: Readonly<Record<string, (house: TestHouse) => Promise<HouseScene>>> = {
  'an order is filled': async (house) => {
    const customer = await calmOwnerIn(house)
    house.clock.advance(SECOND)
    house.script.say(ABC, house.clock.now(), 898n, 900n)
    return { customer, act: () => house.engine.sweep() }
  },
  'an alert is met': async (house) => {
    const customer = await calmOwnerIn(house)
    await house.alerts.sweep()
    house.clock.advance(SECOND)
    house.script.say(ABC, house.clock.now(), 100_000n, 100_100n)
    return { customer, act: () => house.alerts.sweep() }
  },
  'a deposit is confirmed on the page of a checkout link': async (house) => {
    const customer = await calmOwnerIn(house)
    const input = { id: newId(), amount: '10.00', currency: 'EUR' }
    const link = await house.ask(readCheckoutLink, input, { token: customer.token })
    const { url } = link.data as { url: string }
    const confirm = async (): Promise<void> => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { statusCode } = await house.door.inject({ method: 'POST', url, headers, payload: '' })
      assert(statusCode < 400, `a checkout link is confirmed: ${statusCode}`)
    }
    return { customer, act: confirm }
  },
  'an approved withdrawal is sent': async (house) => {
    const customer = await calmOwnerIn(house)
    const seat = await house.seat({ roles: ['treasurer'] })
    await judge(house, seat, customer.withdrawal, 'approve')
    house.clock.advance(MINUTE)
    return { customer, act: () => sendApproved(house, house.withdrawals).then(() => {}) }
  },
  'an application is settled': async (house) => {
    const customer = await calmOwnerIn(house)
    const { id, offer, application } = customer
    await drawAtOnce(house.db, offer, [{ customer: id, application, lots: 1n }])
    return { customer, act: () => settleOffer(house, offer) }
  },
  'an order expires': async (house) => {
    const customer = await later(house, await calmOwnerIn(house), 2 * HOUR)
    return { customer, act: () => house.engine.sweep() }
  },
  'a payee has waited its time': async (house) => {
    const customer = await later(house, await calmOwnerIn(house), 3 * DAY)
    const verifiedNameOf = () => Promise.resolve(null)
    const all = async (): Promise<void> => {
      while ((await publishReadyPayees(house, { verifiedNameOf })) > 0) continue
    }
    return { customer, act: all }
  },
}
