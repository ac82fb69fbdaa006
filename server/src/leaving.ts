import { leavingCalls } from '@lonja/core/leaving.contract'
import { AGAINST_CLOSING, AGAINST_START_OVER } from '@lonja/core/lists'
import { saveResetsEnd } from './accounts/second-step.store.ts'
import { saveEndOfAll } from './accounts/sessions.store.ts'
import { forgetDevices } from './door/devices.store.ts'
import { againstOf } from './books.ts'
import { endWithAccount } from './kyc/kyc.actions.ts'
import type { LeavingOptions } from './portfolio/leaving.routes.ts'
import { findAgainst } from './portfolio/leaving.store.ts'
import { saveEndOfResets } from './resets/resets.store.ts'
import { endReversals } from './reversals/reversals.actions.ts'
import { endLinks } from './strategies/own.store.ts'
import { endThread } from './support/support.actions.ts'
import { saveAlertsRemoval } from './watchlist/alerts.store.ts'

/** Acts that end something with an account, by feature. */
export const ENDS_WITH_ACCOUNT = {
  accounts: [saveEndOfAll, saveResetsEnd, forgetDevices],
  resets: [saveEndOfResets],
  watchlist: [saveAlertsRemoval],
  kyc: [endWithAccount],
  reversals: [endReversals],
  support: [endThread],
  strategies: [endLinks],
} as const

/** Starting over and closing, with the parts of every feature: reasons against them, and acts that end with an account. */
export const LEAVING: Pick<LeavingOptions, 'calls' | 'against' | 'ends'> = {
  calls: leavingCalls,
  against: {
    startOver: findAgainst('start_over', againstOf(Object.keys(AGAINST_START_OVER))),
    closing: findAgainst('closing', againstOf(Object.keys(AGAINST_CLOSING))),
  },
  ends: Object.values(ENDS_WITH_ACCOUNT).flat(),
}
