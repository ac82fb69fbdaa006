import { setTradingPassword } from '@lonja/core/accounts/accounts.contract'
import { newId } from '../base/ids.ts'
import { saveAccessWait } from '../accounts/accounts.store.ts'
import { writeFor } from '../database/locks.ts'
import { TRADING } from '../withdrawals/withdrawals.testing.ts'
import { askOn, letThrough, newSecret } from '../resets/resets.testing.ts'
import { ownerIn } from './access.owner.ts'
import { freshSecondStep } from './fuzz.second-step.ts'
import { signInAgain, type TestHouse } from './house.ts'

/** Scenes of signing up, signing in, passwords and the second step. */

const FRESH = { password: 'a newer one', again: 'a newer one' }

async function withSecondStep(house: TestHouse, isSet: boolean) {
  const customer = await ownerIn(house)
  const step = await freshSecondStep(house, customer, isSet)
  return { customer, step, code: step.recovery[0] ?? '' }
}

let phones = 30_000_000

export const ACCOUNT_SCENES = {
  register: ({ invitation }: TestHouse) => {
    const input = { phone: String((phones += 1)), password: 'otter marsh 1', again: 'otter marsh 1', invitation }
    return Promise.resolve({ token: undefined, input, customer: null })
  },
  logIn: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const { phone, password } = customer
    return { token: undefined, input: { phone, password }, customer }
  },
  logOut: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    return { token: customer.token, input: {}, customer, reader: await signInAgain(house, customer) }
  },
  changeLoginPassword: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    return { token: customer.token, input: { old: customer.password, ...FRESH }, customer }
  },
  setTradingPassword: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    return { token: customer.token, input: { old: customer.password, ...FRESH }, customer }
  },
  finishLogIn: async (house: TestHouse) => {
    const { customer, step, code } = await withSecondStep(house, true)
    return { token: undefined, input: { step: step.step, code }, customer }
  },
  beginSecondStep: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    return { token: customer.token, input: { password: customer.password }, customer }
  },
  setSecondStep: async (house: TestHouse) => {
    const { customer, step } = await withSecondStep(house, false)
    return { token: customer.token, input: { setUp: step.setUp, code: step.setUpCode }, customer }
  },
  makeRecoveryCodes: async (house: TestHouse) => {
    const { customer, code } = await withSecondStep(house, true)
    return { token: customer.token, input: { code }, customer }
  },
  removeSecondStep: async (house: TestHouse) => {
    const { customer, code } = await withSecondStep(house, true)
    return { token: customer.token, input: { password: customer.password, code }, customer }
  },
  endAccessWait: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const form = { old: customer.password, password: TRADING, again: TRADING }
    await house.ask(setTradingPassword, form, { token: customer.token, key: newId() })
    const until = house.clock.now() + 1
    await writeFor(house.db, customer.id, (tx) => saveAccessWait(tx, customer.id, until))
    return { token: customer.token, input: { password: TRADING }, customer }
  },
  askReset: () => {
    const input = { phone: String((phones += 1)), secretHash: newSecret().secretHash }
    return Promise.resolve({ token: undefined, input, customer: null })
  },
  withdrawReset: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const { secretHash } = await askOn(house, customer.phone)
    return { token: undefined, input: { secretHash }, customer }
  },
  finishReset: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const device = await askOn(house, customer.phone)
    const [first, second] = [await house.seat(), await house.seat()]
    await letThrough(house, device, [first, second])
    return { token: undefined, input: { secret: device.secret, ...FRESH }, customer }
  },
  disownReset: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    return { token: customer.token, input: { id: (await askOn(house, customer.phone)).id }, customer }
  },
  resetPassword: async (house: TestHouse) => {
    const { customer, step } = await withSecondStep(house, false)
    return { token: undefined, input: { link: step.reset, ...FRESH }, customer }
  },
}
