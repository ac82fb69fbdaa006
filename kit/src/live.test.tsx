// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { listSessions } from '@lonja/core/accounts/accounts.contract'
import { priceE4, type ListingId } from '@lonja/core/base/amount'
import { CLOSE, type LiveFigures } from '@lonja/core/market/stream'
import { newId } from './ids.ts'
import { quoteNow, useQuote, useQuotes } from './live.ts'
import { useRead } from './reads.ts'
import { currentSession } from './session.ts'
import { enter, show, withHouse } from './screens.testing.tsx'
import { openStream } from './stream.ts'

const wire = withHouse()
/** The stream would reconnect by itself after the test, so let that fail. */
afterEach(() => wire.stream.drop(CLOSE.closing))

let count = 0
/** A listing that no other test has followed. */
const listing = (): ListingId => `XMAD:L${++count}` as ListingId

const at = (of: ListingId, last: bigint, at = 1_000): LiveFigures => ({
  listing: of,
  at,
  last: priceE4(last),
  bid: priceE4(last - 100n),
  ask: priceE4(last + 100n),
  bidSize: 1n,
  askSize: 1n,
  volume: 1n,
  high: priceE4(last),
  low: priceE4(last),
  open: priceE4(last),
  previousClose: null,
})

function Last({ of }: { of: ListingId }) {
  const quote = useQuote(of)
  return <p>{`${of} ${quote ? quote.last : 'sin precio'}`}</p>
}

/** The frames of a listing, in order. */
const frame = (of: ListingId) =>
  wire.stream.heard.flatMap((message) =>
    message.type !== 'hello' && message.listings.includes(of) ? [message.type] : [],
  )

async function open(): Promise<void> {
  openStream()
  await expect.poll(() => wire.stream.heard.some(({ type }) => type === 'hello')).toBe(true)
}

test('the token goes in the first message and not in the address; a listing is followed while it is shown and no longer', async () => {
  enter('secret')
  await open()
  expect(wire.stream.heard[0]).toMatchObject({ type: 'hello', token: 'secret', lang: 'tur' })
  const one = listing()
  const page = show(<Last of={one} />)
  await expect.poll(() => frame(one)).toEqual(['follow'])
  page.leave()
  await expect.poll(() => frame(one)).toEqual(['follow', 'unfollow'])
})

test('a listing that two parts show is followed once, and left with the last of them', async () => {
  await open()
  const one = listing()
  const [first, second] = [show(<Last of={one} />), show(<Last of={one} />)]
  await expect.poll(() => frame(one)).toEqual(['follow'])
  first.leave()
  const other = listing()
  show(<Last of={other} />)
  await expect.poll(() => frame(other)).toEqual(['follow'])
  expect(frame(one)).toEqual(['follow'])
  second.leave()
  await expect.poll(() => frame(one)).toEqual(['follow', 'unfollow'])
})

test('a row that is scrolled past is not spoken of', async () => {
  await open()
  const [past, other] = [listing(), listing()]
  show(<Last of={past} />).leave()
  show(<Last of={other} />)
  await expect.poll(() => frame(other)).toEqual(['follow'])
  expect(frame(past)).toEqual([])
})

test('figures are drawn as they come, of the listing they are of', async () => {
  await open()
  const [one, other] = [listing(), listing()]
  const page = show([<Last key="one" of={one} />, <Last key="other" of={other} />])
  await expect.poll(() => frame(one)).toEqual(['follow'])
  expect(page.getByText(`${one} sin precio`)).toBeTruthy()
  wire.stream.figures(at(one, 174_600n), at(other, 90_000n))
  expect(await page.findByText(`${one} 174600`)).toBeTruthy()
  expect(await page.findByText(`${other} 90000`)).toBeTruthy()
  wire.stream.figures(at(other, 91_000n))
  expect(await page.findByText(`${other} 91000`)).toBeTruthy()
  expect(page.getByText(`${one} 174600`)).toBeTruthy()
})

function Rows({ of }: { of: readonly ListingId[] }) {
  useQuotes(of)
  return <p>{of.map((one) => quoteNow(one)?.last ?? '-').join(' ')}</p>
}

test('rows in sight are followed together; a row that goes out of sight is left', async () => {
  await open()
  const [first, second, third] = [listing(), listing(), listing()]
  const page = show(<Rows of={[first, second]} />)
  await expect.poll(() => [frame(first), frame(second)]).toEqual([['follow'], ['follow']])
  wire.stream.figures(at(first, 10_000n), at(second, 20_000n))
  expect(await page.findByText('10000 20000')).toBeTruthy()
  page.redraw(<Rows of={[second, third]} />)
  await expect
    .poll(() => [frame(first), frame(second), frame(third)])
    .toEqual([['follow', 'unfollow'], ['follow'], ['follow']])
})

function Devices() {
  const { data } = useRead(listSessions, {})
  return <p role="note">{data?.rows.map(({ device }) => device).join(' ') ?? 'Cargando'}</p>
}

const device = (name: string) => ({
  rows: [{ id: newId(), device: name, startedAt: 1, seenAt: 1, expiresAt: 2, own: true }],
})

test('a topic that is published makes the reads that name it stale, and no other', async () => {
  wire.house.answer(listSessions, device('uno'))
  enter()
  await open()
  const page = show(<Devices />)
  await page.findByText('uno')
  wire.house.answer(listSessions, device('dos'))
  wire.stream.publish('orders')
  wire.stream.publish('sessions')
  expect(await page.findByText('dos')).toBeTruthy()
  expect(wire.house.asked(listSessions)).toHaveLength(2)
})

test('a stream that breaks comes back by itself, follows again what is shown, and asks again for what may be old', async () => {
  wire.house.answer(listSessions, device('uno'))
  enter()
  await open()
  const one = listing()
  const page = show([<Last key="last" of={one} />, <Devices key="devices" />])
  await page.findByText('uno')
  await expect.poll(() => frame(one)).toEqual(['follow'])
  wire.house.answer(listSessions, device('dos'))
  wire.stream.drop(CLOSE.closing)
  await expect.poll(() => frame(one), { timeout: 5_000 }).toEqual(['follow', 'follow'])
  expect(await page.findByText('dos')).toBeTruthy()
  expect(wire.stream.sockets()).toBe(2)
})

test('a stream that says the session is over ends it on this device', async () => {
  enter('ended')
  await open()
  wire.stream.drop(CLOSE.signedOut)
  await expect.poll(currentSession).toBeNull()
})
