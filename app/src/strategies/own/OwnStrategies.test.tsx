// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { listOwnStrategies } from '@lonja/core/strategies/own.contract'
import { LOST } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { profile } from '../../accounts/profile.testing.ts'
import { openPage, whereNow, withApp } from '../../screens.testing.tsx'
import { keepDraft } from './drafts.ts'
import type { OwnList } from './own.ts'
import { limits, OWN, ownRow } from './own.testing.ts'

const wire = withApp()
const PAGE = '/subPackages/strategies/own'
const text = (): string => plain(document.body.textContent)

async function open(rows: OwnList['rows']): Promise<Page> {
  wire.house.answer(readProfile, profile())
  wire.house.answer(listOwnStrategies, { rows, limits })
  enter()
  return openPage(PAGE)
}

describe('the list of own strategies', () => {
  test('is empty at first: the examples begin one each, and the limits are said', async () => {
    const page = await open([])
    await page.user.click(await page.findByRole('button', { name: /^Bajo la media/ }))
    expect(whereNow()).toMatch(/^\/subPackages\/strategies\/text\?id=[0-9a-f-]{36}&from=below_mean$/)
    expect(text()).toContain('Sin reloj, red ni azar. Cada evento, 1.000.000 pasos y 16 MB como mucho')
    expect(text()).toContain('pagan las comisiones de cualquier orden y pueden perderlo entero.')
    expect(page.queryByRole('button', { name: 'Nueva estrategia' })).toBeNull()
  })

  test('shows each with its version and whether a link shows it, and leads to its text', async () => {
    const page = await open([ownRow(), ownRow({ id: newId(), name: 'Rejilla', shared: 1 })])
    const row = await page.findByRole('link', { name: /Media propia/ })
    expect(row.getAttribute('href')).toBe(`#/subPackages/strategies/text?id=${OWN}`)
    expect(plain(row.textContent)).toContain('Privada')
    expect(plain(page.getByRole('link', { name: /Rejilla/ }).textContent)).toContain('Compartida')
  })

  test('begins another from an example in a sheet', async () => {
    const page = await open([ownRow()])
    await page.user.click(await page.findByRole('button', { name: 'Nueva estrategia' }))
    await page.user.click(page.getByRole('button', { name: /^Límite en la compra/ }))
    expect(whereNow()).toContain('from=limit_at_bid')
  })

  test('that is full says so and begins none', async () => {
    const page = await open(Array.from({ length: limits.strategies }, () => ownRow({ id: newId() })))
    expect(await page.findByText('Puedes guardar 20 estrategias. Elimina una para escribir otra.')).toBeTruthy()
    expect(page.queryByRole('button', { name: 'Nueva estrategia' })).toBeNull()
  })

  test('shows a text that this phone alone has, and none that the house has too', async () => {
    const alone = newId()
    enter()
    wire.house.answer(readProfile, profile())
    wire.house.answer(listOwnStrategies, { rows: [ownRow()], limits })
    keepDraft(alone, { name: 'Sola', text: '//', version: 0 })
    keepDraft(OWN, { name: 'Media propia', text: '//', version: 2 })
    const page = await openPage(PAGE)
    const row = await page.findByRole('link', { name: /Sola/ })
    expect(row.getAttribute('href')).toContain(`id=${alone}&from=`)
    expect(page.getAllByRole('link', { name: /Media propia/ })).toHaveLength(1)
  })

  test('that cannot be read says so, and is asked for again', async () => {
    wire.house.answer(readProfile, profile())
    wire.house.answer(listOwnStrategies, () => LOST)
    enter()
    const page = await openPage(PAGE)
    const retry = await page.findByRole('button', { name: 'Reintentar' })
    wire.house.answer(listOwnStrategies, { rows: [ownRow()], limits })
    await page.user.click(retry)
    await page.findByRole('link', { name: /Media propia/ })
  })
})
