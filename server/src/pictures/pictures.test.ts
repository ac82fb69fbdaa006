import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { HOUR } from '@lonja/core/base/instant'
import { readPicture, storePicture } from '@lonja/core/pictures/pictures.contract'
import {
  KEPT_AFTER_DECISION_MS,
  KEPT_SIDE_MOST,
  UNUSED_KEPT_MS,
  UNUSED_MOST,
} from '@lonja/core/pictures/pictures.rules'
import { newId } from '../base/ids.ts'
import { sql } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import { NO_LIMITS, openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { hostileFiles, MARK } from './hostile.testing.ts'
import { decidedPictures, takePictures } from './pictures.actions.ts'
import { removePictures } from './pictures.jobs.ts'
import { pictureOf, samplePicture } from './pictures.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const store = (who: TestCustomer, bytes: Buffer, id = newId()) =>
  house.ask(storePicture, { id, use: 'kyc' }, { token: who.token, bytes })
const own = (who: TestCustomer, id: string) => house.ask(readPicture, { id }, { token: who.token })
const rows = sql(
  'every_picture',
  'select customer, id, sealed, sealed_key, removed_at from pictures where customer = $1',
)
interface Row {
  id: string
  sealed: Buffer | null
  sealed_key: Buffer | null
  removed_at: bigint | null
}
const picturesOf = (who: TestCustomer) => house.db.read((tx) => tx.run<Row>(rows, [who.id]))

test('a picture is redrawn and sealed, and its owner gets it back', async () => {
  const who = await house.customer()
  const sent = await pictureOf({ width: 3_000, height: 2_000 }, 'png')
  const id = newId()
  const answer = await store(who, sent, id)
  expect(answer.status).toBe(200)
  expect(answer.data).toMatchObject({ id, width: KEPT_SIDE_MOST, height: 1_600 })
  const shown = (await own(who, id)).data
  const bytes = Buffer.from(shown.base64, 'base64')
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: KEPT_SIDE_MOST, height: 1_600 })
  expect(bytes.length).toBe(answer.data.bytes)
  const [row] = await picturesOf(who)
  expect(row?.sealed?.includes(bytes.subarray(0, 64))).toBe(false)
})

test('more than sixty hostile files: none is stored as sent, and none keeps its hidden content', async () => {
  const files = Object.entries(await hostileFiles())
  expect(files.length).toBeGreaterThanOrEqual(60)
  const answers: Record<string, string> = {}
  const who = await house.customer()
  for (const [name, bytes] of files) {
    const id = newId()
    const answer = await store(who, bytes, id)
    answers[name] = answer.error ?? 'drawn'
    if (answer.status !== 200) {
      expect([name, answer.status, (await own(who, id)).error]).toEqual([name, 422, 'unknown_picture'])
      expect(answer.msg).not.toBe('')
      continue
    }
    const shown = Buffer.from((await own(who, id)).data.base64, 'base64')
    expect([name, shown.equals(bytes), shown.includes(MARK), shown.includes('<script')]).toEqual([
      name,
      false,
      false,
      false,
    ])
    const { exif, xmp, iptc, format } = await sharp(shown).metadata()
    expect([name, exif, xmp, iptc, format]).toEqual([name, undefined, undefined, undefined, 'jpeg'])
  }
  // Files that decode come through as their pixels; the others are refused with the reason.
  const of = (answer: string) => Object.values(answers).filter((one) => one === answer).length
  expect(of('drawn')).toBeGreaterThanOrEqual(12)
  expect(answers).toMatchObject({
    'nothing at all': 'picture_empty',
    'an SVG called a JPEG': 'picture_not_taken',
    'a HEIC': 'picture_not_taken',
    'a PDF': 'picture_not_taken',
    'a GIF': 'picture_not_taken',
    'a JPEG cut short': 'picture_unreadable',
    'a PNG of more pixels than there are': 'picture_too_many_pixels',
    'a PNG of one pixel': 'picture_too_small',
    'a JPEG with a script in its EXIF': 'drawn',
    'a JPEG with a ZIP behind it': 'drawn',
  })
})

