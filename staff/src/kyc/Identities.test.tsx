// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import { decideKyc, openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { viewPicture } from '@lonja/core/pictures/pictures.staff.contract'
import { listQueue } from '@lonja/core/reviews.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, figureOf, inside, plain, type Page } from '@lonja/kit/screens.testing'
import { countNone, customer, evidence, waiting } from '../review/queue.testing.ts'
import { openPage, withConsole } from '../screens.testing.tsx'
import type { Identity } from './IdentityEvidence.tsx'

const wire = withConsole()

const NOW = Date.now()
const FRONT = newId()
const BACK = newId()
const reason = (code: string, title: string) => ({ code, title, next: '' })
const paper = (side: 'front' | 'back', id: string) => ({ side, id, views: 0, removedAt: null, opened: false })

/** A check of an identity card with both its sides, opened by this seat. */
function identity(more: Partial<Identity> = {}): Identity {
  const { review, seen, steps, holder, onlyLook, onePerson, seatedBy, id, dueAt } = evidence()
  const shared = { review, seen, steps, holder, onlyLook, onePerson, seatedBy, id, dueAt }
  return {
    ...shared,
    people: { approve: 1, refuse: 1 },
    recordNumber: 'K-4F09C2',
    state: 'in_review',
    submittedAt: NOW,
    firstName: 'Marta',
    lastName: 'Ruiz Gil',
    type: 'id_card',
    number: '12345678Z',
    sample: false,
    papers: [paper('front', FRONT), paper('back', BACK)],
    customer: { ...customer, joinedAt: NOW },
    checks: [{ check: 'number_fits', ok: true }],
    earlier: [],
    reasons: {
      approve: [reason('papers_match', 'Los datos coinciden')],
      refuse: [
        { ...reason('paper_unreadable', 'No se lee'), repeat: ['front', 'back'] },
        { ...reason('number_differs', 'El número no coincide'), repeat: ['number'] },
        { ...reason('customer_asked', 'Lo ha pedido el cliente'), repeat: [] },
      ],
    },
    ...more,
  }
}

type Answer = ReplyOf<typeof decideKyc>

const decidedAs = (id: string, state: Answer['state']): Answer => ({
  id,
  outcome: 'decided',
  state,
  seat: { role: 'reviewer', number: 1 },
})

async function openOne(of: Partial<Identity> = {}): Promise<Page> {
  const one = identity(of)
  countNone(wire.house)
  const row = { id: one.id, kind: 'kyc', number: one.recordNumber, amount: null, eur: null }
  wire.house.answer(listQueue, { rows: [waiting({ asset: 'EUR', units: 1n }, row)], cursor: null, count: null })
  wire.house.answer(openKyc, one)
  wire.house.answer(decideKyc, ({ input: { id, opinion } }) =>
    decidedAs(id, opinion === 'approve' ? 'passed' : 'refused'),
  )
  enter()
  const page = await openPage(`/identities?id=${one.id}`)
  await page.findByRole('heading', { name: 'Decisión' })
  return page
}

const shown = (page: Page) => page.getByRole('region', { name: 'Pruebas' })
const decided = () => wire.house.asked(decideKyc).map(({ input }) => input)
const choose = (page: Page, name: string) => page.user.click(page.getByRole('radio', { name: new RegExp(`^${name}`) }))
const press = (page: Page, name: RegExp) => page.user.click(page.getByRole('button', { name }))
const repeat = (page: Page, name: string) => page.getByRole('checkbox', { name })
const isChosen = (box: HTMLElement) => (box as HTMLInputElement).checked

describe('the evidence', () => {
  test('what the customer has written stands beside the papers, with the record’s own number', async () => {
    const page = await openOne()
    expect(page.getByRole('heading', { level: 2, name: 'Marta Ruiz Gil' })).toBeTruthy()
    expect(inside(shown(page)).getByText('K-4F09C2')).toBeTruthy()
    expect([figureOf('Nombre'), figureOf('Apellidos'), figureOf('Documento de identidad')]).toEqual([
      'Marta',
      'Ruiz Gil',
      '12345678Z',
    ])
    expect(page.getByText('El número tiene la forma de ese documento')).toBeTruthy()
    expect(page.queryByText(/^Documento de muestra/)).toBeNull()
  })

  test('a number of another customer fails first; a sample document and earlier refusals are said', async () => {
    const page = await openOne({
      sample: true,
      checks: [
        { check: 'papers_there', ok: true },
        { check: 'number_new', ok: false },
      ],
      earlier: [{ id: newId(), submittedAt: NOW, endedAt: NOW, reason: reason('paper_expired', 'Caducado') }],
    })
    const checks = page.getByRole('heading', { name: 'Comprobaciones' }).parentElement as HTMLElement
    const [first] = inside(checks).getAllByRole('listitem')
    expect(plain(first?.textContent)).toContain('Ningún otro cliente tiene ese número')
    expect(inside(first as HTMLElement).getByRole('img', { name: 'falla' })).toBeTruthy()
    expect(page.getByText(/^Documento de muestra/)).toBeTruthy()
    expect(page.getByText(/Caducado$/)).toBeTruthy()
  })

  test('each paper is seen by its own press, and one that was removed cannot be', async () => {
    const page = await openOne({ papers: [paper('front', FRONT), { ...paper('back', BACK), removedAt: NOW }] })
    wire.house.answer(viewPicture, { type: 'image/jpeg', width: 4, height: 3, base64: 'QQ==', use: 'kyc' })
    expect(page.getByText('Borrada tras su plazo.')).toBeTruthy()
    await press(page, /^Ver$/)
    expect(await page.findByRole('img', { name: /^Imagen con marca de agua: Anverso/ })).toBeTruthy()
    expect(wire.house.asked(viewPicture).map(({ input }) => input)).toEqual([{ customer: customer.id, id: FRONT }])
  })

  test('a picture that is refused says why', async () => {
    const page = await openOne({ papers: [paper('front', FRONT)] })
    wire.house.answer(viewPicture, no('picture_damaged', 'La imagen está dañada'))
    await press(page, /^Ver$/)
    expect(await page.findByText('La imagen está dañada')).toBeTruthy()
  })
})

