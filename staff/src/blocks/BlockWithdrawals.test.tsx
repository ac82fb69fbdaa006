// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import type { Role } from '@lonja/core/base/contract'
import {
  decideBlockWithdrawal,
  listRunningBlockOffers,
  openBlockWithdrawal,
  proposeBlockWithdrawal,
} from '@lonja/core/blocks/withdrawals.staff.contract'
import { listQueue } from '@lonja/core/reviews.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { countNone, proposed, waiting } from '../review/queue.testing.ts'
import { openPage, withConsole } from '../screens.testing.tsx'
import { SHA, running, withdrawal } from './blocks.testing.ts'

const wire = withConsole()
const OPEN_FORM = { name: 'Proponer una retirada' }

function seated(roles: Role[]): void {
  countNone(wire.house)
  const seat = { id: newId<'seat'>(), number: 2, name: 'Lía', hasCustomer: false, claimedAt: 0 }
  wire.house.answer(readSeat, { ...seat, roles })
}

describe('a proposed withdrawal', () => {
  async function openOne(steps = [proposed('approve', 'Un hecho de la empresa')]) {
    const one = { ...withdrawal(), steps }
    seated(['operations'])
    const row = { id: one.id, kind: 'block_withdrawal', number: one.number, amount: null, eur: null, customer: null }
    wire.house.answer(listQueue, { rows: [waiting(eur(0n), row)], cursor: null, count: null })
    wire.house.answer(openBlockWithdrawal, one)
    enter()
    const page = await openPage(`/block-withdrawals?id=${one.id}`)
    await page.findByRole('heading', { name: 'Decisión' })
    return { one, page }
  }
  const decision = (page: Page) => plain(page.getByRole('complementary', { name: 'Decisión' }).textContent)

  test('shows the second person its public reason, what it ends, what goes on, and the frozen terms', async () => {
    const { page } = await openOne()
    const shown = plain(page.getByRole('region', { name: 'Pruebas' }).textContent)
    for (const part of [
      'Motivo públicoUn hecho de la empresa cambia su valor',
      'Solicitudes que terminan31',
      'Dinero que se libera21.721,70 €',
      'Aprobadas, que siguen4',
      'Propuesta porPuesto 4, operaciones',
      'Oferta G-0214AF',
      '4,00%',
      '30 días',
      SHA,
    ])
      expect(shown).toContain(part)
  })

  test('is confirmed for the reason that was proposed, and says before what ends', async () => {
    const { page, one } = await openOne()
    await page.user.click(page.getByRole('radio', { name: /^Aprobar/ }))
    expect(decision(page)).toContain('Solicitudes que terminan, con su dinero libre21.721,70 €31')
    await page.user.click(page.getByRole('radio', { name: /company_event/ }))
    const outcome = { outcome: 'decided', state: 'approved', seat: { role: 'operations', number: 2 } } as const
    wire.house.answer(decideBlockWithdrawal, ({ input: { id } }) => ({ id, ...outcome }))
    await page.user.click(page.getByRole('button', { name: /^Confirmar aprobación/ }))
    await expect
      .poll(() => wire.house.asked(decideBlockWithdrawal).map(({ input }) => input))
      .toEqual([{ id: one.id, opinion: 'approve', reason: 'company_event', seen: one.seen }])
  })

  test('that is refused leaves the offer as it is', async () => {
    const { page } = await openOne([proposed('refuse', 'No hace falta')])
    await page.user.click(page.getByRole('radio', { name: /^Rechazar/ }))
    expect(decision(page)).toContain('La oferta sigueG-0214AF')
    expect(decision(page)).not.toContain('con su dinero libre')
  })
})

