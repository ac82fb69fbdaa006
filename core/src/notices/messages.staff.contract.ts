import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { CustomerId, SeatId } from '../base/ids.ts'
import { Id, LanguageCode, Moment, Page, pageOf } from '../base/wire.ts'

const Text = z.strictObject({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(80), z.regex(/^\P{Cc}*$/u)),
  body: z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000), z.regex(/^[^\p{Cc}]*(\n[^\p{Cc}]*)*$/u)),
})
/** The texts of a message, by language. */
export const HouseTexts = z.strictObject({
  tur: z.optional(Text),
  cn: z.optional(Text),
  tw: z.optional(Text),
  en: z.optional(Text),
  fr: z.optional(Text),
})

/**
 * Send a message to one customer, in at least one language. A reader of another language gets the first one. A message to
 * all is proposed: `proposeHouseMessage`.
 */
export const sendHouseMessage = write({
  path: '/staff/notices/send',
  caller: 'seat',
  roles: ['support', 'operations', 'admin'],
  key: 'id',
  summary: 'A plain message of the house to one customer',
  input: z.strictObject({ id: Id, customer: CustomerId, texts: HouseTexts }),
  reply: z.object({ id: Id, told: z.int() }),
  refusals: ['missing_information', 'message_has_link', 'promise_word', 'unknown_customer'],
})

/**
 * The number of recipients, and the languages they read. The message goes to every account that exists when it is sent,
 * so the number may change slightly.
 */
export const countRecipients = read({
  path: '/staff/notices/count',
  caller: 'seat',
  roles: ['support', 'operations', 'admin', 'auditor'],
  summary: 'How many customers a message would go to, by the language that they read',
  /** Omitted: all customers. */
  input: z.strictObject({ customer: z.optional(CustomerId) }),
  reply: z.object({
    count: z.int(),
    languages: z.array(z.object({ language: LanguageCode, count: z.int() })),
  }),
  refusals: ['unknown_customer'],
})

export const listHouseMessages = read({
  path: '/staff/notices/list',
  caller: 'seat',
  roles: ['support', 'operations', 'admin', 'auditor'],
  summary: 'Messages of the house, newest first',
  input: z.strictObject(Page),
  reply: pageOf(
    z.object({
      id: Id,
      seat: z.object({ id: SeatId, number: z.int() }),
      /** Masked, as in every list; null for all. */
      customer: z.nullable(z.object({ id: CustomerId, phone: z.string(), displayName: z.nullable(z.string()) })),
      texts: HouseTexts,
      at: Moment,
      /** The number of recipients; null for messages sent before it was stored. */
      told: z.nullable(z.int()),
    }),
  ),
})

export const messagesCalls = { sendHouseMessage, listHouseMessages, countRecipients }
