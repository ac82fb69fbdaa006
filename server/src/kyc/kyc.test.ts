import { afterAll, beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { MINUTE } from '@lonja/core/base/instant'
import { readKyc, submitKyc } from '@lonja/core/kyc/kyc.contract'
import { decideKyc, openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { readPicture, storePicture } from '@lonja/core/pictures/pictures.contract'
import { KEPT_AFTER_DECISION_MS } from '@lonja/core/pictures/pictures.rules'
import { viewPicture } from '@lonja/core/pictures/pictures.staff.contract'
import { listActs } from '../audit/audit.store.ts'
import { openDb, sql } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { codesIn } from '../notices/notices.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { purgeNumbers } from './kyc.jobs.ts'
import { removePictures } from '../pictures/pictures.jobs.ts'
import { findPicture } from '../pictures/pictures.store.ts'
import { pictureOf, samplePicture } from '../pictures/pictures.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { findVerifiedName } from './kyc.store.ts'
import { reviewOf } from '../review/reviewed.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

async function paper(who: TestCustomer, bytes?: Buffer): Promise<string> {
  const id = newId()
  const sent = bytes ?? (await samplePicture())
  const answer = await house.ask(storePicture, { id, use: 'kyc' }, { token: who.token, bytes: sent })
  expect(answer.status).toBe(200)
  return id
}
const form = async (who: TestCustomer, more: object = {}) => ({
  id: newId(),
  firstName: 'Nadia',
  lastName: 'Beltrán Coy',
  type: 'id_card',
  number: '0482915-M',
  sample: true,
  front: await paper(who),
  back: await paper(who),
  ...more,
})
const submit = (who: TestCustomer, input: object) => house.ask(submitKyc, input, { token: who.token })
const read = async (who: TestCustomer) => (await house.ask(readKyc, {}, { token: who.token })).data
const level = async (who: TestCustomer) => (await house.ask(readProfile, {}, { token: who.token })).data.kyc
const codes = async (who: TestCustomer): Promise<string[]> =>
  codesIn((await house.ask(listNotices, {}, { token: who.token })).data.data)
const acts = async (who: TestCustomer) => {
  const all = await house.db.read((tx) => listActs(tx, { chains: [who.id], act: null }, { before: null, most: 50 }))
  return all.map(({ act }) => act)
}
const open = async (seat: TestSeat, id: string) =>
  house.ask(openKyc, { id: await reviewOf(house, id) }, { token: seat.token })
const decide = async (seat: TestSeat, id: string, more: object): Promise<CallAnswer> => {
  const { seen, papers, customer } = (await open(seat, id)).data
  if ('opinion' in more && more.opinion === 'approve') await view(seat, customer.id, papers)
  return house.ask(
    decideKyc,
    { id: await reviewOf(house, id), seen, repeat: [], ...more },
    { token: seat.token, key: newId() },
  )
}
/** Opens each picture, without which nothing is passed. */
async function view({ token }: TestSeat, customer: string, papers: readonly { id: string }[]): Promise<void> {
  for (const { id } of papers) await house.ask(viewPicture, { customer, id }, { token, key: newId() })
}
const pass = { opinion: 'approve', reason: 'papers_match' }
/** Another customer of this file has given the same number, so a check is red. */
const passClosely = { opinion: 'approve', reason: 'looked_closer', note: 'Twins share a paper' }
const unreadable = { opinion: 'refuse', reason: 'paper_unreadable', repeat: ['back'] }

test('submitted, opened, refused with one step, retried, passed; each step sends a notice', async () => {
  const who = await house.customer()
  expect(await read(who)).toMatchObject({ state: 'none', submission: null, limits: { deposit: '50000.00' } })
  const first = await form(who)
  const answer = await submit(who, first)
  expect([answer.status, answer.data.state]).toEqual([200, 'submitted'])
  expect(await read(who)).toMatchObject({
    state: 'submitted',
    submission: { number: '••••••5M', repeat: [], reason: null },
  })
  expect(JSON.stringify(await read(who))).not.toContain('0482915')

  const seat = await house.seat({ roles: ['reviewer'] })
  const opened = await open(seat, first.id)
  expect(opened.data).toMatchObject({
    number: '0482915M',
    firstName: 'Nadia',
    state: 'in_review',
    onlyLook: null,
    sample: true,
  })
  expect([await level(who), (await read(who)).submission.steps]).toMatchObject([
    'in_review',
    [{ step: 'opened', seat: { role: 'reviewer', number: seat.number } }],
  ])
  expect((await decide(seat, first.id, unreadable)).data).toMatchObject({ outcome: 'decided', state: 'refused' })
  const refused = await read(who)
  expect(refused).toMatchObject({
    state: 'refused',
    submission: { repeat: ['back'], reason: { code: 'paper_unreadable' } },
  })
  const removeAt = house.clock.now() + KEPT_AFTER_DECISION_MS
  expect(refused.submission.papers).toMatchObject([
    { side: 'front', removeAt },
    { side: 'back', removeAt },
  ])

  const again = { ...first, id: newId(), number: '' }
  expect((await submit(who, again)).fields).toMatchObject([{ field: 'back', code: 'same_again' }])
  house.clock.advance(MINUTE)
  const second = { ...again, back: await paper(who) }
  expect((await submit(who, second)).status).toBe(200)
  expect((await open(seat, second.id)).data).toMatchObject({
    number: '0482915M',
    earlier: [{ id: await reviewOf(house, first.id) }],
  })
  expect((await decide(seat, second.id, pass)).data).toMatchObject({ outcome: 'decided', state: 'passed' })
  expect([await level(who), await read(who)]).toMatchObject(['passed', { limits: { deposit: '1000000.00' } }])
  expect(await house.db.read((tx) => findVerifiedName(tx, who.id))).toBe('Nadia Beltrán Coy')
  const anew = await submit(who, await form(who))
  expect([anew.error, anew.msg]).toEqual(['kyc_passed', 'KYC passed, please do not resubmit'])
  expect((await codes(who)).filter((code) => code.startsWith('kyc'))).toEqual(
    ['kyc_submitted', 'kyc_in_review', 'kyc_refused', 'kyc_submitted', 'kyc_in_review', 'kyc_passed'].toReversed(),
  )
})

test('every field that is missing is marked', async () => {
  const who = await house.customer()
  const empty = { firstName: '', lastName: '', number: ' ', front: null, back: null }
  const answer = await submit(who, await form(who, empty))
  expect([answer.error, answer.msg]).toEqual(['missing_information', 'Missing information, please complete'])
  expect(answer.fields?.map(({ field }) => field)).toEqual(['firstName', 'lastName', 'number', 'front', 'back'])
})

test('two at once are one; a repeat gets the same answer; another during the review is refused', async () => {
  const who = await house.customer()
  const [one, other] = [await form(who), await form(who)]
  const answers = (await Promise.all([submit(who, one), submit(who, other)])).map(({ error }) => error ?? 'taken')
  expect(answers.toSorted()).toEqual(['kyc_under_review', 'taken'])
  const winner = answers[0] === 'taken' ? one : other
  expect((await submit(who, winner)).data.id).toBe(winner.id)
  expect((await submit(who, { ...winner, firstName: 'Ana' })).error).toBe('key_reused')
})

test('a form refused at its second picture leaves the first unused, and it is purged after a day', async () => {
  const [who, other] = [await house.customer(), await house.customer()]
  const whole = await form(who)
  const front = () => house.db.read((tx) => findPicture(tx, who.id, whole.front))
  const before = await front()
  expect(before?.removeAt).toEqual(expect.any(Number))
  expect((await submit(who, { ...whole, back: await paper(other) })).error).toBe('unknown_picture')
  expect(await front()).toEqual(before)
  expect((await submit(who, { ...whole, id: newId() })).status).toBe(200)
})

test('another’s pictures, one picture twice and a proof of a deposit are refused', async () => {
  const [who, other] = [await house.customer(), await house.customer()]
  const whole = await form(who)
  expect((await submit(who, { ...whole, back: await paper(other) })).fields).toMatchObject([
    { field: 'back', code: 'unknown_picture' },
  ])
  expect((await submit(who, { ...whole, back: whole.front })).fields).toMatchObject([
    { field: 'back', code: 'unknown_picture' },
  ])
  const proof = newId()
  await house.ask(storePicture, { id: proof, use: 'deposit' }, { token: who.token })
  expect((await submit(who, { ...whole, front: proof })).fields).toMatchObject([{ field: 'front' }])
  expect((await submit(who, whole)).status).toBe(200)
})

test('staff see a document under a watermark of seat, second and record; the view is recorded', async () => {
  const who = await house.customer()
  const front = await paper(who, await pictureOf({ width: 1_200, height: 800, colour: '#ffffff' }))
  const whole = await form(who, { front })
  const seat = await house.seat({ roles: ['reviewer'] })
  const look = (token: string, id = front, customer = who.id) => house.ask(viewPicture, { customer, id }, { token })
  expect((await look(seat.token)).error).toBe('unknown_picture') // The picture is not part of a record yet.
  await submit(who, whole)
  const seen = await look(seat.token)
  expect(seen.data).toMatchObject({ type: 'image/jpeg', use: 'kyc', width: 1_200 })
  const shown = Buffer.from(seen.data.base64, 'base64')
  const own = Buffer.from((await house.ask(readPicture, { id: front }, { token: who.token })).data.base64, 'base64')
  expect(shown.equals(own)).toBe(false)
  // In each quarter of the picture some dots are dark: the watermark leaves no part clean.
  for (const [left, top] of [
    [0, 0],
    [600, 0],
    [0, 400],
    [600, 400],
  ] as const) {
    const piece = sharp(shown).extract({ left, top, width: 600, height: 400 }).greyscale()
    expect((await piece.stats()).channels[0]?.min).toBeLessThan(200)
  }
  expect((await acts(who)).filter((act) => act === 'viewed_paper')).toHaveLength(1)
  expect((await read(who)).submission.papers).toMatchObject([
    { side: 'front', views: 1 },
    { side: 'back', views: 0 },
  ])
  const others = await house.seat({ roles: ['treasurer', 'support'] })
  expect((await look(others.token)).error).toBe('not_your_role')
  expect((await look(seat.token, front, (await house.customer()).id)).error).toBe('unknown_picture')
  expect((await read(who)).submission.papers).toMatchObject([{ views: 1 }, { views: 0 }])
})

test('a seat cannot decide on its own account, without holding it, or without a listed reason and step', async () => {
  const who = await house.customer()
  const whole = await form(who)
  await submit(who, whole)
  const own = await house.seat({ roles: ['reviewer'], customer: who.id })
  expect((await open(own, whole.id)).data.onlyLook).toBe('own_account')
  expect((await decide(own, whole.id, pass)).error).toBe('own_account')
  const [seat, second] = [await house.seat({ roles: ['reviewer'] }), await house.seat({ roles: ['reviewer'] })]
  const { seen, papers } = (await open(seat, whole.id)).data
  await view(seat, who.id, papers)
  const id = await reviewOf(house, whole.id)
  const ask = (by: TestSeat, more: object) =>
    house.ask(decideKyc, { id, seen, repeat: [], ...more }, { token: by.token, key: newId() })
  expect((await open(second, whole.id)).data.onlyLook).toBe('held_by_another')
  expect((await ask(second, pass)).error).toBe('not_held')
  expect((await ask(seat, { ...unreadable, repeat: [] })).error).toBe('unknown_repeat')
  expect((await ask(seat, { ...unreadable, repeat: ['number'] })).error).toBe('unknown_repeat')
  expect((await ask(seat, { opinion: 'approve', reason: 'because' })).error).toBe('unknown_reason')
  expect((await ask(seat, { ...pass, seen: '0'.repeat(64) })).error).toBe('payload_changed')
  expect(await level(who)).toBe('in_review')
  // Two decisions at once: one decides.
  const both = await Promise.all([ask(seat, passClosely), ask(seat, unreadable)])
  expect(both.map(({ error }) => error ?? 'decided').toSorted()).toEqual(['decided', 'review_over'])
  expect(['passed', 'refused']).toContain(await level(who))
})

test('pictures are purged 30 days after the decision; the record says so, and staff no longer see them', async () => {
  const who = await house.customer()
  const whole = await form(who)
  await submit(who, whole)
  const seat = await house.seat({ roles: ['reviewer'] })
  await decide(seat, whole.id, passClosely)
  house.clock.advance(KEPT_AFTER_DECISION_MS - 1)
  await removePictures(house.db, house.clock)
  const fresh = async () => (await house.seat({ roles: ['reviewer'] })).token
  const look = async () => house.ask(viewPicture, { customer: who.id, id: whole.front }, { token: await fresh() })
  expect((await look()).status).toBe(200)
  house.clock.advance(1)
  await removePictures(house.db, house.clock)
  expect((await look()).error).toBe('picture_removed')
})

const NUMBERS = sql('test_kyc_numbers', 'select number_sealed, number_key from kyc_submissions where id = $1')

test('the number of a document is purged with its pictures, and never before the decision', async () => {
  const [who, waiting] = [await house.customer(), await house.customer()]
  const [whole, other] = [await form(who), await form(waiting)]
  await submit(who, whole)
  await submit(waiting, other)
  const seat = async () => house.seat({ roles: ['reviewer'] })
  await decide(await seat(), whole.id, passClosely)
  const numberOf = async (id: string) =>
    (await house.db.read((tx) => tx.run<Record<string, Buffer | null>>(NUMBERS, [id])))[0]
  house.clock.advance(KEPT_AFTER_DECISION_MS - 1)
  await purgeNumbers(house.db, house.clock)
  const plain = whole.number.replace('-', '')
  expect((await open(await seat(), whole.id)).data.number).toBe(plain)
  house.clock.advance(1)
  await purgeNumbers(house.db, house.clock)
  expect(await numberOf(whole.id)).toEqual({ number_sealed: null, number_key: null })
  expect((await numberOf(other.id))?.['number_sealed']).toBeInstanceOf(Buffer)
  // A closed check can still be viewed, with the last two characters. The same document is still recognised.
  const late = (await open(await seat(), whole.id)).data
  expect([late.number.slice(-2), late.number.includes('•')]).toEqual([plain.slice(-2), true])
  expect((await open(await seat(), other.id)).data.number).toBe(plain)
})

test('stored data of a check that was tampered with is not shown', async () => {
  const who = await house.customer()
  const whole = await form(who)
  await submit(who, whole)
  const harm = sql('harm_number', 'update kyc_submissions set number_sealed = $2 where id = $1')
  const owned = openDb(house.ownerUrl)
  await owned.write((tx) => tx.run(harm, [whole.id, Buffer.alloc(40, 1)]))
  await owned.close()
  const seat = await house.seat({ roles: ['reviewer'] })
  expect((await open(seat, whole.id)).error).toBe('kyc_damaged')
})

test('the same document of another customer is a failed check, and is listed first', async () => {
  const [one, other] = [await house.customer(), await house.customer()]
  const number = 'QZ-998877'
  const [first, second] = [await form(one, { number }), await form(other, { number })]
  await submit(one, first)
  await submit(other, second)
  const seat = await house.seat({ roles: ['reviewer'] })
  expect((await open(seat, second.id)).data.checks[0]).toEqual({ check: 'number_new', ok: false })
})
