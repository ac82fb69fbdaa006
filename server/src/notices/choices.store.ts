import type { CustomerId } from '@lonja/core/base/ids'
import { flag, tableOf } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** The kinds of notices that a customer has switched on. */
export interface NoticeChoices {
  readonly orders: boolean
  readonly signIns: boolean
}

const CHOICES = tableOf<NoticeChoices>({ orders: flag('orders'), signIns: flag('sign_ins') })

const FIND_CHOICES = sql('find_notice_choices', `select ${CHOICES.names} from notice_choices where customer = $1`)
const SAVE_CHOICES = sql(
  'save_notice_choices',
  `insert into notice_choices (${CHOICES.names}, customer) values (${CHOICES.slots}, $3)
   on conflict (customer) do update set orders = excluded.orders, sign_ins = excluded.sign_ins`,
)

export async function readNoticeChoices(tx: Tx, customer: CustomerId): Promise<NoticeChoices> {
  const [row] = await tx.run(FIND_CHOICES, [customer])
  return row ? CHOICES.ofRow(row) : { orders: true, signIns: true }
}

export async function saveNoticeChoices(tx: Tx, customer: CustomerId, choices: NoticeChoices): Promise<void> {
  await tx.run(SAVE_CHOICES, [...CHOICES.values(choices), customer])
}
