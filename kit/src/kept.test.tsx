// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { listSessions } from '@lonja/core/accounts/accounts.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readTerms } from '@lonja/core/orders/fees.contract'
import { LOST } from './house.testing.ts'
import { newId } from './ids.ts'
import { openKept } from './kept.ts'
import { queries, useRead } from './reads.ts'
import { signIn, signOut, type Session } from './session.ts'
import { enter, show, withHouse } from './screens.testing.tsx'

const wire = withHouse()
openKept()

type Devices = ReplyOf<typeof listSessions>
const on = (...devices: string[]): Devices => ({
  rows: devices.map((device) => ({ id: newId(), device, startedAt: 1, seenAt: 1, expiresAt: 2, own: true })),
})

function Devices() {
  const { data, error, dataUpdatedAt } = useRead(listSessions, {})
  return data ? <p title={String(dataUpdatedAt)}>{data.rows[0]?.device}</p> : <p>{error ? 'Error' : 'Cargando'}</p>
}

const keptNames = () => Object.keys(localStorage).filter((name) => name.startsWith('kept '))

/** A visit that saw the answer, and left; the cache of the page is gone, as after a reload. */
async function seen(marta: Session): Promise<void> {
  wire.house.answer(listSessions, on('Phone of Marta'))
  const page = show(<Devices />)
  await page.findByText('Phone of Marta')
  await expect.poll(keptNames).toHaveLength(1)
  page.leave()
  queries.clear()
  signIn(marta)
}

test('after a reload without a network the last answer is on the screen, with the time it had', async () => {
  const before = Date.now()
  await seen(enter('Marta'))
  wire.house.answer(listSessions, () => LOST)
  const after = Date.now()
  const page = show(<Devices />)
  const at = Number((await page.findByText('Phone of Marta')).title)
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(after)
})

test('signing out removes what was kept of the customer', async () => {
  const marta = enter('Marta')
  await seen(marta)
  signOut()
  expect(keptNames()).toEqual([])
  signIn(marta)
  wire.house.answer(listSessions, () => LOST)
  const page = show(<Devices />)
  expect(await page.findByText('Error')).toBeTruthy()
})

test('what has not been written yet is not written after signing out', async () => {
  enter('Marta')
  wire.house.answer(listSessions, on('Phone of Marta'))
  const page = show(<Devices />)
  await page.findByText('Phone of Marta')
  signOut()
  dispatchEvent(new Event('pagehide'))
  expect(keptNames()).toEqual([])
})

test('another customer on the device is shown nothing of the one before', async () => {
  await seen(enter('Marta'))
  enter('Juan')
  wire.house.answer(listSessions, () => LOST)
  const page = show(<Devices />)
  expect(await page.findByText('Error')).toBeTruthy()
})

test('what anybody may read stays after signing out; a screen with an answer of this visit keeps that', async () => {
  function Fee() {
    const { data } = useRead(readTerms, {})
    return <p>{data ? `${data.feeBps} pb` : 'Cargando'}</p>
  }
  const terms = (feeBps: number): ReplyOf<typeof readTerms> => ({
    feeTable: 1,
    feeBps,
    feeLeast: { EUR: 100n, USD: 100n },
    rounding: 'half_even',
    next: null,
    collarBps: 300,
    markupBps: 50,
    financingBps: 500,
    openOrdersMax: 100,
  })
  enter('Marta')
  wire.house.answer(readTerms, terms(25))
  const page = show(<Fee />)
  await page.findByText('25 pb')
  await expect.poll(keptNames).toHaveLength(1)
  signOut()
  expect(keptNames()).toHaveLength(1)
  page.leave()
  queries.clear()
  wire.house.answer(readTerms, () => LOST)
  const again = show(<Fee />)
  expect(await again.findByText('25 pb')).toBeTruthy()
})

test('a house that refuses is not overruled by what was kept', async () => {
  await seen(enter('Marta'))
  wire.house.endSession('Marta')
  const page = show(<Devices />)
  await expect.poll(keptNames).toEqual([])
  expect(page.queryByText('Phone of Marta')).toBeNull()
})
