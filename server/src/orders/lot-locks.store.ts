import type { CustomerId, LotId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { PostingCauseKind } from '@lonja/core/ledger/ledger.contract'
import { instant, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

/** A lot that nobody can sell: its cause holds the shares, and all of them are reserved. */
export interface LotLock {
  readonly customer: CustomerId
  readonly lot: LotId
  readonly causeKind: PostingCauseKind
  readonly cause: string
  /** The end of the lock, by the source's clock. */
  readonly until: Instant
}

const LOCKS = tableOf<LotLock>({
  customer: uuid('customer'),
  lot: uuid('lot'),
  causeKind: word('cause_kind'),
  cause: uuid('cause'),
  until: instant('until_at'),
})

const INSERT = sql('insert_lot_lock', `insert into lot_locks (${LOCKS.names}) values (${LOCKS.slots})`)
const LIST = sql(
  'list_lot_locks',
  `select ${LOCKS.names} from lot_locks where customer = $1
   union all
   select customer, id, 'run', run, 9007199254740991 from lots where customer = $1 and run is not null order by lot`,
)
const DELETE = sql('delete_lot_lock', 'delete from lot_locks where customer = $1 and lot = $2')

/** Locks a lot. The caller stores the lot with all of its shares reserved, and posts the hold of its cause. */
export async function insertLotLock(tx: LockedTx, lock: LotLock): Promise<void> {
  await tx.run(INSERT, LOCKS.values(lock))
}

/** The locked lots of a customer, and those of runs, which are locked while the runs go on. */
export const listLotLocks = async (tx: Tx, customer: CustomerId): Promise<LotLock[]> =>
  (await tx.run(LIST, [customer])).map(LOCKS.ofRow)

/** Ends the lock of a lot. The caller releases the hold, and stores the lot with nothing reserved. */
export async function deleteLotLock(tx: LockedTx, { customer, lot }: Pick<LotLock, 'customer' | 'lot'>): Promise<void> {
  await tx.run(DELETE, [customer, lot])
}
