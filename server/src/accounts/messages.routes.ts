import * as z from 'zod/mini'
import type { CustomerId } from '@lonja/core/base/ids'
import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { maskedName } from '@lonja/core/accounts/search.rules'
import { refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import { checkMessage, HOUSE_MESSAGES_PAGE } from '@lonja/core/notices/messages.rules'
import { countRecipients, listHouseMessages, sendHouseMessage } from '@lonja/core/notices/messages.staff.contract'
import { recordAct } from '../audit/audit.actions.ts'
import type { NumbersOf } from '../door/seats.ts'
import { onStaffRead, onStaffWrite } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { findOpenCustomer } from './accounts.store.ts'
import { sendMessage, writtenIn } from './messages.actions.ts'
import { countByLanguage, findRecipients, isMessageTaken, listMessageRows, type Recipient } from './messages.store.ts'

/** Messages of the house to one customer, and the list of all. `numbersOf` gives the numbers of seats by their ids. */
export const messagesRoutes = (numbersOf: NumbersOf): Route[] => [
  onStaffWrite(sendHouseMessage, {
    customerOf: (_tx, { customer }) => customer,
    handle: async ({ tx, seat, now, publish }, { id, customer, texts }) => {
      // The answer of this key is purged, or the key is another seat's: the message was sent under it.
      if (await isMessageTaken(tx, id)) return refuse('key_reused')
      const wrong = checkMessage(texts)
      if (wrong) return wrong
      if (!(await findOpenCustomer(tx, customer))) return refuse('unknown_customer')
      const recipients = await sendMessage(tx, { id, seat: seat.id, customer, texts: writtenIn(texts), at: now })
      const about = { kind: 'message', id }
      await recordAct(tx, { customer, seat, act: 'message_sent', about, detail: { told: recipients.length }, at: now })
      for (const one of recipients) publish(one, 'notices')
      return { id, told: recipients.length }
    },
  }),

  onStaffRead(listHouseMessages, async ({ tx }, { cursor, limit = HOUSE_MESSAGES_PAGE }) => {
    const before = cursor !== undefined && z.safeParse(Id, cursor).success ? cursor : null
    const messages = await listMessageRows(tx, before, limit + 1)
    const page = messages.slice(0, limit)
    const numbers = await numbersOf(
      tx,
      page.map(({ seat }) => seat),
    )
    const whose = await findRecipients(
      tx,
      page.flatMap(({ customer }) => customer ?? []),
    )
    const rows = page.map(({ seat, customer, texts, ...row }) => ({
      ...row,
      texts: { ...texts },
      seat: { id: seat, number: numbers.get(seat) ?? 0 },
      customer: customer === null ? null : maskedOf(customer, whose.get(customer)),
    }))
    return { rows, cursor: messages.length > limit ? (rows.at(-1)?.id ?? null) : null }
  }),

  onStaffRead(countRecipients, async ({ tx }, { customer }) => {
    const languages = await countByLanguage(tx, customer ?? null)
    const count = languages.reduce((sum, each) => sum + each.count, 0)
    return customer !== undefined && count === 0 ? refuse('unknown_customer') : { count, languages }
  }),
]

const maskedOf = (id: CustomerId, customer: Recipient | undefined) => ({
  id,
  phone: maskedPhone(customer?.phone ?? ''),
  displayName: maskedName(customer?.displayName ?? null),
})
