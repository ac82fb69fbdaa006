// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { LANGUAGES } from '@lonja/core/base/language'
import { readOrder } from '@lonja/core/orders/story.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { readOrderLeaves, type LeafProof } from '@lonja/core/proof/leaf.contract'
import { DAY_BEGINS, OTHER_KEY, proofFor, signed } from '@lonja/core/proof/leaf.testing'
import { listDayRoots } from '@lonja/core/proof/roots.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, figureOf, later, plain, type Page } from '@lonja/kit/screens.testing'
import { shownToast } from '@lonja/kit/parts/toast'
import { openPage, withApp } from '../screens.testing.tsx'
import { AT, FILL, ORDER, STORY, TEXT } from './receipt.testing.ts'

const wire = withApp()

const PAGE = `/subPackages/proof/leaf?id=${ORDER}&fill=${FILL}`

const ENTRIES = [
  `["entry", "ana", 9, 9, "USD", "release", "hold", 0, 240000, 240000, 0, "order", "${ORDER}", ${AT}]`,
  `["entry", "ana", 10, 9, "USD", "buy", "market", 240000, 8540, 0, 0, "order", "${ORDER}", ${AT}]`,
  `["entry", "ana", 11, 9, "USD", "fee", "fees", 8540, 8308, 0, 0, "order", "${ORDER}", ${AT}]`,
  `["entry", "ana", 12, 9, "XNYS:KLD", "buy", "market", 0, 10, 0, 0, "order", "${ORDER}", ${AT}]`,
]
const OTHERS = Array.from({ length: 20 }, (_row, n) => `["entry", "eva", ${n}, ${DAY_BEGINS + n}]`)
const PROOF = proofFor([...ENTRIES, ...OTHERS, TEXT], [24, 0, 1, 2, 3])

const DUE = DAY_BEGINS + 86_400_000 + 900_000
const leafWith = (proof: LeafProof | null, more: object = {}) => ({
  fills: [{ fill: FILL, day: '2026-11-25', leaf: PROOF.rows[0]!.leaf, due: DUE, late: false, proof, ...more }],
})
const publishing = ({ line, publicKey }: Pick<LeafProof, 'line' | 'publicKey'>): void => {
  const rows = [{ day: '2026-11-25', leaves: 25, root: '', line }]
  wire.house.answer(listDayRoots, { publicKey, rows, cursor: null })
}

beforeEach(() => {
  enter()
  wire.house.answer(readOrder, STORY)
  wire.house.answer(listPositions, { at: AT, rows: [] })
  wire.house.answer(readOrderLeaves, leafWith(PROOF))
  publishing(PROOF)
})

/** The state of each step, as a screen reader says it. */
const statesOf = (page: Page): string[] =>
  page.getAllByRole('listitem').map((item) => item.querySelector('[role=img]')?.getAttribute('aria-label') ?? '')

const HOLDS = 'Se cumple'
const BREAKS = 'No se cumple'
const CANNOT = 'Aquí no se puede comprobar'
const NEW = 'Vista por primera vez'

async function checked(): Promise<Page> {
  const page = await openPage(PAGE)
  await page.user.click(await page.findByRole('button', { name: 'Comprobar ahora' }))
  return page
}

test('the page shows the root, the way to it, and the figures of the leaf, before anything is checked', async () => {
  const page = await openPage(PAGE)
  expect(await page.findByText('Raíz del 25/11/2026')).toBeTruthy()
  expect(page.getByText('2 pasos, de 25 hojas')).toBeTruthy()
  expect(figureOf('Acciones × Precio')).toBe('10 × 231,46')
  expect(figureOf('Comisión')).toBe('2,32 US$')
  expect(figureOf('Compra de acciones')).toBe('-2.314,60 US$')
  expect(statesOf(page)).toEqual([...Array<string>(4).fill('Sin comprobar'), NEW, CANNOT])
  expect(wire.house.asked(listDayRoots)).toHaveLength(0)
})

test('a proof that holds says so, step by step, with the root and the key that the house publishes', async () => {
  const page = await checked()
  expect(await page.findByText('Tu operación está en la raíz')).toBeTruthy()
  expect(page.getByText('La ejecución y 4 apuntes, rehechos en este dispositivo.')).toBeTruthy()
  expect(statesOf(page)).toEqual([HOLDS, HOLDS, HOLDS, HOLDS, NEW, CANNOT])
  expect(wire.house.asked(listDayRoots)).toEqual([expect.objectContaining({ input: { cursor: '2026-11-26', limit: 1 } })]) // prettier-ignore
})

