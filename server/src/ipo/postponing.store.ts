import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Terms } from '@lonja/core/ipo/terms.text'
import { cellOf, flag, instant, int4, shapeOf, uuid } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { termsOf } from './ipo.store.ts'

/** Later dates of an offer whose notices are not all sent: the place among its postponements, and the terms before and after. */
export interface UnsentPostponement {
  readonly offer: string
  readonly place: number
  readonly before: Terms
  readonly terms: Terms
}

/** An application that ran when the dates were decided, and has no notice about them. */
export interface UnnoticedApplication {
  readonly customer: CustomerId
  readonly application: string
  readonly ticket: number
}

const LIST_UNSENT = sql(
  'list_unsent_ipo_postponements',
  `select p.offer, p.place, p.before, p.terms from ipo_postponements p
   where not exists (select from ipo_postponements_sent s where s.offer = p.offer and s.place = p.place)
   order by p.postponed_at, p.offer, p.place`,
  shapeOf<UnsentPostponement>({
    offer: uuid('offer'),
    place: int4('place'),
    before: termsOf('before'),
    terms: termsOf('terms'),
  }),
)
const LIST_UNNOTICED = sql(
  'list_unnoticed_ipo_applications',
  `select a.customer, a.id as application, a.ticket from ipo_applications a
   join ipo_postponements p on p.offer = a.offer and p.place = $2
   where a.offer = $1 and a.ticket > $3 and a.made_at <= p.postponed_at and a.withdrawn_at is null and not exists (
     select from ipo_postponement_notices n where n.customer = a.customer and n.application = a.id and n.place = p.place
   ) order by a.ticket limit $4`,
  shapeOf<UnnoticedApplication>({
    customer: uuid('customer'),
    application: uuid('application'),
    ticket: instant('ticket'),
  }),
)
const HAS_NOTICE = sql(
  'has_ipo_postponement_notice',
  `select exists (
     select from ipo_postponement_notices where customer = $1 and application = $2 and place = $3
   ) as sent`,
  cellOf(flag('sent')),
)
const INSERT_NOTICE = sql(
  'insert_ipo_postponement_notice',
  'insert into ipo_postponement_notices (customer, application, offer, place, sent_at) values ($1, $2, $3, $4, $5)',
)
const INSERT_SENT = sql(
  'insert_ipo_postponement_sent',
  'insert into ipo_postponements_sent (offer, place, sent_at) values ($1, $2, $3) on conflict (offer, place) do nothing',
)

/** The postponements whose notices are not all sent, the first one before the others. */
export const listUnsentPostponements = (tx: Tx): Promise<UnsentPostponement[]> => tx.run(LIST_UNSENT)

/** The applications without a notice about a postponement, by ticket, behind one (0 begins with the first). */
export const listUnnoticed = (
  tx: Tx,
  { offer, place }: UnsentPostponement,
  behind: number,
  limit: number,
): Promise<UnnoticedApplication[]> => tx.run(LIST_UNNOTICED, [offer, place, behind, limit])

export async function hasPostponementNotice(
  tx: Tx,
  { customer, application }: UnnoticedApplication,
  place: number,
): Promise<boolean> {
  const [sent] = await tx.run(HAS_NOTICE, [customer, application, place])
  return sent === true
}

/** Store that an application has its notice. The customer's lock makes it the only one. */
export async function insertPostponementNotice(
  tx: LockedTx,
  { customer, application }: UnnoticedApplication,
  { offer, place }: UnsentPostponement,
  at: Instant,
): Promise<void> {
  await tx.run(INSERT_NOTICE, [customer, application, offer, place, at])
}

/** Say that all notices of a postponement are sent. If another server said so first, its row stays. */
export async function insertPostponementSent(tx: Tx, { offer, place }: UnsentPostponement, at: Instant): Promise<void> {
  await tx.run(INSERT_SENT, [offer, place, at])
}
