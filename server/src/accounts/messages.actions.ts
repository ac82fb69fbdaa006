import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { noticeOfMessage } from '@lonja/core/notices/messages.notices'
import type { MessageText } from '@lonja/core/notices/messages.rules'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { listCustomerIds } from './accounts.store.ts'
import { insertMessage } from './messages.store.ts'

const AT_ONCE = 1_000

export type MessageTexts = Readonly<Partial<Record<Language, MessageText>>>

/** The languages that were written. */
export const writtenIn = (texts: Readonly<Partial<Record<Language, MessageText | undefined>>>): MessageTexts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))

/** Stores a message of the house and gives its notice to one customer, or to all. Returns the recipients. */
export async function sendMessage(
  tx: Tx,
  message: {
    readonly id: string
    readonly seat: SeatId
    readonly customer: CustomerId | null
    readonly texts: MessageTexts
    readonly at: Instant
  },
): Promise<readonly CustomerId[]> {
  const { customer, texts, at } = message
  const recipients = customer === null ? await listCustomerIds(tx) : [customer]
  await insertMessage(tx, { ...message, told: recipients.length })
  for (let from = 0; from < recipients.length; from += AT_ONCE) {
    const some = recipients.slice(from, from + AT_ONCE)
    await insertNotices(
      tx,
      some.map((one) => noticeOfMessage({ customer: one, id: newId(), at }, texts)),
    )
  }
  return recipients
}
