import { LEDGER_BOOKS } from '@lonja/server/ledger/ledger.laws.verify'
import { verifyLedger } from '@lonja/server/ledger/ledger.verify'
import { ORDER_BOOKS } from '@lonja/server/orders/orders.verify'
import pg from 'pg'
import { cpuOf } from './lane.costs.ts'
import type * as floors from './lane.floor.ts'
import type * as works from './lane.work.ts'
import type { Ask, Open, Sample } from './lane.sides.ts'
import { checkout, importFrom } from './sides.ts'

/**
 * The lane of one checkout in a process of its own, on a database of its own: started with the checkout's folder. It works with
 * that checkout's own floor and commands, so an earlier one is measured as it was built.
 */

const CUSTOMERS = 2_000
const CONNECTIONS = 32

const root = process.argv[2] ?? checkout
const { openFloor } = (await importFrom(root, 'bench', 'dist', 'lane.floor.js')) as typeof floors
const work = (await importFrom(root, 'bench', 'dist', 'lane.work.js')) as typeof works

const floor = await openFloor(CUSTOMERS, CONNECTIONS)
const admin = new pg.Client({ connectionString: floor.adminUrl })
await admin.connect()
// Autovacuum would fall into somebody's turn.
await admin.query('alter system set autovacuum = off')
await admin.query('select pg_reload_conf()')
await warm()

/** A fresh cluster makes its log files at first, and a fresh process compiles. */
async function warm(): Promise<void> {
  await work.stock(floor, floor.lane.submit)
  for (const kind of work.KINDS) await sample({ kind, clients: 32, count: 6_000, plain: false })
  await work.waiting(floor, floor.lane.submit, 20_000, 90_000n)
}

async function sample({ kind, clients, count, plain }: Extract<Ask, { kind: unknown }>): Promise<Sample> {
  const prepared = await work.prepare(floor, kind, count)
  const submit = plain ? work.plainly(floor.db) : floor.lane.submit
  const pid = floor.pid()
  const [database, node] = [pid === null ? null : cpuOf(pid), process.cpuUsage()]
  const { rate, commands } = await work.measure(floor, submit, kind, clients, count, prepared)
  const { user, system } = process.cpuUsage(node)
  const after = pid === null ? null : cpuOf(pid)
  return {
    rate,
    nodeUs: (user + system) / commands,
    databaseUs: database === null || after === null ? null : (after - database) / commands,
  }
}

async function answer(ask: Ask): Promise<unknown> {
  if ('kind' in ask) return sample(ask)
  const { breaches, counts } = await verifyLedger(floor.db, [LEDGER_BOOKS, ORDER_BOOKS])
  return { breaches, entries: counts.entries, orders: counts.orders }
}

async function close(): Promise<void> {
  await admin.end()
  await floor.close()
}

process.on('message', (ask: Ask | 'close') => {
  if (ask !== 'close') void answer(ask).then((result) => process.send?.(result))
  else process.disconnect()
})
// A bench that ends by an error disconnects as well: neither this process nor its database is left.
process.on('disconnect', () => void close())
process.send?.({ adminUrl: floor.adminUrl, version: floor.version, pid: floor.pid() } satisfies Open)
