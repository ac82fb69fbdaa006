// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { eur, priceE4, wholeShares } from '@lonja/core/base/amount'
import type { ReplyOf, Role } from '@lonja/core/base/contract'
import { decideBlock, openBlock, openBlockOffer, proposeBlockOffer } from '@lonja/core/blocks/blocks.staff.contract'
import { DAY_MS } from '@lonja/core/calendar/days'
import { listQueue } from '@lonja/core/reviews.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { countNone, customer, framed, proposed, waiting } from '../review/queue.testing.ts'
import { openPage, withConsole } from '../screens.testing.tsx'
import { SHA, TERMS } from './blocks.testing.ts'

const wire = withConsole()

const application = (): ReplyOf<typeof openBlock> => ({
  ...framed(['requirements_met', 'fewer_left'], ['none_left']),
  ...TERMS,
  offered: null,
  number: 'B-033812',
  state: 'in_review',
  offerNumber: 'G-0214AF',
  asked: wholeShares(1_000n),
  cap: priceE4(70_000n),
  held: eur(7_007_00n),
  left: 600n,
  own: 250n,
  waiting: 3,
  ask: priceE4(67_300n),
  price: priceE4(64_608n),
  priceAfter: Date.UTC(2026, 10, 27, 15),
  customer: { ...customer, joinedAt: 0 },
})

function seated(roles: Role[]): void {
  countNone(wire.house)
  const seat = { id: newId<'seat'>(), number: 2, name: 'Lía', hasCustomer: false, claimedAt: 0 }
  wire.house.answer(readSeat, { ...seat, roles })
}

async function openOne(path: string, kind: string, one: { id: string; number: string }): Promise<Page> {
  const row = { id: one.id, kind, number: one.number, amount: null, eur: null }
  wire.house.answer(listQueue, { rows: [waiting(eur(0n), row)], cursor: null, count: null })
  enter()
  const page = await openPage(`${path}?id=${one.id}`)
  await page.findByRole('heading', { name: 'Decisión' })
  return page
}
const evidenceIn = (page: Page): string => plain(page.getByRole('region', { name: 'Pruebas' }).textContent)

async function openApplication() {
  const one = application()
  seated(['reviewer'])
  wire.house.answer(openBlock, one)
  const outcome = { outcome: 'decided', seat: { role: 'reviewer', number: 2 } } as const
  wire.house.answer(decideBlock, ({ input: { id } }) => ({ id, ...outcome, state: 'approved' as const }))
  return { one, page: await openOne('/blocks', 'block', one) }
}
async function decide(page: Page, reason: string): Promise<void> {
  await page.user.click(page.getByRole('radio', { name: /^Aprobar/ }))
  await page.user.click(page.getByRole('radio', { name: new RegExp(reason) }))
}

test('an application shows what is asked, the terms and what is left; approving it sends no price and no shares', async () => {
  const { page, one } = await openApplication()
  for (const part of [
    'Acciones1.000',
    'Precio máximo7,00',
    '7.007,00',
    'Quedan600',
    'además250',
    '4,00%',
    '30 días',
    SHA,
  ])
    expect(evidenceIn(page)).toContain(part)
  await decide(page, 'requirements_met')
  await page.user.click(page.getByRole('button', { name: /^Aprobar/ }))
  await expect.poll(() => wire.house.asked(decideBlock).length).toBe(1)
  expect(wire.house.asked(decideBlock).map(({ input }) => input)).toEqual([
    { id: one.id, opinion: 'approve', reason: 'requirements_met', seen: one.seen },
  ])
})

test('fewer shares are those that are left, if no other number is written', async () => {
  const { page } = await openApplication()
  await decide(page, 'fewer_left')
  expect(page.getByRole('spinbutton', { name: 'Acciones que se ofrecen' })).toHaveProperty('value', '600')
  // The button and its consequences name what is offered, not what was asked for.
  expect(plain(page.getByRole('complementary', { name: 'Decisión' }).textContent)).toContain(
    'El cliente acepta o rechaza600',
  )
  await page.user.click(page.getByRole('button', { name: /^Aprobar.*600 acc. TRQ/ }))
  await expect
    .poll(() => wire.house.asked(decideBlock).map(({ input }) => input.less))
    .toEqual([{ asset: 'XMAD:TRQ', units: 600n }])
})

test('an offer shows its frozen terms to the person who publishes them', async () => {
  const one: ReplyOf<typeof openBlockOffer> = {
    ...framed(['terms_read'], ['terms_wrong']),
    ...TERMS,
    steps: [proposed('approve', 'Condiciones leídas')],
    number: 'G-0214AF',
    state: 'in_review',
    ask: priceE4(67_300n),
    price: priceE4(64_608n),
    proposedBy: { role: 'operations', number: 4 },
  }
  seated(['operations'])
  wire.house.answer(openBlockOffer, one)
  const page = await openOne('/block-offers', 'block_offer', one)
  for (const part of ['TRQ', '4,00%', '10.000', '5.000', '30 días', SHA]) expect(evidenceIn(page)).toContain(part)
})

test('proposing an offer asks for its terms and for no price', async () => {
  seated(['operations'])
  wire.house.answer(listQueue, { rows: [], cursor: null, count: null })
  wire.house.answer(proposeBlockOffer, ({ input: { id } }) => ({
    id,
    number: 'G-0214AF',
    termsHash: SHA,
    review: newId(),
  }))
  enter()
  const page = await openPage('/block-offers')
  await page.user.click(await page.findByRole('button', { name: 'Proponer una oferta' }))
  await page.user.click(page.getByRole('button', { name: 'Proponer' }))
  expect((await page.findAllByText('Rellena este campo')).length).toBe(5)
  expect(wire.house.asked(proposeBlockOffer)).toEqual([])
  const write = (name: RegExp, text: string) => page.write(page.getByRole('textbox', { name }), text)
  await write(/^Acción/, 'xmad:trq')
  await write(/^Descuento/, '4,00')
  await write(/^Tamaño/, '10000')
  await write(/^Mínimo/, '100')
  await write(/^Máximo por cliente/, '5000')
  await page.user.click(page.getByRole('button', { name: 'Proponer' }))
  await expect.poll(() => wire.house.asked(proposeBlockOffer).length).toBe(1)
  const input = wire.house.asked(proposeBlockOffer)[0]?.input
  expect(input).toMatchObject({
    listing: 'XMAD:TRQ',
    discountBps: 400,
    shares: 10_000n,
    least: 100n,
    most: 5_000n,
    lockDays: 30,
  })
  expect(Math.round(((input?.endsAt ?? 0) - Date.now()) / DAY_MS)).toBe(10)
})
