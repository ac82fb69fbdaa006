import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Day } from '../base/instant.ts'
import type { Hours } from '../calendar/sessions.ts'
import type { PracticeHouse } from './world.ts'
import { FIRST_COMPANIES } from '../universe/first.ts'
import { practiceUniverse } from '../universe/universe.ts'

/** A house for tests: each seed is a hash of the day's name, so that any day has one and no test needs a chain. */
export const testHouse = (hours: Hours, openingDay: Day = '2026-10-01'): PracticeHouse => ({
  universe: practiceUniverse(FIRST_COMPANIES),
  hours,
  openingDay,
  historySeed: sha256(utf8ToBytes('a public history')),
  daySeed: (day) => sha256(utf8ToBytes(`test ${day}`)),
  plansFrom: openingDay,
  splitsFrom: openingDay,
})
