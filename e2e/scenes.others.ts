import type { LeveredCustomer } from './scenes.leverage.ts'
import type { RestrictedCustomers } from './scenes.levels.ts'
import type { MoneyScene } from './scenes.money.ts'
import type { Resetting } from './scenes.resets.ts'

/** Customers who are in a state that the trader is not in. */
export type Others = MoneyScene['others'] & RestrictedCustomers & Resetting & LeveredCustomer
export type Other = keyof Others