const row = (change: object): LeafProof => ({ ...PROOF, rows: [{ ...PROOF.rows[0]!, ...change }, ...PROOF.rows.slice(1)] }) // prettier-ignore
const text = (line: string): string => line.slice(0, line.lastIndexOf(' '))
const elsewhere = { ...PROOF, line: signed(text(PROOF.line), OTHER_KEY) }

describe('what does not check out is named', () => {
  test.each<[string, LeafProof, string, string[]]>([
    ['a changed fill', row({ text: TEXT.replace('231460, 232', '231460, 231') }), 'la hoja', [BREAKS, HOLDS, HOLDS, HOLDS, NEW, CANNOT]], // prettier-ignore
    ['a wrong salt', row({ salt: '00'.repeat(32) }), 'la hoja', [BREAKS, HOLDS, HOLDS, HOLDS, NEW, CANNOT]],
    ['a path to another root', row({ path: PROOF.rows[0]!.path.slice(1) }), 'el camino a la raíz', [HOLDS, BREAKS, HOLDS, HOLDS, NEW, CANNOT]], // prettier-ignore
    [
      'a cut tail of the root',
      { ...PROOF, before: null },
      'la raíz anterior',
      [HOLDS, HOLDS, HOLDS, BREAKS, NEW, CANNOT],
    ],
    ['the root of another house', elsewhere, 'la firma', [HOLDS, HOLDS, BREAKS, HOLDS, NEW, CANNOT]],
  ])('%s', async (_what, proof, named, states) => {
    wire.house.answer(readOrderLeaves, leafWith(proof))
    publishing(proof)
    const page = await checked()
    expect(await page.findByText('No encaja')).toBeTruthy()
    expect(page.getByText(new RegExp(`^No se cumple: ${named}\\.`))).toBeTruthy()
    expect(statesOf(page)).toEqual(states)
  })

  test('another root than everybody is given', async () => {
    publishing({ ...PROOF, line: elsewhere.line })
    const page = await checked()
    expect(await page.findByText(/No se cumple: la firma\./)).toBeTruthy()
  })

  test('a leaf with other figures than the receipt', async () => {
    const [fill] = STORY.fills
    wire.house.answer(readOrder, { ...STORY, fills: [{ ...fill!, price: priceE4(2_314_500n) }] })
    const page = await checked()
    expect(await page.findByText(/No se cumple: la hoja\./)).toBeTruthy()
  })
})

test('while a house does not answer the check says that nothing was checked, and runs again', async () => {
  wire.house.answer(listDayRoots, no('unavailable', 'Hay demasiada gente'))
  const page = await checked()
  expect(await page.findByText('No se ha podido comprobar')).toBeTruthy()
  expect(statesOf(page)).toEqual([...Array<string>(4).fill('Sin comprobar'), NEW, CANNOT])
  publishing(PROOF)
  await page.user.click(page.getByRole('button', { name: 'Comprobar ahora' }))
  expect(await page.findByText('Tu operación está en la raíz')).toBeTruthy()
})

test('before the root is signed the leaf is there to keep, with the time at which the root is due', async () => {
  wire.house.answer(readOrderLeaves, leafWith(null))
  const page = await openPage(PAGE)
  expect(await page.findByText('La raíz del 25/11/2026 aún no está firmada')).toBeTruthy()
  expect(plain(page.getByText(/será después del/).textContent)).toContain('26/11/2026 01:15:00')
  expect(page.getByText(PROOF.rows[0]!.leaf)).toBeTruthy()
  expect(page.getByRole('button', { name: 'Copiar: Tu hoja' })).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Comprobar ahora' })).toBeNull()
  expect(page.queryByText('Qué demuestra')).toBeNull()
})

test('a root that is late says why that can be', async () => {
  wire.house.answer(readOrderLeaves, leafWith(null, { late: true }))
  const page = await openPage(PAGE)
  expect(await page.findByText(/Tocaba el 26\/11\/2026 01:15:00/)).toBeTruthy()
})

/** Reads a file as jsdom can. */
const textOf = (file: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.readAsText(file)
  })

