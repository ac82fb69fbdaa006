import pg from 'pg'
import { expect, test } from 'vitest'
import { newId } from '../base/ids.ts'
import { openDb } from '../database/db.ts'
import { migrate, migrationsIn } from '../database/migrate.ts'
import { DEPOSIT_BOOKS } from '../deposits/deposits.verify.ts'
import { findCreditPosting, findDeposit, findReviewedDeposit } from '../deposits/deposits.store.ts'
import { findReviewedKyc } from '../kyc/kyc.store.ts'
import { checkLaws } from '../ledger/ledger.verify.ts'
import { emptyDatabase } from '../testing/database.ts'
import { WITHDRAWAL_BOOKS } from '../withdrawals/withdrawals.verify.ts'
import { findReviewedWithdrawal, findWithdrawal } from '../withdrawals/withdrawals.store.ts'
import { findReview, findReviewOf } from './review.store.ts'
import { REVIEW_BOOKS } from './review.verify.ts'

const [ANA, EVA, SEAT] = [newId<'customer'>(), newId<'customer'>(), newId()] as const
const [DEPOSIT, WITHDRAWAL, CHECK, PICTURE] = [newId(), newId(), newId(), newId()] as const
const SEEN = 'a'.repeat(64)

/** A history from before reviews had ids of their own: a credited deposit, a withdrawal and a check that wait. */
const HISTORY = `
  insert into customers_lock (customer, opened_at) values ('${ANA}', 1), ('${EVA}', 1);
  insert into deposits (id, customer, way, asset, units, eur_cents, made_at) values ('${DEPOSIT}', '${ANA}', 'online', 'EUR', 100, 100, 1);
  insert into withdrawals (id, customer, payee, asset, units, made_at, held_posting) values ('${WITHDRAWAL}', '${ANA}', '${PICTURE}', 'EUR', 70, 3, 2);
  insert into kyc_submissions (customer, id, first_name, last_name, type, number_sealed, number_key, number_hash, number_masked, front, sample, submitted_at, due_at)
    values ('${ANA}', '${CHECK}', 'Ana', 'Gil', 'passport', '1', '1', '1', '••1', '${PICTURE}', true, 4, 9);
  insert into reviews (id, kind, customer, state, asset, units, eur_cents, payload_hash, opened_at, due_at, ended_at, reason) values
    ('${DEPOSIT}', 'deposit', '${ANA}', 'approved', 'EUR', 100, 100, '${SEEN}', 1, 9, 2, 'received'),
    ('${WITHDRAWAL}', 'withdrawal', '${ANA}', 'pending', 'EUR', 70, 70, '${SEEN}', 3, 9, null, null),
    ('${CHECK}', 'kyc', '${ANA}', 'pending', null, null, null, '${SEEN}', 4, 9, null, null);
  insert into review_steps (review, n, step, round, person, seat, seat_number, role, reason, made_at)
    values ('${DEPOSIT}', 1, 'approve', 1, 1, '${SEAT}', 1, 'treasurer', 'received', 2);
  insert into deposit_credits (deposit, customer, posting, credited_at) values ('${DEPOSIT}', '${ANA}', 1, 2);
  insert into postings (customer, first, posting, lines, cause_kind, cause, made_at, asset_a, free_a, held_a, of_1, kind_1, account_1, free_1, held_1) values
    ('${ANA}', 1, 1, 1, 'deposit', '${DEPOSIT}', 2, 'EUR', 0, 0, 'a', 'deposit', 'deposits', 100, null),
    ('${ANA}', 2, 2, 1, 'withdrawal', '${WITHDRAWAL}', 3, 'EUR', 100, 0, 'a', null, null, null, 70);`

test('in a house from before, reviews keep their ids, which are those of their records', async () => {
  const here = await emptyDatabase()
  const role = /\/\/([^:]+):/.exec(here.url)?.[1] ?? ''
  const all = migrationsIn()
  const at = all.findIndex(({ name }) => name === '0043_records_of_their_customers.sql')
  await migrate(here.ownerUrl, role, all.slice(0, at))
  const owner = new pg.Client({ connectionString: here.ownerUrl })
  await owner.connect()
  await owner.query(HISTORY)
  await migrate(here.ownerUrl, role, all)

  const db = openDb(here.url, { max: 1 })
  await db.read(async (tx) => {
    expect(await checkLaws(tx, [REVIEW_BOOKS, DEPOSIT_BOOKS, WITHDRAWAL_BOOKS])).toEqual([])
    for (const record of [DEPOSIT, WITHDRAWAL, CHECK]) {
      expect(await findReviewOf(tx, ANA, record)).toMatchObject({ id: record, record, customer: ANA })
      expect(await findReview(tx, record)).toMatchObject({ record })
      expect(await findReviewOf(tx, EVA, record)).toBeNull()
    }
    const credited = { id: DEPOSIT, reviewId: DEPOSIT, state: 'approved' }
    expect(await findReviewedDeposit(tx, DEPOSIT)).toMatchObject(credited)
    expect(await findDeposit(tx, ANA, DEPOSIT)).toMatchObject(credited)
    expect(await findCreditPosting(tx, ANA, DEPOSIT)).toBe(1)
    expect(await findReviewedWithdrawal(tx, WITHDRAWAL)).toMatchObject({ id: WITHDRAWAL, review: 'pending' })
    expect(await findReviewedKyc(tx, CHECK)).toMatchObject({ id: CHECK, customer: ANA })
    expect([await findDeposit(tx, EVA, DEPOSIT), await findWithdrawal(tx, EVA, WITHDRAWAL)]).toEqual([null, null])
  })
  await db.close()

  const again = (customer: string) =>
    owner.query(`insert into deposits (id, customer, way, asset, units, eur_cents, made_at)
      values ('${DEPOSIT}', '${customer}', 'online', 'EUR', 100, 100, 5)`)
  await again(EVA)
  await expect(again(ANA)).rejects.toThrow(/deposits_pkey/)
  await owner.end()
  await here.drop()
})
