import * as z from 'zod/mini'
import { ROLES, read } from '../base/contract.ts'
import { Moment } from '../base/wire.ts'

// The foot of every console page makes this call, so that it is loaded first: the audit log's other calls are not.

/** The current head of the asking seat's chain, and the last signing of all heads. */
export const readOwnHead = read({
  path: '/staff/audit/own-head',
  caller: 'seat',
  roles: ROLES,
  summary: 'The end of the asking seat’s own chain of the audit log, and when heads were signed last',
  input: z.strictObject({}),
  reply: z.object({
    /** The number of acts; 0 before the first. */
    n: z.int(),
    /** In hex. */
    hash: z.string(),
    signedAt: z.nullable(Moment),
  }),
})

export const auditHeadCalls = { readOwnHead }
