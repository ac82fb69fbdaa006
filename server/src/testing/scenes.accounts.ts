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
  resetPassword: async (house: TestHouse) => {
    const { customer, step } = await withSecondStep(house, false)
    return { token: undefined, input: { link: step.reset, ...FRESH }, customer }
  },
}
