import pg from 'pg'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActivity } from '@lonja/core/audit/audit.contract'
import type { Language } from '@lonja/core/base/language'
import { isRefused } from '@lonja/core/base/refusal'
import type { Acceptance } from '@lonja/core/documents/documents.rules'
import { readDocument } from '@lonja/core/documents/documents.contract'
import { openAcceptedDocument } from '@lonja/core/documents/documents.staff.contract'
import { downloadEverything } from '@lonja/core/portfolio/statements.contract'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { acceptDocument } from './documents.actions.ts'
import { listAcceptedDocuments } from './documents.store.ts'
import { sha256Of } from './documents.files.ts'
import { TEST_DOCUMENT, testAcceptance } from './documents.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const textIn = (language: Language, version?: number) => testAcceptance(TEST_DOCUMENT, language, version)
const accept = ({ id: customer }: TestCustomer, acceptance: Acceptance, record = newId()) =>
  writeFor(house.db, customer, async (tx) => {
    const about = { kind: 'deposit', id: record }
    const at = house.clock.now()
    return acceptDocument(tx, house.documents, { customer, name: TEST_DOCUMENT, about, acceptance, at })
  })
const acceptedFor = ({ id }: TestCustomer, record: string) =>
  house.db.read((tx) => listAcceptedDocuments(tx, id, record))

test('a customer reads the newest version in the language of the request, or any other', async () => {
  const { token } = await house.customer()
  const read = (input: object, language = 'en') =>
    house.ask(readDocument, { name: TEST_DOCUMENT, ...input }, { token, language })
  const { data } = await read({}, 'fr')
  expect(data).toMatchObject({ name: TEST_DOCUMENT, version: 2, day: '2026-03-04', language: 'fr' })
  expect(data.text).toContain('Terms 2 (fr)')
  expect(data.sha256).toBe(sha256Of(data.text))
  const earlier = await read({ version: '1', language: 'cn' })
  expect(earlier.data).toMatchObject({ version: 1, day: '2026-01-02', language: 'cn' })
  expect((await read({ version: '3' })).error).toBe('unknown_document')
  expect((await read({ name: 'no_such_terms' })).error).toBe('unknown_document')
})

test('the newest version is stored as it was seen, and any other is refused before anything is written', async () => {
  const who = await house.customer()
  const [record, other] = [newId(), newId()]
  const now = house.clock.now()
  expect(isRefused(await accept(who, textIn('tw'), record))).toBe(false)
  const about = { kind: 'deposit', id: record }
  expect(await acceptedFor(who, record)).toMatchObject([
    { name: TEST_DOCUMENT, ...textIn('tw'), about, acceptedAt: now },
  ])
  const { sha256 } = textIn('fr')
  for (const changed of [textIn('en', 1), { ...textIn('en'), sha256 }])
    expect(await accept(who, changed, other)).toMatchObject({ refused: 'document_changed' })
  expect(await acceptedFor(who, other)).toEqual([])
})

test('staff open exactly what was accepted, after it is in the customer’s activity', async () => {
  const who = await house.customer()
  const record = newId()
  await accept(who, textIn('cn'), record)
  const id = (await acceptedFor(who, record))[0]?.id
  const seat = await house.seat({ roles: ['treasurer'] })
  const { data } = await house.ask(openAcceptedDocument, { id }, { token: seat.token })
  const about = { kind: 'deposit', id: record }
  expect(data).toMatchObject({ name: TEST_DOCUMENT, ...textIn('cn'), customer: who.id, about })
  expect(sha256Of(data.text)).toBe(textIn('cn').sha256)
  const { rows } = (await house.ask(listActivity, { which: 'views' }, { token: who.token })).data
  expect(rows).toMatchObject([{ act: 'viewed_document', role: 'treasurer', about }])
  const unknown = await house.ask(openAcceptedDocument, { id: newId() }, { token: seat.token })
  expect(unknown.error).toBe('unknown_document')
})

test('an earlier version stays readable as it was accepted', async () => {
  const who = await house.customer()
  const record = newId()
  const owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  const { version, language, sha256 } = textIn('en', 1)
  const id = newId()
  await owner.query('insert into accepted_documents values ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    ...[id, who.id, TEST_DOCUMENT, version, language, sha256, 'deposit', record, house.clock.now()],
  ])
  await owner.end()
  const { token } = await house.seat({ roles: ['support'] })
  const { data } = await house.ask(openAcceptedDocument, { id }, { token })
  expect([data.version, data.text]).toEqual([1, expect.stringContaining('Terms 1 (en)')])
})

test('the archive of a customer’s data has what was accepted, with the hash of the text', async () => {
  const [who, other] = [await house.customer(), await house.customer()]
  await accept(who, textIn('fr'))
  await accept(other, textIn('cn'))
  const { data } = await house.ask(downloadEverything, {}, { token: who.token })
  const files = unzipSync(new Uint8Array(data.file as Buffer))
  const [, file] = Object.entries(files).find(([name]) => name.includes('accepted_documents')) ?? []
  const rows = strFromU8(file as Uint8Array)
  expect(rows).toContain(textIn('fr').sha256)
  expect(rows).not.toContain(textIn('cn').sha256)
})

test('no right of the server’s role changes or removes an acceptance', async () => {
  const who = await house.customer()
  await accept(who, textIn('en'))
  for (const change of ['update accepted_documents set version = 1', 'delete from accepted_documents'])
    await expect(house.db.write((tx) => tx.run({ name: change.slice(0, 6), text: change }))).rejects.toThrow(
      'permission denied',
    )
})
