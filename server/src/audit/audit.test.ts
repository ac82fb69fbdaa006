import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { checkAudit, listAudit } from '@lonja/core/audit/audit.staff.contract'
import { listActivity, readActivityChain } from '@lonja/core/audit/audit.contract'
import { readOwnHead } from '@lonja/core/audit/head.contract'
import { HOUR } from '@lonja/core/base/instant'
import { newId } from '../base/ids.ts'
import { lockCustomers } from '../database/locks.ts'
import { sql } from '../database/db.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { recordAct } from './audit.actions.ts'
import { headsFile, signerOf } from './audit.jobs.ts'
import { signingKeyOf } from './audit.signing.ts'
import { listHeads } from './audit.store.ts'
import { verifyAudit } from './audit.verify.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const keys = () => ({ key: signingKeyOf(house.secret), file: headsFile(house.folder) })
const sign = () => signerOf({ db: house.db, clock: house.clock, ...keys() })()

/** A customer and a seat with this many acts between them. */
async function acted(times: number) {
  const [customer, seat] = [await house.customer(), await house.seat()]
  const by = { id: seat.id, number: seat.number, role: 'support' as const }
  for (let time = 0; time < times; time += 1) {
    await house.db.write(async (begun) => {
      const tx = await lockCustomers(begun, [customer.id, seat.id])
      const detail = { reason: 'unclear', amount: `${time}.00`, z: null, a: true, n: time }
      const about = { kind: 'deposit', id: newId() }
      await recordAct(tx, {
        customer: customer.id,
        seat: by,
        act: 'judged_deposit',
        about,
        detail,
        at: house.clock.now(),
      })
    })
  }
  return { customer, seat }
}

describe('the log', () => {
  test('stands in both chains; the customer reads role and seat, no name', async () => {
    const { customer, seat } = await acted(3)
    const { data } = await house.ask(listActivity, { limit: '2' }, { token: customer.token })
    expect(data.rows[0]).toMatchObject({ act: 'judged_deposit', role: 'support', seat: seat.number, reason: 'unclear' })
    expect(JSON.stringify(data)).not.toContain(seat.name)
    const next = await house.ask(listActivity, { cursor: data.cursor }, { token: customer.token })
    const whole = await house.ask(listActivity, {}, { token: customer.token })
    expect(data.rows).toHaveLength(2)
    expect([...data.rows, ...next.data.rows]).toEqual(whole.data.rows)
    expect(next.data.rows.map(({ act }: { act: string }) => act)).toContain('judged_deposit')
    const log = await house.ask(listAudit, { seat: seat.id, customer: customer.id }, { token: seat.token })
    expect(log.data.rows).toHaveLength(3)
    const all = await house.ask(listAudit, { act: 'judged_deposit' }, { token: seat.token })
    expect(all.data.rows).toHaveLength(3)
  })

  test('a seat reads the head of its own chain: the hash of its last row, as the check of the chain computes it', async () => {
    const { seat } = await acted(2)
    const { data } = await house.ask(readOwnHead, {}, { token: seat.token })
    const [row] = await house.db.read((tx) => listHeads(tx, [seat.id]))
    expect(data).toMatchObject({ n: row?.n, hash: row?.hash })
    expect(data.n).toBeGreaterThan(1)
    const other = await house.seat()
    expect((await house.ask(readOwnHead, {}, { token: other.token })).data.hash).not.toBe(data.hash)
  })

  test('is written together with the act or not at all', async () => {
    const { customer } = await acted(0)
    const failed = house.db.write(async (begun) => {
      const tx = await lockCustomers(begun, [customer.id])
      await recordAct(tx, { customer: customer.id, seat: null, act: 'code_set', about: null, detail: {}, at: 1 })
      throw new Error('cut short')
    })
    await expect(failed).rejects.toThrow('cut short')
    const { data } = await house.ask(listActivity, {}, { token: customer.token })
    expect(data.rows.map(({ act }: { act: string }) => act)).not.toContain('code_set')
  })

  test('twenty acts at once: every row in its place', async () => {
    const customer = await house.customer()
    const one = (at: number) =>
      house.db.write(async (begun) => {
        const tx = await lockCustomers(begun, [customer.id])
        await recordAct(tx, { customer: customer.id, seat: null, act: 'signed_in', about: null, detail: {}, at })
      })
    await Promise.all(Array.from({ length: 20 }, (_, at) => one(at)))
    expect((await verifyAudit(house.db, keys())).broken).toEqual([])
  })

  test('the server’s own role can neither change nor remove a row', async () => {
    for (const text of [
      'update audit_rows set act = act',
      'delete from audit_rows',
      'delete from audit_heads',
      'delete from audit_rounds',
    ]) {
      const name = `test_audit_${text.replace(/\W+/g, '_').slice(0, 40)}`
      await expect(house.db.write((tx) => tx.run(sql(name, text)))).rejects.toThrow(/permission denied/)
    }
  })

  test('is whole by the console’s check, signed or not, and the check names the first broken row', async () => {
    const { customer, seat } = await acted(4)
    await sign()
    const check = () => house.ask(checkAudit, { chain: customer.id }, { token: seat.token })
    expect((await check()).data).toMatchObject({ chains: 1, broken: [], signedAt: house.clock.now(), cursor: null })
    await asOwner(`update audit_rows set detail = '{}' where chain = '${customer.id}' and n = 3`)
    expect((await check()).data.broken).toEqual([{ chain: customer.id, n: 3, why: 'changed' }])
    const verdict = await verifyAudit(house.db, keys())
    expect(verdict.broken.map(({ chain }) => chain)).toContain(customer.id)
    await asOwner(`delete from audit_rows where '${customer.id}' in (chain, customer)`)
    await asOwner(`delete from audit_heads where chain = '${customer.id}'`)
    const gone = { chain: customer.id, n: 1, why: 'missing' }
    expect((await check()).data).toMatchObject({ chains: 0, broken: [gone], roundsWhole: true })
    const whole = () => house.ask(checkAudit, {}, { token: seat.token })
    expect((await whole()).data.broken).toContainEqual(gone)
    // The customer's own check reports it too: an empty chain with a signed head is broken.
    const own = await house.ask(readActivityChain, {}, { token: customer.token })
    expect(own.data).toMatchObject({ n: 0, brokenAt: 1 })
    expect((await verifyAudit(house.db, keys())).broken).toContainEqual(gone)
    await asOwner('update audit_rounds set n = n + 1')
    await asOwner(`update audit_rounds set line = replace(line, '"n":1,', '"n":2,')`)
    expect((await whole()).data.roundsWhole).toBe(false)
    await asOwner(`update audit_rounds set n = n - 1, line = replace(line, '"n":2,', '"n":1,')`)
    expect((await whole()).data.roundsWhole).toBe(true)
  })
})

