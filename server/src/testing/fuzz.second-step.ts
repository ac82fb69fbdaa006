import { Secret } from 'otpauth'
import { readCustomer } from '../accounts/accounts.store.ts'
import { writeFor } from '../database/locks.ts'
import { makeResetLink } from '../accounts/resets.actions.ts'
import { beginSetUp, finishSetUp, newStep } from '../accounts/second-step.actions.ts'
import { saveSecondStepEnd } from '../accounts/second-step.store.ts'
import { codeAt } from '../secrets/codes.ts'
import { keyFor } from '../secrets/secret.ts'
import { idFrom, type Dice, type Fields } from './fuzz.dice.ts'
import { newId } from '../base/ids.ts'
import { TEST_SECRET, type TestCustomer, type TestHouse } from './house.ts'

/** The secrets for signing in by two steps or resetting a password. They are renewed now and then. */
export interface KnownSecondStep {
  readonly setUp: string
  readonly setUpCode: string
  readonly recovery: readonly string[]
  readonly step: string
  readonly reset: string
}

export const NO_SECOND_STEP: KnownSecondStep = { setUp: '', setUpCode: '', recovery: [], step: '', reset: '' }

/** Sets a second step for a customer, or only begins one, and returns the secrets for the calls that follow. */
export async function freshSecondStep(
  house: TestHouse,
  { id }: TestCustomer,
  isSet: boolean,
): Promise<KnownSecondStep> {
  const codesKey = keyFor(TEST_SECRET, 'customer codes')
  const now = house.clock.now()
  return writeFor(house.db, id, async (tx) => {
    const customer = await readCustomer(tx, id)
    const begun = beginSetUp(codesKey, customer, now)
    const code = codeAt(Buffer.from(Secret.fromBase32(begun.secret).bytes), now)
    await saveSecondStepEnd(tx, id, now)
    const recovery = isSet && (await finishSetUp(tx, { customer: id, code, codesKey, now }, begun.setUp))
    const { path } = await makeResetLink(tx, { customer: id, now })
    const codes = { setUp: begun.setUp, setUpCode: code, step: newStep(codesKey, customer, now) }
    return { ...codes, recovery: Array.isArray(recovery) ? recovery : [], reset: path.split('link=')[1] ?? '' }
  })
}

/** The code that a form contains if the account has a second step. */
export const codeOf = ({ recovery }: KnownSecondStep, chance: Dice): Fields =>
  recovery.length > 0 ? { code: idFrom(recovery, chance) } : {}

type Make = (who: { readonly password: string; readonly second: KnownSecondStep }, chance: Dice) => Fields

export const SECOND_STEP = {
  readSecondStep: () => ({}),
  beginSecondStep: ({ password }) => ({ password }),
  setSecondStep: ({ second: { setUp, setUpCode } }) => ({ setUp, code: setUpCode }),
  finishLogIn: ({ second: { step, recovery } }, chance) => ({ step, code: idFrom(recovery, chance) }),
  makeRecoveryCodes: ({ second: { recovery } }, chance) => ({ code: idFrom(recovery, chance) }),
  removeSecondStep: ({ password, second: { recovery } }, chance) => ({ password, code: idFrom(recovery, chance) }),
  readResetLink: ({ second: { reset } }) => ({ link: reset }),
  resetPassword: ({ second: { reset } }, chance) => {
    const password = `reset-${chance.below(1_000_000)}`
    return { link: reset, password, again: password }
  },
  askReset: (_who, chance) => ({ phone: String(640_000_000 + chance.below(1_000)), secretHash: secretFrom(chance) }),
  readReset: (_who, chance) => ({ secretHash: secretFrom(chance) }),
  withdrawReset: (_who, chance) => ({ secretHash: secretFrom(chance) }),
  finishReset: (_who, chance) => ({ secret: secretFrom(chance), password: 'heron lamp 7', again: 'heron lamp 7' }),
  listOwnResets: () => ({}),
  disownReset: () => ({ id: newId() }),
} satisfies Readonly<Record<string, Make>>

/** 32 bytes in base64url, some of them drawn before. */
const secretFrom = (chance: Dice): string => String(chance.below(200)).padStart(43, 'A')
