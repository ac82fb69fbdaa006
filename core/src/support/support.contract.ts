import * as z from 'zod/mini'
import { read, type ReplyOf } from '../base/contract.ts'

/** Where customer service is found. Spec section 3: the answer's field is `kefu_url`. */
export const readSupportLink = read({
  path: '/support/link',
  caller: 'anyone',
  summary: 'The link of customer service',
  input: z.strictObject({}),
  reply: z.object({ kefu_url: z.string() }),
})

/** The spec's field is written and read here alone. */
export const supportReplyFor = (link: string): ReplyOf<typeof readSupportLink> => ({ kefu_url: link })
export const supportLinkIn = (reply: ReplyOf<typeof readSupportLink>): string => reply.kefu_url

export const supportCalls = { readSupportLink }