async function asOwner(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: house.ownerUrl })
  await client.connect()
  await client.query(text).finally(() => void client.end())
}

describe('signed heads', () => {
  test('stand in the file as in the table, one line a round, and none where nothing moved', async () => {
    const own = await openTestHouse()
    const parts = { key: signingKeyOf(own.secret), file: headsFile(own.folder) }
    const sign = signerOf({ db: own.db, clock: own.clock, ...parts })
    await own.seat()
    const customer = await own.customer()
    const act = async (): Promise<void> =>
      own.db.write(async (begun) => {
        const tx = await lockCustomers(begun, [customer.id])
        await recordAct(tx, { customer: customer.id, seat: null, act: 'recovery_made', about: null, detail: {}, at: 1 })
      })
    for (let round = 0; round < 3; round += 1) {
      await act()
      own.clock.advance(HOUR)
      await sign()
      await sign()
    }
    const lines = readFileSync(parts.file, 'utf8').trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(await verifyAudit(own.db, parts)).toMatchObject({ broken: [], wrong: [] })
    const wrongWith = async (text: string) => {
      writeFileSync(parts.file, text)
      return (await verifyAudit(own.db, parts)).wrong
    }
    const last = lines[2] as string
    expect(await wrongWith([lines[0], lines[2], ''].join('\n'))).toContain('round 2 is missing in the file')
    expect(await wrongWith([lines[0], lines[1], last.replace('"n":3', '"n":4'), ''].join('\n'))).toContain(
      'a round in the file is not signed by this house',
    )
    expect(await wrongWith([lines[0], lines[1], ''].join('\n'))).toEqual([
      'a signed round stands in the table and not in the file',
    ])
    // After a crash, the next round of any node on this folder appends the missing lines to the file.
    await signerOf({ db: own.db, clock: own.clock, ...parts })()
    expect((await verifyAudit(own.db, parts)).wrong).toEqual([])
    // A line without its end, left by a full disk or a power cut, does not count: it is cut off and written again.
    for (const torn of [last.slice(0, 40), last]) {
      expect(await wrongWith([lines[0], lines[1], torn].join('\n'))).toEqual([
        'a signed round stands in the table and not in the file',
      ])
      await signerOf({ db: own.db, clock: own.clock, ...parts })()
      expect((await verifyAudit(own.db, parts)).wrong).toEqual([])
      expect(readFileSync(parts.file, 'utf8')).toBe(`${lines.join('\n')}\n`)
    }
    await own.close()
  })
})
