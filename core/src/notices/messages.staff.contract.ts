import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Id, Moment, Page, pageOf } from '../base/wire.ts'

const Text = z.strictObject({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(80), z.regex(/^\P{Cc}*$/u)),
  body: z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000), z.regex(/^[^\p{Cc}]*(\n[^\p{Cc}]*)*$/u)),
})
const Texts = z.strictObject({
  tur: z.optional(Text),
  cn: z.optional(Text),
  tw: z.optional(Text),
  en: z.optional(Text),
  fr: z.optional(Text),
})

/** A message to one customer or to all, in at least one language; whoever reads another one is told it in the first. */
export const sendHouseMessage = write({
  path: '/staff/notices/send',
  caller: 'seat',
  roles: ['support', 'operations', 'admin'],
  key: 'id',
  summary: 'A plain message of the house to one customer, or to all',
  input: z.strictObject({ id: Id, customer: z.nullable(Id), texts: Texts }),
  reply: z.object({ id: Id, told: z.int() }),
  refusals: ['missing_information', 'message_has_link', 'unknown_customer'],
})

export const listHouseMessages = read({
  path: '/staff/notices/list',
  caller: 'seat',
  roles: ['support', 'operations', 'admin'],
  summary: 'Messages of the house, newest first',
  input: z.strictObject(Page),
  reply: pageOf(z.object({ id: Id, seat: Id, customer: z.nullable(Id), texts: Texts, at: Moment })),
})

export const messagesCalls = { sendHouseMessage, listHouseMessages }