describe('the form of a withdrawal', () => {
  async function openForm(rows = [running()]): Promise<Page> {
    seated(['operations'])
    wire.house.answer(listQueue, { rows: [], cursor: null, count: null })
    wire.house.answer(listRunningBlockOffers, { rows })
    enter()
    const page = await openPage('/block-withdrawals')
    await page.user.click(await page.findByRole('button', OPEN_FORM))
    return page
  }
  const form = (page: Page) => plain(page.getByRole('dialog').textContent)
  const propose = (page: Page) => page.user.click(page.getByRole('button', { name: 'Proponer' }))

  test('says what it does, and proposes the chosen offer with the chosen reason once', async () => {
    const other = running({ number: 'G-771203', company: 'Salinas', applications: 2, released: eur(910_90n) })
    const page = await openForm([running(), other])
    await page.findByRole('combobox', { name: 'Oferta' })
    for (const part of ['la oferta no vuelve', 'Solicitudes que terminan31', '21.721,70 €'])
      expect(form(page)).toContain(part)
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Oferta' }), other.id)
    for (const part of ['Solicitudes que terminan2', '910,90 €']) expect(form(page)).toContain(part)
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Motivo público' }), 'shares_not_available')
    const reply = { number: 'W-558120', review: newId() }
    wire.house.answer(proposeBlockWithdrawal, ({ input: { id } }) => ({ id, ...reply }))
    await propose(page)
    await expect.poll(() => wire.toasts).toEqual(['Propuesta: la confirma otra persona'])
    expect(wire.house.asked(proposeBlockWithdrawal).map(({ input }) => input)).toEqual([
      { id: expect.any(String), offer: other.id, reason: 'shares_not_available' },
    ])
    expect(page.queryByRole('dialog')).toBeNull()
  })

  test('says so where one person is enough: the offer is withdrawn at once', async () => {
    const page = await openForm()
    await page.findByRole('combobox', { name: 'Oferta' })
    wire.house.answer(proposeBlockWithdrawal, ({ input: { id } }) => ({ id, number: 'W-558120', review: null }))
    await propose(page)
    await expect.poll(() => wire.toasts).toEqual(['Oferta retirada'])
  })

  test('of an offer whose withdrawal waits already has no button', async () => {
    const page = await openForm([running({ review: newId() })])
    expect(await page.findByText(/ya espera a una segunda persona/)).toBeTruthy()
    expect(page.queryByRole('button', { name: 'Proponer' })).toBeNull()
  })

  test('reads the refusal of the house, and stays open', async () => {
    const page = await openForm()
    await page.findByRole('combobox', { name: 'Oferta' })
    wire.house.answer(proposeBlockWithdrawal, no('block_closed', 'Esta oferta ya terminó'))
    await propose(page)
    expect(await page.findByText('Esta oferta ya terminó')).toBeTruthy()
    expect(page.getByRole('dialog')).toBeTruthy()
  })

  test('without an offer says so', async () => {
    const page = await openForm([])
    expect(await page.findByText('No hay ofertas que se puedan retirar')).toBeTruthy()
    expect(page.queryByRole('button', { name: 'Proponer' })).toBeNull()
  })

  test('whose offers cannot be read asks for them again', async () => {
    seated(['operations'])
    wire.house.answer(listQueue, { rows: [], cursor: null, count: null })
    wire.house.answer(listRunningBlockOffers, no('unavailable', 'Ahora no'))
    enter()
    const page = await openPage('/block-withdrawals')
    await page.user.click(await page.findByRole('button', OPEN_FORM))
    await page.findByText('No pudimos cargar las ofertas')
    wire.house.answer(listRunningBlockOffers, { rows: [running()] })
    await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
    expect(await page.findByRole('combobox', { name: 'Oferta' })).toBeTruthy()
  })

  test('is for the seats that propose: an auditor reads the queue without it', async () => {
    seated(['auditor'])
    wire.house.answer(listQueue, { rows: [], cursor: null, count: null })
    enter()
    const page = await openPage('/block-withdrawals')
    await page.findByRole('heading', { name: 'Retiradas de ofertas en bloque' })
    await expect.poll(() => wire.house.asked(listQueue).length).toBeGreaterThan(0)
    expect(page.queryByRole('button', OPEN_FORM)).toBeNull()
  })
})
