import * as z from 'zod/mini'
import { read, type ReplyOf } from '../base/contract.ts'

/** The link to customer service. Spec section 3: the answer's field is `kefu_url`. */
export const readSupportLink = read({
  path: '/support/link',
  caller: 'anyone',
  summary: 'The link of customer service',
  input: z.strictObject({}),
  reply: z.object({ kefu_url: z.string() }),
})

/** The only place that writes the spec's field. */
export const supportReplyFor = (link: string): ReplyOf<typeof readSupportLink> => ({ kefu_url: link })
export const supportLinkIn = (reply: ReplyOf<typeof readSupportLink>): string => reply.kefu_url

export const supportCalls = { readSupportLink }
