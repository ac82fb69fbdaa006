// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { priceE4, type ListingId } from '@lonja/core/base/amount'
import { lotOf } from '@lonja/core/base/ids'
import { listActions, readAction, type ActionReply, type OwnAction } from '@lonja/core/corporate/corporate.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'

const wire = withApp()
const ABC: ListingId = 'XNYS:ABC'

const SPLIT: ActionReply = {
  id: newId(),
  kind: 'split',
  listing: ABC,
  name: 'Abacus Works',
  currency: 'USD',
  exDay: '2026-11-12',
  recordAt: Date.UTC(2026, 10, 11, 21),
  announcedAt: Date.UTC(2026, 10, 5, 5),
  doneAt: Date.UTC(2026, 10, 11, 21, 0, 1),
  withdrawnAt: null,
  ratio: { from: 1n, to: 4n },
  amount: null,
  withholdingBps: null,
  successor: null,
  close: priceE4(2_408_000n),
}
const DIVIDEND: ActionReply = {
  ...SPLIT,
  id: newId(),
  kind: 'dividend',
  exDay: '2026-12-04',
  doneAt: null,
  ratio: null,
  amount: priceE4(2_500n),
  withholdingBps: 1_500,
  close: null,
}
const lot = lotOf(newId<'fill'>())
const OWN: OwnAction = {
  posting: 12,
  sharesBefore: 10n,
  sharesAfter: 40n,
  gross: 0n,
  withheld: 0n,
  net: 0n,
  cash: 0n,
  cost: 0n,
  realised: 0n,
  orders: 2,
  adjusted: 3,
  at: Date.UTC(2026, 10, 11, 21, 0, 1),
  lots: [
    {
      lot,
      number: 'T-2041-8QWX',
      sharesBefore: 10n,
      sharesAfter: 40n,
      priceBefore: priceE4(2_408_000n),
      priceAfter: priceE4(602_000n),
      costBefore: 241_041n,
      costAfter: 241_041n,
    },
  ],
}

async function openAction(action: ActionReply, own: OwnAction | null): Promise<Page> {
  wire.house.answer(readAction, { action, own })
  enter()
  return openPage(`/subPackages/corporate/action?id=${action.id}`)
}
const words = (page: Page) => plain(page.getByRole('main').textContent)

test('a split says what each lot was and is, that its cost is the same, and leads to its entries', async () => {
  const page = await openAction(SPLIT, OWN)
  expect(await page.findByText('Desdoblamiento, 4 por 1')).toBeTruthy()
  for (const part of [
    '10 son ahora 40',
    'Sin fracciones',
    '10 a 240,80',
    '40 a 60,20',
    '2.410,41',
    'Órdenes ajustadas',
    'Órdenes terminadas',
  ])
    expect(words(page)).toContain(part)
  const link = page.getByRole('link', { name: 'Ver los apuntes' })
  expect(link.getAttribute('href')).toContain(`cause=${SPLIT.id}&causeKind=action`)
})

test('a split that makes fewer shares of more has its own name', async () => {
  const page = await openAction({ ...SPLIT, ratio: { from: 10n, to: 1n } }, null)
  expect(await page.findByText('Agrupación, 1 por 10')).toBeTruthy()
})

test('the name of the company stands whole below the header, which has its ticker and venue', async () => {
  const name = 'Compañía Hispanoamericana de Infraestructuras y Energías del Mediterráneo'
  const page = await openAction({ ...SPLIT, name }, OWN)
  await page.findByText('Desdoblamiento, 4 por 1')
  const head = page.getByRole('heading', { level: 1 }).parentElement
  expect(plain(head?.textContent)).toBe('ABCBolsa de Nueva York')
  expect(words(page)).toContain(name)
})

test('a fraction says its cash, its cost and its result', async () => {
  const page = await openAction(SPLIT, { ...OWN, cash: 6_000n, cost: 5_005n, realised: 995n })
  await page.findByText('Por la fracción')
  for (const part of ['60,00', '50,05', '+9,95']) expect(words(page)).toContain(part)
})

test('a dividend says gross, tax and net', async () => {
  const paid = { ...OWN, lots: [], orders: 0, sharesAfter: 10n, gross: 250n, withheld: 38n, net: 212n }
  const page = await openAction({ ...DIVIDEND, doneAt: 1 }, paid)
  expect(await page.findByText(/Dividendo de 0,25/)).toBeTruthy()
  for (const part of ['2,50', '0,38', '2,12', '15,00']) expect(words(page)).toContain(part)
  expect(words(page)).not.toContain('Lotes')
})

test.each([
  ['a coming one says when it is carried out', null, 'Se hace tras el cierre'],
  ['one that did not concern the account says so', 1, 'No ha cambiado nada en tu cuenta.'],
])('%s', async (_what, doneAt, text) => {
  const page = await openAction({ ...DIVIDEND, doneAt }, null)
  expect(await page.findByText(new RegExp(text))).toBeTruthy()
})

test.each([
  ['unknown_action', 'No hay tal evento'],
  ['unavailable', 'No hemos podido cargar los eventos'],
])('%s: %s', async (code, text) => {
  wire.house.answer(readAction, no(code as 'unavailable', 'Ahora no'))
  enter()
  const page = await openPage(`/subPackages/corporate/action?id=${newId()}`)
  expect(await page.findByText(text)).toBeTruthy()
})

async function openActions(rows: ActionReply[]): Promise<Page> {
  wire.house.answer(listActions, { rows })
  return openPage(`/subPackages/corporate/actions?listing=${ABC}`)
}

test('the actions of a listing are those that are coming and those of the past, each with its record', async () => {
  const page = await openActions([DIVIDEND, SPLIT])
  await page.findByText('Próximos')
  expect(page.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Próximos',
    'Anteriores',
  ])
  const split = page.getByRole('link', { name: /Desdoblamiento, 4 por 1/ })
  expect(split.getAttribute('href')).toContain(`/subPackages/corporate/action?id=${SPLIT.id}`)
})

test('a listing without any says so, and one that cannot be read too', async () => {
  expect(await (await openActions([])).findByText(/Sin dividendos, desdoblamientos/)).toBeTruthy()
  wire.house.answer(listActions, no('unavailable', 'Ahora no'))
  const page = await openPage('/subPackages/corporate/actions?listing=XNYS:XYZ')
  expect(await page.findByText('No hemos podido cargar los eventos')).toBeTruthy()
})
