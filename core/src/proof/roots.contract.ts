import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Page } from '../base/wire.ts'
import { DayRoot } from './proof.contract.ts'

/** The signed roots, newest first, and the Ed25519 key that verifies their lines. */
export const listDayRoots = read({
  path: '/about/roots',
  caller: 'anyone',
  summary: 'The signed roots of the days that are over, newest first, with the key that verifies them',
  input: z.strictObject({ ...Page }),
  reply: z.object({ publicKey: z.string(), rows: z.array(DayRoot), cursor: z.nullable(z.string()) }),
})

export const rootsCalls = { listDayRoots }