test('the proof is saved as the file that the command reads', async () => {
  const addressed = vi.spyOn(URL, 'createObjectURL')
  const page = await openPage(PAGE)
  await page.user.click(await page.findByRole('button', { name: 'Guardar la prueba' }))
  const [file] = addressed.mock.calls[0] ?? []
  expect(JSON.parse(await textOf(file as Blob))).toEqual(PROOF)
  expect(shownToast()?.text).toMatch(/^Guardada: lonja-2026-11-25-[0-9a-f]{8}\.json$/)
})

test('the exact texts, salts and paths open on demand, each with a button that copies it', async () => {
  const page = await openPage(PAGE)
  const opener = await page.findByRole('button', { name: /^Texto exacto y camino/ })
  expect(opener.getAttribute('aria-expanded')).toBe('false')
  expect(page.queryByText(TEXT)).toBeNull()
  opener.focus()
  await page.user.keyboard('{Enter}')
  expect(page.getByText(TEXT)).toBeTruthy()
  expect(page.getByText(PROOF.rows[0]!.salt)).toBeTruthy()
  expect(page.getAllByRole('button', { name: 'Copiar: Texto' })).toHaveLength(5)
  expect(page.getByText('Hoja, la número 25')).toBeTruthy()
})

test('an order that is not the customer’s, one without a fill, and a house that does not answer', async () => {
  const unknown = no('unknown_order', 'No encontramos esa orden')
  wire.house.answer(readOrderLeaves, unknown)
  wire.house.answer(readOrder, unknown)
  expect(await (await openPage(PAGE)).findByRole('link', { name: 'Ver mis órdenes' })).toBeTruthy()
})

test('an order without a fill has no leaf', async () => {
  wire.house.answer(readOrderLeaves, { fills: [] })
  expect(await (await openPage(PAGE)).findByText('Esta orden no se ha ejecutado: no tiene hoja.')).toBeTruthy()
})

test('a leaf that cannot be read is read again', async () => {
  wire.house.answer(readOrderLeaves, no('unavailable', 'Hay demasiada gente'))
  const page = await openPage(PAGE)
  expect(await page.findByText('No hemos podido cargar la hoja')).toBeTruthy()
  wire.house.answer(readOrderLeaves, leafWith(PROOF))
  await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
  expect(await page.findByText('Raíz del 25/11/2026')).toBeTruthy()
})

describe('the receipt shows the leaf', () => {
  const RECEIPT = `/subPackages/trade/detail?id=${ORDER}`
  test('in the root of its day, as a link to the page', async () => {
    const page = await openPage(RECEIPT)
    const link = await page.findByRole('link', { name: /^En la raíz del 25\/11\/2026.*Hoja/ })
    const { leaf } = PROOF.rows[0]!
    expect(link.textContent).toContain(`Hoja ${leaf.slice(0, 4)}…${leaf.slice(-4)}`)
    expect(link.getAttribute('href')).toBe(`#${PAGE}`)
  })
  test('with the time after which the root is signed', async () => {
    wire.house.answer(readOrderLeaves, leafWith(null))
    const page = await openPage(RECEIPT)
    expect(plain((await page.findByRole('link', { name: /Se firma después/ })).textContent)).toContain('26/11/2026 01:15:00') // prettier-ignore
  })
  test('while it is read the receipt is there', async () => {
    const answer = later<ReplyOf<typeof readOrderLeaves>>()
    wire.house.answer(readOrderLeaves, () => answer.value)
    const page = await openPage(RECEIPT)
    expect(await page.findByRole('link', { name: /Leyendo la hoja/ })).toBeTruthy()
    answer.give(leafWith(PROOF))
    expect(await page.findByRole('link', { name: /^En la raíz del 25\/11\/2026.*Hoja/ })).toBeTruthy()
  })
})

test('a receipt whose leaf cannot be read says so in its row, and shows all the rest', async () => {
  wire.house.answer(readOrderLeaves, no('unavailable', 'Hay demasiada gente'))
  const page = await openPage(`/subPackages/trade/detail?id=${ORDER}`)
  expect(await page.findByRole('link', { name: /No hemos podido cargar la hoja/ })).toBeTruthy()
  expect(page.getByText('Has comprado 10 acciones de Kelder Semiconductors')).toBeTruthy()
})

test.each(LANGUAGES)('every step and every act has its words (%s)', async (language) => {
  const page = await openPage(PAGE, language)
  expect(await page.findAllByRole('listitem')).toHaveLength(6)
  expect(document.body.textContent).not.toMatch(/undefined|\{/)
})
