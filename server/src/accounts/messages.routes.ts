import * as z from 'zod/mini'
import type { Language } from '@lonja/core/base/language'
import { refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import { checkMessage } from '@lonja/core/notices/messages.rules'
import { listHouseMessages, sendHouseMessage } from '@lonja/core/notices/messages.staff.contract'
import { noticeOfMessage, type MessageText } from '@lonja/core/notices/house.rules'
import { recordAct } from '../audit/audit.actions.ts'
import type { Tx } from '../base/db.ts'
import { newId } from '../base/ids.ts'
import { onStaffRead, onStaffWrite } from '../base/serve.staff.ts'
import type { Route } from '../base/serve.ts'
import { insertMessage, listMessageRows } from './messages.store.ts'
import { insertNotices } from '../notices/notices.store.ts'

const PAGE = 30
const AT_ONCE = 1_000

/** Customers by their ids: accounts have them, which stand above. */
export interface Recipients {
  all(tx: Tx): Promise<string[]>
  isOne(tx: Tx, id: string): Promise<boolean>
}

/** Messages of the house to one customer or to all. */
export const messagesRoutes = (recipients: Recipients): Route[] => [
  onStaffWrite(sendHouseMessage, {
    customerOf: (_tx, { customer }) => customer,
    handle: async ({ tx, seat, now, tell }, { id, customer, texts }) => {
      const wrong = checkMessage(texts)
      if (wrong) return wrong
      if (customer !== null && !(await recipients.isOne(tx, customer))) return refuse('unknown_customer')
      const written = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as Partial<
        Record<Language, MessageText>
      >
      await insertMessage(tx, { id, seat: seat.id, customer, texts: written, at: now })
      const told = customer === null ? await recipients.all(tx) : [customer]
      for (let from = 0; from < told.length; from += AT_ONCE) {
        const some = told.slice(from, from + AT_ONCE)
        await insertNotices(
          tx,
          some.map((one) => noticeOfMessage({ customer: one, id: newId(), at: now }, written)),
        )
      }
      const about = { kind: 'message', id }
      await recordAct(tx, { customer, seat, act: 'message_sent', about, detail: { told: told.length }, at: now })
      for (const one of told) tell(one, 'notices')
      return { id, told: told.length }
    },
  }),

  onStaffRead(listHouseMessages, async ({ tx }, { cursor, limit = PAGE }) => {
    const before = cursor !== undefined && z.safeParse(Id, cursor).success ? cursor : null
    const found = await listMessageRows(tx, before, limit + 1)
    const rows = found.slice(0, limit).map((row) => ({ ...row, texts: { ...row.texts } }))
    return { rows, cursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null }
  }),
]
