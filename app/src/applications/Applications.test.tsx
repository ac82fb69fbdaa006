// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { listApplications } from '@lonja/core/applications/applications.contract'
import { blockStatusFor, statusFor } from '@lonja/core/applications/applications.rules'
import type { ReplyOf } from '@lonja/core/base/contract'
import { eur } from '@lonja/core/base/amount'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, switchOff, whereNow, withApp } from '../screens.testing.tsx'

type Application = ReplyOf<typeof listApplications>['rows'][number]

const wire = withApp()
const RECORDS = '/subPackages/applications/records'
const NONE = { rows: [], cursor: null }

type OfKind<Kind> = Extract<Application, { kind: Kind }>

const FACTS = {
  number: 'S-0417',
  company: 'Marisma Acuicultura',
  listing: 'XMAD:MRA',
  market: 'spanish',
  amount: eur(6_200_00n),
  at: Date.UTC(2026, 10, 20, 10),
  status: 'running',
} as const

const application = (more: Partial<OfKind<'ipo'>> = {}): Application => ({
  ...FACTS,
  id: newId(),
  offer: newId(),
  kind: 'ipo',
  state: 'subscribed',
  ...more,
})

async function openRecords(rows: readonly Application[], path = RECORDS): Promise<Page> {
  wire.house.answer(listApplications, { rows: [...rows], cursor: null })
  enter()
  return openPage(path)
}

describe('an application', () => {
  test.each([
    ['subscribed', 'En curso', 'Suscrita'],
    ['won', 'Terminada', 'Te ha tocado'],
    ['not_won', 'Terminada', 'No te ha tocado'],
    ['refused', 'Rechazada', 'Suscripción fallida'],
    ['withdrawn', 'Terminada', 'Retirada por ti'],
  ] as const)('that is %s is %s, %s, with its amount and market', async (state, status, name) => {
    const own = application({ state, status: statusFor(state) })
    const page = await openRecords([own])
    const row = await page.findByRole('link', { name: /Marisma Acuicultura/ })
    for (const part of [status, name, '6.200,00 €', 'España', 'S-0417']) expect(plain(row.textContent)).toContain(part)
    expect(row.getAttribute('href')).toBe(`#/subPackages/home/ipo/detail?id=${own.offer}`)
  })

  test.each([
    ['pending', 'En curso', 'Pendiente'],
    ['offered', 'En curso', 'Responde'],
    ['approved', 'En curso', 'Espera su precio'],
    ['bought', 'Terminada', 'Comprado'],
    ['refused', 'Rechazada', 'Rechazada'],
    ['above_cap', 'Terminada', 'Por encima de tu máximo'],
  ] as const)('for a block that is %s is %s, %s, and leads to it', async (state, status, name) => {
    const own: OfKind<'block'> = {
      ...FACTS,
      id: newId(),
      offer: newId(),
      kind: 'block',
      state,
      status: blockStatusFor(state),
    }
    const page = await openRecords([own])
    const row = await page.findByRole('link', { name: /Marisma Acuicultura/ })
    const parts = ['Operación en bloque', status, name, '6.200,00 €', 'España', 'S-0417']
    for (const part of parts) expect(plain(row.textContent)).toContain(part)
    expect(row.getAttribute('href')).toBe(`#/subPackages/home/blockTrading/blockTrading?id=${own.id}`)
  })

  test('for shares in New York is of the United States', async () => {
    const page = await openRecords([application({ listing: 'XNYS:NGR', market: 'us' })])
    expect(plain((await page.findByRole('link', { name: /Marisma/ })).textContent)).toContain('EE. UU.')
  })
})

describe('the list', () => {
  const lastRequest = () => wire.house.asked(listApplications).at(-1)?.input

  test('is narrowed by status and by market, which the address keeps, and a second tap takes it back', async () => {
    const page = await openRecords([application()])
    await page.findByRole('link', { name: /Marisma/ })
    const press = (name: string) => page.user.click(page.getByRole('button', { name }))
    await press('Rechazada')
    await expect.poll(lastRequest).toEqual({ status: 'refused' })
    await press('EE. UU.')
    await expect.poll(lastRequest).toEqual({ status: 'refused', market: 'us' })
    expect(whereNow()).toBe(`${RECORDS}?status=refused&market=us`)
    await press('Rechazada')
    await expect.poll(lastRequest).toEqual({ market: 'us' })
    await press('Todas')
    expect(whereNow()).toBe(RECORDS)
  })

  test('that an address narrows begins so, and without one says how to see all', async () => {
    const page = await openRecords([], `${RECORDS}?status=finished&market=spanish`)
    await page.findByText('Ninguna solicitud con estos filtros')
    expect(lastRequest()).toEqual({ status: 'finished', market: 'spanish' })
    wire.house.answer(listApplications, { rows: [application()], cursor: null })
    await page.user.click(page.getByRole('button', { name: 'Ver todas' }))
    expect(await page.findByText('Marisma Acuicultura')).toBeTruthy()
  })

  test('without any leads to the offers', async () => {
    const page = await openRecords([])
    const link = await page.findByRole('link', { name: 'Ver las salidas a bolsa' })
    expect(link.getAttribute('href')).toContain('/subPackages/home/ipo/ipo')
  })

  test('without any leads nowhere while the house takes no applications', async () => {
    switchOff('ipo')
    const page = await openRecords([])
    await page.findByText('Aún no has pedido ninguna')
    expect(page.queryByRole('link', { name: 'Ver las salidas a bolsa' })).toBeNull()
  })

  test('that cannot be read can be asked for again', async () => {
    wire.house.answer(listApplications, no('unavailable', 'Ahora no'))
    enter()
    const page = await openPage(RECORDS)
    await page.findByText('No hemos podido cargar las solicitudes')
    wire.house.answer(listApplications, NONE)
    await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
    expect(await page.findByText('Aún no has pedido ninguna')).toBeTruthy()
  })
})
