// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { listFirstDays } from '@lonja/core/ipo/firstdays.contract'
import { listOffers, listOwnApplications } from '@lonja/core/ipo/ipo.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { offer, record } from './offer.testing.ts'
import type { Offer, OwnApplication } from './offer.ts'

const wire = withApp()
beforeEach(() => wire.house.answer(listFirstDays, { rows: [] }))
const words = (page: Page) => plain(page.getByRole('main').textContent)

async function openOffers(rows: readonly Offer[], own: readonly OwnApplication[] = []): Promise<Page> {
  wire.house.answer(listOffers, { rows: [...rows], cursor: null, hasOffers: true })
  wire.house.answer(listOwnApplications, { rows: [...own], cursor: null })
  enter()
  return openPage('/subPackages/home/ipo/ipo')
}

describe('the offers', () => {
  test('stand by state, the open ones first, whatever their order', async () => {
    const page = await openOffers([
      offer({ id: newId(), state: 'listed', company: 'Cantil', market: null, returnBps: -936 }),
      offer({ id: newId(), state: 'cancelled', company: 'Dorada' }),
      offer({ id: newId(), state: 'drawn', company: 'Alba' }),
      offer({ id: newId(), state: 'ended', company: 'Northgate' }),
      offer({ id: newId(), state: 'not_started', company: 'Zarza' }),
      offer({ id: newId() }),
    ])
    await page.findByText('Abiertas')
    expect(page.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Abiertas',
      'Próximas',
      'Esperan su sorteo',
      'Salen pronto',
      'Ya cotizan',
      'Retiradas por la casa',
    ])
    expect(words(page)).toContain('-9,36%')
    expect(words(page)).toContain('en el mercado -')
  })

  test('an open one says its deadline, what a lot costs and what one has asked for, and leads to its page', async () => {
    const page = await openOffers([offer()], [record()])
    const row = await page.findByRole('link', { name: /Marisma Acuicultura/ })
    await page.findByText('Pedida, 10 lotes')
    expect(plain(row.textContent)).toContain('MRA · Madrid · lote 620,00 €')
    expect(plain(row.textContent)).toContain('cierra 28')
    expect(row.getAttribute('href')).toContain(`/subPackages/home/ipo/detail?id=${offer().id}`)
  })

  test('a house on other prices says that there are none', async () => {
    wire.house.answer(listOffers, { rows: [], cursor: null, hasOffers: false })
    wire.house.answer(listOwnApplications, { rows: [], cursor: null })
    enter()
    const page = await openPage('/subPackages/home/ipo/ipo')
    expect(await page.findByText('Aquí no hay salidas a bolsa')).toBeTruthy()
  })

  test('none yet, and a list that cannot be read', async () => {
    const page = await openOffers([])
    expect(await page.findByText('Aún no hay salidas a bolsa')).toBeTruthy()
  })

  test('a list that cannot be read can be asked for again', async () => {
    wire.house.answer(listOffers, no('unavailable', 'Ahora no'))
    wire.house.answer(listOwnApplications, { rows: [], cursor: null })
    enter()
    const page = await openPage('/subPackages/home/ipo/ipo')
    await page.findByText('No hemos podido cargar las salidas a bolsa')
    wire.house.answer(listOffers, { rows: [offer()], cursor: null, hasOffers: true })
    await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
    expect(await page.findByText('Marisma Acuicultura')).toBeTruthy()
  })

  test('more of them are fetched by a button', async () => {
    const other = offer({ id: newId(), company: 'Brookline Devices', state: 'listed', returnBps: 214 })
    wire.house.answer(listOffers, ({ input }) =>
      input.cursor === 'next'
        ? { rows: [other], cursor: null, hasOffers: true }
        : { rows: [offer()], cursor: 'next', hasOffers: true },
    )
    wire.house.answer(listOwnApplications, { rows: [], cursor: null })
    enter()
    const page = await openPage('/subPackages/home/ipo/ipo')
    await page.user.click(await page.findByRole('button', { name: 'Ver anteriores' }))
    expect(await page.findByText('Brookline Devices')).toBeTruthy()
    expect(page.queryByRole('button', { name: 'Ver anteriores' })).toBeNull()
  })
})
