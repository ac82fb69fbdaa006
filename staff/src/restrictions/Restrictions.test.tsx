// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { decideRestriction, openRestriction } from '@lonja/core/restrictions/restrictions.staff.contract'
import { listQueue } from '@lonja/core/reviews.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { countNone, proposed, waiting } from '../review/queue.testing.ts'
import { openPage, withConsole } from '../screens.testing.tsx'
import { MADE_AT, UNTIL, request, type Request } from './restrictions.testing.ts'

const wire = withConsole()

function queue(one: Request): void {
  countNone(wire.house)
  const row = { id: one.id, kind: 'restriction', number: one.number, amount: null, eur: null }
  wire.house.answer(listQueue, { rows: [waiting({ asset: 'EUR', units: 0n }, row)], cursor: null, count: null })
  wire.house.answer(openRestriction, one)
  wire.house.answer(decideRestriction, ({ input: { id } }) => ({
    id,
    outcome: 'decided' as const,
    state: 'approved' as const,
    seat: { role: 'support' as const, number: 1 },
  }))
  enter()
}

async function openOne(of: Partial<Request> = {}): Promise<Page> {
  const one = request(of)
  queue(one)
  const page = await openPage(`/restrictions?id=${one.id}`)
  await page.findByRole('heading', { name: 'Decisión' })
  return page
}

const evidenceIn = (page: Page): string => plain(page.getByRole('region', { name: 'Pruebas' }).textContent)
const choose = (page: Page, name: RegExp) => page.user.click(page.getByRole('radio', { name }))
const confirm = (page: Page) => page.user.click(page.getByRole('button', { name: /^(Confirmar|Proponer)/ }))
const decided = () => wire.house.asked(decideRestriction).map(({ input }) => input)

describe('more than 72 hours', () => {
  test('the evidence says what is asked, by whom, until when, what is in force and what happens to what is under way', async () => {
    const page = await openOne({ note: 'Oficio 114/2026' })
    const words = evidenceIn(page)
    for (const part of [
      'X-7K2M-91QX',
      'Marta Ruiz',
      'Limitar: Cerrada a todo',
      'Orden judicial',
      '26/11/2026 14:33:07',
    ])
      expect(words).toContain(part)
    for (const part of ['Puesto 4, revisión', 'Oficio 114/2026', 'R-1111-AAAA', 'Se para ahora'])
      expect(words).toContain(part)
    expect(words).toMatch(/En vigor\s*Ninguno/)
  })

  test('the second person’s approval restricts the account, and the panel says until when before it is confirmed', async () => {
    const page = await openOne({ steps: [proposed('approve', 'Hay motivo')] })
    await choose(page, /^Aprobar/)
    expect(figureOf('La cuenta')).toBe('limitada hasta el 26/11/2026 14:33:07')
    await choose(page, /^Hay motivo/)
    expect(decided()).toEqual([])
    await confirm(page)
    await expect
      .poll(decided)
      .toMatchObject([{ opinion: 'approve', reason: 'grounds_hold', seen: 'what was seen first' }])
  })

  test('a refusal leaves it as it is', async () => {
    const page = await openOne()
    await choose(page, /^Rechazar/)
    expect(figureOf('La cuenta')).toBe('sigue como está')
  })
})

const IN_FORCE: NonNullable<Request['inForce']> = {
  level: 2,
  reason: 'reported_stolen',
  role: 'support',
  byCustomer: false,
  madeAt: MADE_AT,
  untilAt: UNTIL,
  note: 'Llamó a las 14:21',
}
const LIFT: Partial<Request> = {
  act: 'lift',
  level: 2,
  reason: 'reported_stolen',
  inForce: IN_FORCE,
  reasons: {
    approve: [{ code: 'grounds_gone', title: 'Ya no hay motivo', next: '' }],
    refuse: [{ code: 'grounds_remain', title: 'El motivo sigue', next: '' }],
  },
}

describe('lifting', () => {
  test('names the restriction in force, with the note; nothing under way is stopped by it', async () => {
    const page = await openOne(LIFT)
    const words = evidenceIn(page)
    for (const part of [
      'Levantar: Sin dinero fuera',
      'Denunciada como robada',
      '23/11/2026 14:33:07',
      'Llamó a las 14:21',
    ])
      expect(words).toContain(part)
    expect(words).not.toContain('R-1111-AAAA')
  })

  test('an approval says that the account is free from now on', async () => {
    const page = await openOne({ ...LIFT, steps: [proposed('approve', 'Ya no hay motivo')] })
    await choose(page, /^Aprobar/)
    expect(figureOf('La cuenta')).toBe('sin límite desde ahora')
    await choose(page, /^Ya no hay motivo/)
    await confirm(page)
    await expect.poll(decided).toMatchObject([{ opinion: 'approve', reason: 'grounds_gone' }])
  })
})

// prettier-ignore
test.each([
  ['a restriction whose end has passed',   'until_past',          'El fin ya ha pasado'],
  ['one that another request has changed', 'restriction_changed', 'La limitación ha cambiado'],
] as const)('%s is not decided: the panel says why', async (_case, code, words) => {
  const page = await openOne()
  wire.house.answer(decideRestriction, no(code, words))
  await choose(page, /^Aprobar/)
  await choose(page, /^Hay motivo/)
  await confirm(page)
  expect(await page.findByText(words)).toBeTruthy()
})

test('a seat that may only look sees the evidence, and no button of a decision', async () => {
  const page = await openOne({ onlyLook: 'role_reads' })
  expect(evidenceIn(page)).toContain('Limitar: Cerrada a todo')
  expect(page.queryByRole('button', { name: /^(Confirmar|Proponer)/ })).toBeNull()
})

test('nothing waits: the queue says so', async () => {
  countNone(wire.house)
  wire.house.answer(listQueue, { rows: [], cursor: null, count: null })
  enter()
  const page = await openPage('/restrictions')
  expect(await page.findByText('No espera nada.')).toBeTruthy()
})
