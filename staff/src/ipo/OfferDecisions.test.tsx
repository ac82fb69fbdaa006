// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import { HOUR } from '@lonja/core/base/instant'
import { openOfferReview } from '@lonja/core/ipo/offers.staff.contract'
import { listQueue } from '@lonja/core/reviews.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { countNone, proposed, waiting } from '../review/queue.testing.ts'
import { openPage, withConsole } from '../screens.testing.tsx'
import { DATES, proposal } from './offers.testing.ts'

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

test('terms are shown word by word with their hash, and the prospectus in each language', async () => {
  const page = await openOne()
  for (const part of ['XMAD:SLF', 'price 8.50', 'a1'.repeat(32), 'Puede caer.', 'It can fall.', 'Puesto 4'])
    expect(evidenceIn(page)).toContain(part)
  await approve(page)
  expect(shown()).toContain('La oferta es pública al momento, fijada por el hash de sus condiciones.')
})

test('a withdrawal shows its public reason, and how many applications are released', async () => {
  const page = await openOne({ what: 'withdraw', reason: 'draw_not_possible', prospectus: null, applications: 1_204 })
  expect(evidenceIn(page)).toContain('No se podía hacer el sorteo')
  await approve(page)
  expect(shown()).toContain('solicitudes liberadas por completo: 1.204')
})

test('later dates stand beside those before', async () => {
  const page = await openOne({
    what: 'postpone',
    prospectus: null,
    before: DATES,
    after: { ...DATES, draws: DATES.draws + HOUR },
  })
  expect(evidenceIn(page)).toMatch(/Sorteo.*18:00.*; después .*19:00/)
  expect(evidenceIn(page)).toMatch(/Fin del plazo.*sin cambio/)
})
