import { AGAINST_CLOSING, AGAINST_START_OVER, AGAINST_TOPICS } from './lists.ts'
import type { NameIn } from './base/lists.ts'
import { leavingCallsFor } from './portfolio/leaving.contract.ts'

export const leavingCalls = leavingCallsFor({
  startOver: Object.keys(AGAINST_START_OVER) as NameIn<'againstStartOver'>[],
  closing: Object.keys(AGAINST_CLOSING) as NameIn<'againstClosing'>[],
  topics: AGAINST_TOPICS,
})
export const { readStartOver, startOver, readClosing, closeAccount } = leavingCalls