test('one changed bit of the stored bytes, or another row’s bytes: refused', async () => {
  const owner = sql('harm_picture', 'update pictures set sealed = $3, sealed_key = $4 where customer = $1 and id = $2')
  const [who, other] = [await house.customer(), await house.customer()]
  const [id, second, others] = [newId(), newId(), newId()]
  await store(who, await samplePicture(), id)
  await store(who, await samplePicture(), second)
  await store(other, await samplePicture(), others)
  const all = await picturesOf(who)
  const { sealed, sealed_key: key } = all.find((row) => row.id === id) as Row
  const twin = all.find((row) => row.id === second) as Row
  const [foreign] = await picturesOf(other)
  if (!sealed || !key || !foreign) throw new Error('they are stored')
  const flip = (bytes: Buffer, bit: number): Buffer => {
    const copy = Buffer.from(bytes)
    copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7))
    return copy
  }
  const harmed: [Buffer | null, Buffer | null][] = [
    ...[0, 95, 96, 223, 224, 1_000, sealed.length * 8 - 1].map((bit): [Buffer, Buffer] => [flip(sealed, bit), key]),
    ...[0, 96, 224, key.length * 8 - 1].map((bit): [Buffer, Buffer] => [sealed, flip(key, bit)]),
    [sealed.subarray(0, -1), key],
    [sealed.subarray(0, 20), key],
    [twin.sealed, twin.sealed_key],
    [foreign.sealed, foreign.sealed_key],
    [twin.sealed, key],
  ]
  for (const [bytes, wrapped] of harmed) {
    await house.db.write((tx) => tx.run(owner, [who.id, id, bytes, wrapped]))
    const answer = await own(who, id)
    expect([answer.status, answer.error]).toEqual([422, 'picture_damaged'])
  }
  await house.db.write((tx) => tx.run(owner, [who.id, id, sealed, key]))
  expect((await own(who, id)).status).toBe(200)
})

test('another customer’s picture is unknown', async () => {
  const [who, other] = [await house.customer(), await house.customer()]
  const id = newId()
  await store(who, await samplePicture(), id)
  expect((await own(other, id)).error).toBe('unknown_picture')
  const outcome = await writeFor(house.db, other.id, async (tx) => {
    return takePictures(tx, other.id, [id], { use: 'kyc', record: newId() })
  })
  expect(outcome).toMatchObject({ refused: 'unknown_picture' })
})

test('the same picture twice is stored once; the same id with another picture is refused', async () => {
  const who = await house.customer()
  const id = newId()
  const first = await store(who, await samplePicture(), id)
  expect((await store(who, await samplePicture(), id)).data).toEqual(first.data)
  expect((await store(who, await pictureOf({ colour: '#123456' }), id)).error).toBe('key_reused')
  expect(await picturesOf(who)).toHaveLength(1)
})

test('two uploads of one customer at once: both succeed, or one is refused as still running', async () => {
  const who = await house.customer()
  const sent = await pictureOf({ width: 2_000, height: 1_500 })
  const replies = await Promise.all([store(who, sent), store(who, sent)])
  const answers = replies.map(({ error }) => error ?? 'drawn')
  expect(answers).toContain('drawn')
  expect(answers.every((answer) => answer === 'drawn' || answer === 'still_running')).toBe(true)
})

test('the number of unused pictures is limited; after a day they are removed, and the row says when', async () => {
  const who = await house.customer()
  for (let at = 0; at < UNUSED_MOST; at += 1) expect((await store(who, await samplePicture())).status).toBe(200)
  const refused = await store(who, await samplePicture())
  expect([refused.error, refused.msg]).toEqual(['too_many_pictures', expect.stringContaining('20 pictures')])
  house.clock.advance(UNUSED_KEPT_MS - 1)
  await removePictures(house.db, house.clock)
  expect((await picturesOf(who)).every((row) => row.removed_at === null)).toBe(true)
  house.clock.advance(1)
  await removePictures(house.db, house.clock)
  const gone = await picturesOf(who)
  expect(gone).toHaveLength(UNUSED_MOST)
  expect(
    gone.every((row) => row.sealed === null && row.sealed_key === null && row.removed_at === BigInt(house.clock.now())),
  ).toBe(true)
})

test('a used picture is kept until 30 days after the decision, to the millisecond', async () => {
  const who = await house.customer()
  const [id, record] = [newId(), newId()]
  await store(who, await samplePicture(), id)
  const asWriter = <T>(work: Parameters<typeof house.db.write<T>>[0]) =>
    writeFor(house.db, who.id, async (tx) => {
      return work(tx)
    })
  expect(await asWriter((tx) => takePictures(tx, who.id, [id], { use: 'deposit', record }))).toMatchObject({
    refused: 'unknown_picture',
  })
  expect(await asWriter((tx) => takePictures(tx, who.id, [id], { use: 'kyc', record }))).toBeNull()
  expect(await asWriter((tx) => takePictures(tx, who.id, [id], { use: 'kyc', record: newId() }))).toMatchObject({
    refused: 'unknown_picture',
  })
  house.clock.advance(100 * 24 * HOUR)
  await removePictures(house.db, house.clock)
  const [still] = await picturesOf(who)
  expect(still?.removed_at).toBeNull()
  await asWriter((tx) => decidedPictures(tx, who.id, record, house.clock.now()))
  house.clock.advance(KEPT_AFTER_DECISION_MS - 1)
  await removePictures(house.db, house.clock)
  expect((await picturesOf(who))[0]?.sealed).not.toBeNull()
  house.clock.advance(1)
  await removePictures(house.db, house.clock)
  expect((await picturesOf(who))[0]?.sealed).toBeNull()
})

