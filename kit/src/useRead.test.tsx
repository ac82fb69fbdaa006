// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { listSessions } from '@lonja/core/accounts/accounts.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readTerms } from '@lonja/core/orders/fees.contract'
import { no, LOST } from './house.testing.ts'
import { newId } from './ids.ts'
import { isAway } from './connection.ts'
import { refreshAll, useRead } from './reads.ts'
import { currentSession, signIn, signOut } from './session.ts'
import { enter, later, show, withHouse } from './screens.testing.tsx'
import { changeLanguage } from './text.ts'

const wire = withHouse()

type Devices = ReplyOf<typeof listSessions>

const on = (...devices: string[]): Devices => ({
  rows: devices.map((device) => ({ id: newId(), device, startedAt: 1, seenAt: 1, expiresAt: 2, own: true })),
})

function Devices({ quiet = false }: { quiet?: boolean }) {
  const { data, error } = useRead(listSessions, {}, { quiet })
  if (error) return <p role="note">{error.msg}</p>
  if (!data) return <p>Cargando</p>
  return (
    <ul>
      {data.rows.map((row) => (
        <li key={row.id}>{row.device}</li>
      ))}
    </ul>
  )
}

function Fee() {
  const { data } = useRead(readTerms, {})
  return <p>{data ? `${data.feeBps} pb` : 'Cargando'}</p>
}

const TERMS: ReplyOf<typeof readTerms> = {
  feeTable: 1,
  feeBps: 25,
  feeLeast: { EUR: 100n, USD: 100n },
  rounding: 'half_even',
  next: null,
  collarBps: 300,
  markupBps: 50,
  financingBps: 500,
  openOrdersMax: 100,
}

test('nothing of a customer is asked before one is signed in; then it is asked in their name and language', async () => {
  wire.house.answer(listSessions, on('Firefox'))
  const page = show(<Devices />)
  expect(wire.house.asked(listSessions)).toEqual([])
  enter('token of Marta')
  expect(await page.findByText('Firefox')).toBeTruthy()
  expect(wire.house.asked(listSessions)).toMatchObject([{ token: 'token of Marta', language: 'tur' }])
})

test('another customer on the same device sees nothing of the one before, also not while their own answer is on its way', async () => {
  const answer = later<Devices>()
  wire.house.answer(listSessions, ({ token }) => (token === 'Marta' ? on('Phone of Marta') : answer.value))
  enter('Marta')
  const page = show(<Devices />)
  await page.findByText('Phone of Marta')
  enter('Juan')
  await page.findByText('Cargando')
  expect(page.queryByText('Phone of Marta')).toBeNull()
  answer.give(on('Phone of Juan'))
  expect(await page.findByText('Phone of Juan')).toBeTruthy()
})

test('signing out forgets what was read for the customer, and keeps what anybody may read', async () => {
  wire.house.answer(listSessions, on('Firefox'))
  wire.house.answer(readTerms, TERMS)
  const marta = enter('Marta')
  const page = show([<Devices key="devices" />, <Fee key="fee" />])
  await page.findByText('Firefox')
  await page.findByText('25 pb')
  signOut()
  wire.house.answer(listSessions, () => later<Devices>().value)
  signIn(marta)
  expect(await page.findByText('Cargando')).toBeTruthy()
  expect(page.queryByText('Firefox')).toBeNull()
  expect(page.getByText('25 pb')).toBeTruthy()
  expect(wire.house.asked(readTerms)).toHaveLength(1)
})

test('another language is another question', async () => {
  wire.house.answer(listSessions, ({ language }) => on(language === 'en' ? 'Phone' : 'Teléfono'))
  enter()
  const page = show(<Devices />)
  await page.findByText('Teléfono')
  await changeLanguage('en')
  expect(await page.findByText('Phone')).toBeTruthy()
  await changeLanguage('tur')
})

test('a refusal stands where it happened and is said once; a quiet one is not said besides', async () => {
  wire.house.answer(listSessions, no('too_many_requests', 'Espera un momento'))
  enter()
  const page = show(<Devices />)
  await page.findByRole('note')
  expect(wire.toasts).toEqual(['Espera un momento'])
  expect(wire.house.asked(listSessions)).toHaveLength(1)
})

test('a quiet refusal stands only where it happened', async () => {
  wire.house.answer(listSessions, no('too_many_requests', 'Espera un momento'))
  enter()
  const page = show(<Devices quiet />)
  await page.findByRole('note')
  expect(wire.toasts).toEqual([])
})

test('an answer that is lost makes the house count as away; asked again, it is heard', async () => {
  wire.house.answer(listSessions, () => LOST)
  enter()
  const page = show(<Devices />)
  await page.findByRole('note')
  expect(isAway()).toBe(true)
  expect(wire.toasts).toEqual(['connection.unreachable'])
  wire.house.answer(listSessions, on('Firefox'))
  expect(await refreshAll()).toBe(true)
  expect(await page.findByText('Firefox')).toBeTruthy()
  expect(isAway()).toBe(false)
})

test('a session that the house has ended is over on this device, and what it had read is gone', async () => {
  wire.house.answer(listSessions, on('Firefox'))
  enter('Marta')
  const page = show(<Devices />)
  await page.findByText('Firefox')
  wire.house.endSession('Marta')
  await refreshAll()
  await page.findByText('Cargando')
  expect(currentSession()).toBeNull()
  expect(localStorage.getItem('token')).toBeNull()
})

test('an absence is said once: not for each read that is on the screen, nor again for one that is read again', async () => {
  wire.house.answer(listSessions, on('Firefox'))
  wire.house.answer(readTerms, TERMS)
  enter()
  const page = show([<Devices key="devices" quiet />, <Fee key="fee" />])
  await page.findByText('Firefox')
  await page.findByText('25 pb')
  wire.house.answer(listSessions, () => LOST)
  wire.house.answer(readTerms, () => LOST)
  await refreshAll()
  await refreshAll()
  expect(wire.toasts).toHaveLength(1)
})
