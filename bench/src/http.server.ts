import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { systemClock } from '@lonja/server/base/clock'
import type * as accounts from '@lonja/server/accounts/accounts.verify'
import type * as ids from '@lonja/server/base/ids'
import type * as books from '@lonja/server/books'
import type * as postgres from '@lonja/server/cluster/postgres'
import type * as postmaster from '@lonja/server/cluster/postmaster'
import type * as configs from '@lonja/server/config/config'
import type * as databases from '@lonja/server/database/db'
import type * as locks from '@lonja/server/database/locks'
import type * as ledger from '@lonja/server/ledger/ledger.actions'
import type * as ledgerLaws from '@lonja/server/ledger/ledger.verify'
import type * as houses from '@lonja/server/main'
import type * as tokens from '@lonja/server/secrets/token'
import type * as sessions from '@lonja/server/accounts/sessions.store'
import { checkout, importFrom } from './sides.ts'

/**
 * The house of a checkout in a process of its own, as in production: the bench calls it over HTTP. Started with its data folder and
 * the checkout's, and with `proxy` if the bench sends addresses as a proxy does and opens accounts with a grant.
 */

const [folder = '', root = checkout, mode] = process.argv.slice(2)
const isProxy = mode === 'proxy'
const built = (file: string): Promise<unknown> => importFrom(root, 'server', 'dist', `${file}.js`)

const { configFrom } = (await built('config/config')) as typeof configs
const { openHouse } = (await built('main')) as typeof houses
const { openDb, sql } = (await built('database/db')) as typeof databases
const { findUrl } = (await built('cluster/postgres')) as typeof postgres
const { findPostmaster } = (await built('cluster/postmaster')) as typeof postmaster

export type HttpAsk = 'spent' | 'verify' | { readonly customers: number }

/** A house that is open: its own address, that of its database for a role that may create others, and PostgreSQL's first process. */
export interface HouseOpen {
  readonly address: string
  readonly adminUrl: string
  readonly postgres: number | null
}

const house = await openHouse(
  {
    ...configFrom({ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', ...(isProxy ? { TRUST_PROXY: '1' } : {}) }),
    dataDir: folder,
    ...(isProxy ? {} : { startingGrant: null }),
  },
  { app: null, limits: { callsAMinute: { anAddress: 0, aSession: 0 } } },
)
const url = findUrl(folder)
if (!url) throw new Error('The house runs without its database.')
// The law over all orders of a fast machine takes longer than a statement of the house may.
const db = openDb(url, { max: 8, connectMs: 60_000, statementMs: 10 * MINUTE })

/** Customers with a session and a grant in each currency; returns their tokens. */
async function openAccounts(count: number): Promise<string[]> {
  const { newId } = (await built('base/ids')) as typeof ids
  const { insertCustomerLock } = (await built('database/locks')) as typeof locks
  const { postGrant } = (await built('ledger/ledger.actions')) as typeof ledger
  const { newToken } = (await built('secrets/token')) as typeof tokens
  const { insertSession } = (await built('accounts/sessions.store')) as typeof sessions
  const now = systemClock.now()
  const open = async (at: number): Promise<string> => {
    const customer = newId<'customer'>()
    const { text, token } = newToken(customer)
    await db.write(async (begun) => {
      const tx = await insertCustomerLock(begun, customer, now)
      await tx.run(INSERT_CUSTOMER, [customer, String(6_000_000 + at), now, newId()])
      await insertSession(tx, { ...token, id: newId(), device: 'bench', startedAt: now, endsAt: now + 24 * HOUR })
      for (const asset of ['EUR', 'USD'] as const)
        await postGrant(tx, customer, { asset, units: 100_000_000_000n }, now)
    })
    return text
  }
  const texts: string[] = []
  while (texts.length < count) {
    const from = texts.length
    texts.push(...(await Promise.all(Array.from({ length: 100 }, (_none, at) => open(from + at)))))
  }
  return texts
}

const INSERT_CUSTOMER = sql(
  'bench_customer',
  `insert into customers (id, phone, language, login_hash, joined_at, opened_key, opened_body)
   values ($1, $2, 'en', '$argon2id$none', $3, $4, decode(repeat('00', 32), 'hex'))`,
)

/** All laws but those of accounts: the bench opens its own without an invitation. */
async function verify(): Promise<unknown> {
  const { BOOKS } = (await built('books')) as typeof books
  const { ACCOUNT_BOOKS } = (await built('accounts/accounts.verify')) as typeof accounts
  const { verifyLedger } = (await built('ledger/ledger.verify')) as typeof ledgerLaws
  return verifyLedger(
    db,
    BOOKS.filter((each) => each !== ACCOUNT_BOOKS),
  )
}

async function answer(ask: HttpAsk): Promise<unknown> {
  if (ask === 'spent') return process.cpuUsage()
  if (ask === 'verify') return verify()
  return openAccounts(ask.customers)
}

/** The administrator's address of the database: the passwords are in the data folder. */
function adminOf(): string {
  const passwords = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as Record<string, string>
  return (url as string).replace(/\/\/[^@]*@/, `//postgres:${passwords['admin']}@`)
}

process.on('message', (ask: HttpAsk | 'close') => {
  if (ask !== 'close') void answer(ask).then((result) => process.send?.(result as object))
  else process.disconnect()
})
// A bench that ends by an error disconnects as well: neither this process nor its database is left.
process.on(
  'disconnect',
  () =>
    void db
      .close()
      .then(() => house.close())
      .then(() => process.exit(0)),
)
process.send?.({
  address: house.address,
  adminUrl: adminOf(),
  postgres: findPostmaster(join(folder, 'pg'))?.pid ?? null,
} satisfies HouseOpen)