test('an upload without a session, or too large, is refused before the picture is read', async () => {
  const id = newId()
  expect((await house.ask(storePicture, { id, use: 'kyc' })).status).toBe(401)
  const who = await house.customer()
  const much = Buffer.alloc(10 * 1024 * 1024 + 1)
  expect((await store(who, much)).status).toBe(413)
  expect((await house.ask(storePicture, { id, use: 'loan' }, { token: who.token })).fields).toMatchObject([
    { field: 'use' },
  ])
  expect(await picturesOf(who)).toEqual([])
})

test('an aborted upload leaves nothing behind, and the next one is accepted at once', async () => {
  const who = await house.customer()
  await house.door.listen({ host: '127.0.0.1', port: 0 })
  const { port } = house.door.server.address() as AddressInfo
  const path = `/api/en/pictures/store?id=${newId()}&use=kyc`
  await new Promise<void>((resolve) => {
    const half = request({ port, path, method: 'POST', headers: { token: who.token, 'content-length': 5_000 } })
    half.on('error', () => resolve())
    half.write(Buffer.alloc(1_000))
    setTimeout(() => half.destroy(), 100)
  })
  await expect.poll(async () => (await store(who, await samplePicture())).status, { timeout: 20_000 }).toBe(200)
  expect(await picturesOf(who)).toHaveLength(1)
})

test('a slow upload is stopped, and neither one customer nor one address can hold all places', async () => {
  const pictures = { atOnce: 4, spanMs: 2_500, spanBytes: 1_000, mostMs: 60_000 }
  const slow = await openTestHouse({ limits: { ...NO_LIMITS, pictures } })
  const [one, two, other] = [await slow.customer(), await slow.customer(), await slow.customer()]
  await slow.door.listen({ host: '127.0.0.1', port: 0 })
  const { port } = slow.door.server.address() as AddressInfo
  const drip = ({ token }: TestCustomer): Promise<[status: number | undefined, error: string]> =>
    new Promise((resolve, reject) => {
      const path = `/api/en/pictures/store?id=${newId()}&use=kyc`
      const sent = request({ port, path, method: 'POST', headers: { token, 'content-length': 5_000 } }, (answer) => {
        let body = ''
        answer.on('data', (part: Buffer) => (body += part.toString()))
        answer.on('end', () => {
          sent.destroy()
          resolve([answer.statusCode, (JSON.parse(body) as { error: string }).error])
        })
      })
      const drops = setInterval(() => sent.write('x'), 20)
      sent.on('close', () => clearInterval(drops))
      sent.on('error', reject)
    })
  const bytes = await samplePicture()
  const send = async ({ token }: TestCustomer, ip: string): Promise<[number, string | undefined]> => {
    const { status, error } = await slow.ask(storePicture, { id: newId(), use: 'kyc' }, { token, bytes, ip })
    return [status, error]
  }
  // The requests below may hold the place for a moment, so a slow upload tries again.
  const untilLate = async (who: TestCustomer): Promise<[number | undefined, string]> => {
    const answer = await drip(who)
    return answer[0] === 429 ? untilLate(who) : answer
  }
  const slowOnes = Promise.all([untilLate(one), untilLate(two)])
  // An address may hold two of the four places; another address still finds room.
  await expect.poll(() => send(other, '127.0.0.1'), { timeout: 20_000 }).toEqual([429, 'too_many_uploads'])
  expect(await send(other, '192.0.2.7')).toEqual([200, undefined])
  expect(await slowOnes).toEqual([
    [408, 'too_slow'],
    [408, 'too_slow'],
  ])
  expect(await send(one, '192.0.2.7')).toEqual([429, 'too_many_uploads'])
  slow.clock.advance(30_000)
  expect(await send(one, '192.0.2.7')).toEqual([200, undefined])
  await slow.close()
})
