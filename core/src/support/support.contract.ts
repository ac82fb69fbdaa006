import * as z from 'zod/mini'
import { read } from '../base/contract.ts'

/** Where customer service is found. Spec section 3: the answer's field is `kefu_url`. */
export const readSupportLink = read({
  path: '/support/link',
  caller: 'anyone',
  summary: 'The link of customer service',
  input: z.strictObject({}),
  reply: z.object({ kefu_url: z.string() }),
})

export const supportCalls = { readSupportLink }
