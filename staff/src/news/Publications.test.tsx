// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { AnnouncedAction } from '@lonja/core/news/actions.contract'
import { previewActions, proposeActions } from '@lonja/core/news/actions.staff.contract'
import { openPublication } from '@lonja/core/news/publications.staff.contract'
import { listQueue } from '@lonja/core/reviews.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { countNone, evidence, proposed, waiting } from '../review/queue.testing.ts'
import { openPage, withConsole } from '../screens.testing.tsx'

const wire = withConsole()

const SHA = 'ab'.repeat(32)
const SOURCE = 'https://www.example.org/actions'
const ROW: AnnouncedAction = {
  line: 2,
  what: 'announce',
  kind: 'dividend',
  listing: 'XNYS:ABC',
  currency: 'USD',
  exDay: '2026-12-10',
  recordAt: Date.UTC(2026, 11, 9, 21),
  ratio: null,
  amount: priceE4(2_500n),
  successor: null,
}
const WITHDRAWS: AnnouncedAction = { ...ROW, line: 3, what: 'withdraw', amount: priceE4(9_000n) }

type Publication = ReplyOf<typeof openPublication>

function publication(more: Partial<Publication> = {}): Publication {
  const { review, seen, steps, holder, onlyLook, onePerson, seatedBy, id, dueAt, at } = evidence()
  return {
    review,
    seen,
    steps,
    holder,
    onlyLook,
    onePerson,
    seatedBy,
    id,
    dueAt,
    at,
    people: { approve: 2, refuse: 1 },
    reasons: { approve: [{ code: 'source_compared', title: 'Comparado con la fuente', next: '' }], refuse: [] },
    number: 'P-7K2M-91QX',
    state: 'in_review',
    what: 'actions',
    texts: [],
    before: null,
    name: null,
    listings: [],
    actions: { source: SOURCE, sha256: SHA, rows: [ROW, WITHDRAWS], fault: null },
    recipients: [],
    count: null,
    proposedBy: { role: 'operations', number: 4 },
    ...more,
  }
}

const seated = () => {
  const seat = { id: newId<'seat'>(), number: 2, name: 'Lía', hasCustomer: false, claimedAt: 0 }
  wire.house.answer(readSeat, { ...seat, roles: ['operations'] })
}

async function openOne(more: Partial<Publication> = {}): Promise<Page> {
  const one = publication(more)
  countNone(wire.house)
  seated()
  const row = { id: one.id, kind: 'publication', number: one.number, amount: null, eur: null, customer: null }
  wire.house.answer(listQueue, { rows: [waiting({ asset: 'EUR', units: 0n }, row)], cursor: null, count: null })
  wire.house.answer(openPublication, one)
  enter()
  const page = await openPage(`/publications?id=${one.id}`)
  await page.findByRole('heading', { name: 'Decisión' })
  return page
}

const evidenceIn = (page: Page): string => plain(page.getByRole('region', { name: 'Pruebas' }).textContent)

test('a file shows its source, its hash and every row with its line before it is confirmed', async () => {
  const page = await openOne({ steps: [proposed('approve', 'Comparado con la fuente')] })
  for (const part of [
    'Fichero de eventos corporativos',
    SOURCE,
    SHA,
    'Línea 2',
    'Dividendo de 0,25',
    'Línea 3',
    'Retirado: Dividendo de 0,90',
    'Primer día sin él: 10/12/2026',
  ])
    expect(evidenceIn(page)).toContain(part)
  await page.user.click(page.getByRole('radio', { name: /^Aprobar/ }))
  expect(plain(document.body.textContent)).toContain('el fichero son públicos al momento')
})

test.each([
  [{ from: 1n, to: 4n }, 'Desdoblamiento, 4 por 1'],
  [{ from: 10n, to: 1n }, 'Agrupación, 1 por 10'],
])('a split of %o is named as what it is', async (ratio, name) => {
  const rows: AnnouncedAction[] = [{ ...ROW, kind: 'split', amount: null, ratio }]
  const page = await openOne({ actions: { source: SOURCE, sha256: SHA, rows, fault: null } })
  expect(evidenceIn(page)).toContain(name)
})

test('one that cannot be announced any more says the line and the reason', async () => {
  const fault = { line: 2, fault: 'too_late' as const, blanks: [{ name: 'day', text: '2026-12-10' }] }
  const page = await openOne({ actions: { source: SOURCE, sha256: SHA, rows: [], fault } })
  expect(evidenceIn(page)).toContain('Línea 2: 2026-12-10 empieza en menos de un día entero')
})

async function openForm(): Promise<Page> {
  countNone(wire.house)
  seated()
  wire.house.answer(listQueue, { rows: [], cursor: null, count: null })
  enter()
  const page = await openPage('/publications')
  await page.user.click(await page.findByRole('button', { name: 'Proponer un fichero de eventos corporativos' }))
  return page
}
const TEXT = 'date,listing,kind,value,currency\n2026-12-10,ABC,dividend,0.25,USD\n'
const choose = (page: Page, text = TEXT) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  return page.user.upload(input as HTMLInputElement, new File([text], 'actions.csv', { type: 'text/csv' }))
}

test('a file is read as it would be announced, and proposed byte for byte with its source', async () => {
  wire.house.answer(previewActions, { sha256: SHA, rows: [ROW], fault: null })
  wire.house.answer(proposeActions, ({ input: { id } }) => ({ id, review: newId(), sha256: SHA }))
  const page = await openForm()
  await choose(page)
  await page.findByText(SHA)
  await page.user.click(page.getByRole('button', { name: 'Proponer' }))
  expect(page.getByText('Escriba la dirección https de la fuente.')).toBeTruthy()
  expect(wire.house.asked(proposeActions)).toEqual([])
  await page.write(page.getByRole('textbox', { name: /^Fuente pública/ }), SOURCE)
  await page.user.click(page.getByRole('button', { name: 'Proponer' }))
  await expect.poll(() => wire.house.asked(proposeActions).length).toBe(1)
  expect(wire.house.asked(proposeActions).map(({ input }) => [input.source, atob(input.file)])).toEqual([
    [SOURCE, TEXT],
  ])
})

test('an error is shown with its line, and nothing is proposed', async () => {
  wire.house.answer(previewActions, {
    sha256: SHA,
    rows: [],
    fault: { line: 2, fault: 'kind', blanks: [{ name: 'text', text: 'merger' }] },
  })
  const page = await openForm()
  await page.write(page.getByRole('textbox', { name: /^Fuente pública/ }), SOURCE)
  await choose(page)
  expect(await page.findByText(/Línea 2: «merger» no es ninguno de estos tipos/)).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Proponer' }))
  expect(await page.findByText('Elija un fichero sin errores.')).toBeTruthy()
  expect(wire.house.asked(proposeActions)).toEqual([])
})

test('a file that is too large is not sent, and a house without files says why', async () => {
  const page = await openForm()
  await choose(page, 'x'.repeat(32_769))
  expect(await page.findByText('El fichero pasa de 32 KB.')).toBeTruthy()
  wire.house.answer(previewActions, no('actions_elsewhere', 'Este mercado tiene los suyos'))
  await choose(page)
  expect((await page.findAllByText('Este mercado tiene los suyos')).length).toBeGreaterThan(0)
})
