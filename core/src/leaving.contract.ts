import { AGAINST_CLOSING, AGAINST_START_OVER, AGAINST_TOPICS } from './lists.ts'
import type { NameIn } from './base/lists.ts'
import { leavingCallsFor, type LeavingCalls } from './portfolio/leaving.contract.ts'

/** The calls of starting over and closing. The annotation leaves the codes to the lists, also in the built types. */
export const leavingCalls: LeavingCalls = leavingCallsFor({
  startOver: Object.keys(AGAINST_START_OVER) as NameIn<'againstStartOver'>[],
  closing: Object.keys(AGAINST_CLOSING) as NameIn<'againstClosing'>[],
  topics: AGAINST_TOPICS,
})
export const readStartOver: LeavingCalls['readStartOver'] = leavingCalls.readStartOver
export const startOver: LeavingCalls['startOver'] = leavingCalls.startOver
export const readClosing: LeavingCalls['readClosing'] = leavingCalls.readClosing
export const closeAccount: LeavingCalls['closeAccount'] = leavingCalls.closeAccount