describe('the decision', () => {
  test('to pass asks for nothing again, and says that the customer is verified', async () => {
    const page = await openOne()
    await choose(page, 'Aprobar')
    expect(figureOf('Cliente')).toBe('identidad verificada')
    for (const name of ['Anverso', 'Número']) expect(page.queryByRole('checkbox', { name })).toBeNull()
    await press(page, /^Aprobar/)
    const decision = { opinion: 'approve', reason: 'papers_match', repeat: [], seen: 'what was seen first' }
    await expect.poll(decided).toMatchObject([decision])
    expect(await page.findByText('Verificada · K-4F09C2')).toBeTruthy()
  })

  test('to refuse asks again for one of the fields that its reason allows, or for those that are chosen', async () => {
    const page = await openOne()
    await choose(page, 'Rechazar')
    await choose(page, 'No se lee')
    expect([isChosen(repeat(page, 'Anverso')), isChosen(repeat(page, 'Reverso'))]).toEqual([true, false])
    expect(page.queryByRole('checkbox', { name: 'Número' })).toBeNull()
    await page.user.click(repeat(page, 'Reverso'))
    await page.user.click(repeat(page, 'Anverso'))
    expect(figureOf('Cliente')).toBe('repite lo marcado')
    await press(page, /^Rechazar/)
    await expect.poll(decided).toMatchObject([{ opinion: 'refuse', reason: 'paper_unreadable', repeat: ['back'] }])
    expect(await page.findByText('Rechazada · K-4F09C2')).toBeTruthy()
  })

  test('another reason forgets fields that it does not allow', async () => {
    const page = await openOne()
    await choose(page, 'Rechazar')
    await choose(page, 'No se lee')
    await page.user.click(repeat(page, 'Reverso'))
    await choose(page, 'El número no coincide')
    expect(page.queryByRole('checkbox', { name: 'Anverso' })).toBeNull()
    await page.user.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(decided).toMatchObject([{ reason: 'number_differs', repeat: ['number'] }])
  })

  test('by keys: the only reason to approve is chosen with the opinion', async () => {
    const page = await openOne()
    await page.user.keyboard('a{Control>}{Enter}{/Control}')
    await expect.poll(decided).toMatchObject([{ opinion: 'approve', reason: 'papers_match' }])
  })

  test('a refusal of the house is shown, and the check can be opened again', async () => {
    const page = await openOne()
    wire.house.answer(decideKyc, no('unknown_repeat', 'Ese campo no se puede pedir'))
    await page.user.keyboard('r1{Control>}{Enter}{/Control}')
    expect((await page.findByText('Ese campo no se puede pedir')).getAttribute('role')).toBe('alert')
    await press(page, /^Abrirla otra vez/)
    await expect.poll(() => wire.house.asked(openKyc)).toHaveLength(2)
  })
})

test.each([
  ['kyc_damaged', 'Lo guardado está dañado'],
  ['not_your_role', 'Tu puesto no tiene ese rol'],
] as const)('a check that cannot be opened (%s) says why, with nothing to decide', async (code, why) => {
  countNone(wire.house)
  wire.house.answer(listQueue, { rows: [], cursor: null, count: null })
  wire.house.answer(openKyc, no(code, why))
  enter()
  const page = await openPage(`/identities?id=${newId()}`)
  expect(await page.findByText(why)).toBeTruthy()
  expect(page.queryByRole('radio')).toBeNull()
})

test('of an account that was closed meanwhile nothing is left to decide', async () => {
  const page = await openOne({ state: 'account_closed', review: 'cancelled', onlyLook: 'review_over' })
  expect(page.getByText('El cliente la retiró')).toBeTruthy()
  expect(page.getAllByText('Cuenta cerrada')).toHaveLength(1)
  await page.user.keyboard('a{Control>}{Enter}{/Control}')
  expect(decided()).toEqual([])
})
