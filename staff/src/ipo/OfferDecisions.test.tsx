// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import { HOUR } from '@lonja/core/base/instant'
import { openOfferReview } from '@lonja/core/ipo/offers.staff.contract'
import { termsText } from '@lonja/core/ipo/terms.text'
import { listQueue } from '@lonja/core/reviews.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { countNone, proposed, waiting } from '../review/queue.testing.ts'
import { openPage, withConsole } from '../screens.testing.tsx'
import { TERMS_READ, proposal } from './offers.testing.ts'

const wire = withConsole()

async function openOne(more: Partial<ReplyOf<typeof openOfferReview>> = {}): Promise<Page> {
  const one = proposal({ steps: [proposed('approve', 'Condiciones leídas')], ...more })
  countNone(wire.house)
  wire.house.answer(readSeat, { id: newId<'seat'>(), number: 2, name: 'Lía', hasCustomer: false, claimedAt: 0, roles: ['operations'] }) // prettier-ignore
  const row = { id: one.id, kind: 'offer', number: one.number, amount: null, eur: null, customer: null }
  wire.house.answer(listQueue, { rows: [waiting({ asset: 'EUR', units: 0n }, row)], cursor: null, count: null })
  wire.house.answer(openOfferReview, one)
  enter()
  const page = await openPage(`/offer-decisions?id=${one.id}`)
  await page.findByRole('heading', { name: 'Decisión' })
  return page
}
const evidenceIn = (page: Page): string => plain(page.getByRole('region', { name: 'Pruebas' }).textContent)
const approve = (page: Page) => page.user.click(page.getByRole('radio', { name: /^Aprobar/ }))
const shown = () => plain(document.body.textContent)

/** The rows of the table of terms, each as its cells. */
const rowsIn = (page: Page): string[][] =>
  page.getAllByRole('row').flatMap((row) => {
    const cells = [...row.querySelectorAll('th, td')].map(({ textContent }) => plain(textContent))
    return row.closest('table')?.caption?.textContent?.match(/^(Condiciones|Lo que cambia)$/) ? [cells] : []
  })

test('terms stand as a table, word by word behind it, with their hash and the prospectus in each language', async () => {
  const page = await openOne()
  expect(rowsIn(page)).toEqual(
    expect.arrayContaining([
      ['Campo', 'Esta oferta'],
      ['Precio por acción', '8,50 €'],
      ['Acciones por lote', '40 · 340,00 €'],
      ['Lotes', '30 · 1.200 acciones'],
      ['Fin del plazo', '03/12/2026 18:00:00'],
    ]),
  )
  for (const part of ['XMAD:SLF', 'a1'.repeat(32), 'Puede caer.', 'It can fall.', 'Puesto 4'])
    expect(evidenceIn(page)).toContain(part)
  expect(document.querySelector('pre')?.textContent).toBe(termsText(TERMS_READ))
  await approve(page)
  // No customer reads it.
  expect(page.getByRole('group', { name: 'Motivo' })).toBeTruthy()
  expect(shown()).toContain('La oferta es pública al momento, fijada por la huella de sus condiciones.')
})

test('the queue names company, act and market, and does not say that a customer sees who opens one', async () => {
  countNone(wire.house)
  const about = { act: 'postpone', name: 'Salinas del Faro', listing: 'XMAD:SLF' } as const
  const row = waiting(
    { asset: 'EUR', units: 0n },
    { kind: 'offer', number: 'O-1', amount: null, customer: null, about },
  )
  wire.house.answer(listQueue, { rows: [row], cursor: null, count: null })
  enter()
  const page = await openPage('/offer-decisions')
  const link = await page.findByRole('link', { name: /^Salinas del Faro/ })
  expect(plain(link.textContent)).toContain('Aplazar · XMAD:SLF · O-1')
  expect(shown()).toContain('Abre una')
  expect(shown()).not.toContain('el cliente la ve')
})

test('a withdrawal shows its public reason, and how many applications are released', async () => {
  const page = await openOne({ what: 'withdraw', reason: 'draw_not_possible', prospectus: null, applications: 1_204 })
  expect(evidenceIn(page)).toContain('No se podía hacer el sorteo')
  await approve(page)
  expect(shown()).toContain('solicitudes liberadas por completo: 1.204')
})

test('of later dates each field stands before and after, and what stays says so', async () => {
  const later = { ...TERMS_READ, draws: TERMS_READ.draws + HOUR, lists: TERMS_READ.lists + 24 * HOUR }
  const page = await openOne({
    what: 'postpone',
    prospectus: null,
    terms: termsText(later),
    termsBefore: termsText(TERMS_READ),
  })
  const rows = rowsIn(page)
  expect(rows).toEqual(
    expect.arrayContaining([
      ['Campo', 'Antes', 'Después'],
      ['Sorteo', '05/12/2026 18:00:00', '05/12/2026 19:00:00'],
      ['Salida a bolsa', '08/12/2026 09:00:00', '09/12/2026 09:00:00'],
    ]),
  )
  const changes = rows.filter(([, , after]) => after !== 'sin cambio').map(([field]) => field)
  expect(changes).toEqual(['Campo', 'Sorteo', 'Salida a bolsa'])
  expect(rows.slice(0, 4).map(([field]) => field)).toEqual(['Campo', 'Sorteo', 'Salida a bolsa', 'Empresa'])
})
