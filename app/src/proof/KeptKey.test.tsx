// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LANGUAGES } from '@lonja/core/base/language'
import { readOrder } from '@lonja/core/orders/story.contract'
import { readOrderLeaves } from '@lonja/core/proof/leaf.contract'
import { proofFor } from '@lonja/core/proof/leaf.testing'
import { listDayRoots } from '@lonja/core/proof/roots.contract'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { AT, FILL, ORDER, STORY, TEXT } from './receipt.testing.ts'

const wire = withApp()

const PAGE = `/subPackages/proof/leaf?id=${ORDER}&fill=${FILL}`
const PROOF = proofFor([TEXT], [0])
const OLD = '8f'.repeat(32)
/** The entry of a house at the root of its address. */
const ENTRY = 'rootKey /'

beforeEach(() => {
  enter()
  wire.house.answer(readOrder, STORY)
  wire.house.answer(readOrderLeaves, {
    fills: [{ fill: FILL, day: PROOF.day, leaf: PROOF.rows[0]!.leaf, due: AT, late: false, proof: PROOF }],
  })
  const rows = [{ day: PROOF.day, leaves: 1, root: '', line: PROOF.line }]
  wire.house.answer(listDayRoots, { publicKey: PROOF.publicKey, rows, cursor: null })
})
afterEach(() => vi.restoreAllMocks())

const KEPT_AT = Date.UTC(2026, 10, 23, 13, 30)
const keep = (...keys: readonly string[]): void =>
  localStorage.setItem(ENTRY, JSON.stringify(keys.map((key) => ({ key, since: KEPT_AT }))))
const storedKeys = (): string[] =>
  (JSON.parse(localStorage.getItem(ENTRY) ?? '[]') as { key: string }[]).map(({ key }) => key)

/** The comparison with the kept key, which stands before the last step: its state, and its words. */
async function keyStep(page: Page): Promise<[state: string, words: string]> {
  await page.findByText('Todos ven la misma raíz')
  const item = page.getAllByRole('listitem').at(-2)
  return [item?.querySelector('[role=img]')?.getAttribute('aria-label') ?? '', plain(item?.textContent)]
}

const check = async (page: Page): Promise<void> =>
  page.user.click(page.getByRole('button', { name: 'Comprobar ahora' }))

test('the first key that a device sees is new, and kept', async () => {
  const [state, words] = await keyStep(await openPage(PAGE))
  expect([state, words]).toEqual([
    'Vista por primera vez',
    'La clave es nueva en este dispositivoLa guarda desde ahora: la próxima vez verás aquí si es la misma',
  ])
  expect(storedKeys()).toEqual([PROOF.publicKey])
})

test('the next time it is the one that the device kept, since that day', async () => {
  keep(PROOF.publicKey)
  const page = await openPage(PAGE)
  const [state, words] = await keyStep(page)
  expect([state, words]).toEqual([
    'Se cumple',
    'Es la clave que este dispositivo guardóGuardada el 23/11/2026 14:30:00',
  ])
  expect(page.queryByText('La casa firma con otra clave')).toBeNull()
})

test('another customer on the device, and a sign-out between them, change nothing', async () => {
  const page = await openPage(PAGE)
  await keyStep(page)
  page.leave()
  enter('another token')
  expect((await keyStep(await openPage(PAGE)))[0]).toBe('Se cumple')
})

test('another key than the device kept is a warning with both keys, and no check of it is green', async () => {
  keep(OLD)
  const page = await openPage(PAGE)
  const [state, words] = await keyStep(page)
  expect([state, words]).toEqual([
    'No se cumple',
    'No es la clave que este dispositivo guardóGuardó 8f8f…8f8f el 23/11/2026 14:30:00',
  ])
  expect(page.getByText('La casa firma con otra clave')).toBeTruthy()
  expect(page.getByText('Qué puedes hacer')).toBeTruthy()
  expect(page.getByText(OLD)).toBeTruthy()
  expect(page.getByText(PROOF.publicKey)).toBeTruthy()
  await check(page)
  await page.findByText(/^(Tu operación está en la raíz|La cuenta sale, pero con otra clave)$/)
  expect(page.queryByText('Tu operación está en la raíz')).toBeNull()
  expect(storedKeys()).toEqual([OLD])
})

test('the new key is kept when a person accepts it, and the one before stays in sight', async () => {
  keep(OLD)
  const page = await openPage(PAGE)
  await page.user.click(await page.findByRole('button', { name: 'Aceptar la nueva clave' }))
  const [state, words] = await keyStep(page)
  expect(state).toBe('Se cumple')
  expect(words).toMatch(/Aceptada aquí el .*, en lugar de 8f8f…8f8f$/)
  expect(storedKeys()).toEqual([PROOF.publicKey, OLD])
  expect(wire.toasts).toContain('Este dispositivo guarda ahora la nueva clave')
  expect(page.queryByText('La casa firma con otra clave')).toBeNull()
  expect(document.activeElement).toBe(page.getAllByRole('list').find((list) => list.tagName === 'UL'))
  await check(page)
  expect(await page.findByText('Tu operación está en la raíz')).toBeTruthy()
})

test('a key that was replaced is another one when it comes back', async () => {
  keep(OLD, PROOF.publicKey)
  expect((await keyStep(await openPage(PAGE)))[0]).toBe('No se cumple')
})

test('a browser that stores nothing says so, at the next look too', async () => {
  const refuses = (): never => {
    throw new DOMException('No storage', 'SecurityError')
  }
  for (const act of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, act).mockImplementation(refuses)
  const look = async (): Promise<string> => {
    const page = await openPage(PAGE)
    const [state, words] = await keyStep(page)
    page.leave()
    return `${state}: ${words}`
  }
  const unavailable =
    /^Aquí no se puede comprobar: Este dispositivo no puede guardar la claveTu navegador no guarda nada/
  expect([await look(), await look()]).toEqual([expect.stringMatching(unavailable), expect.stringMatching(unavailable)])
})

test('a house below another path of the same address has a key of its own', async () => {
  localStorage.setItem('rootKey /practice/', JSON.stringify([{ key: OLD, since: KEPT_AT }]))
  const page = await openPage(PAGE)
  expect((await keyStep(page))[0]).toBe('Vista por primera vez')
  page.leave()
  const address = location.href
  history.replaceState(null, '', '/practice/')
  try {
    expect((await keyStep(await openPage(PAGE)))[0]).toBe('No se cumple')
  } finally {
    history.replaceState(null, '', address)
  }
})

test.each(LANGUAGES)('the warning has its words (%s)', async (language) => {
  keep(OLD)
  const page = await openPage(PAGE, language)
  await page.findByText(OLD)
  expect(document.body.textContent).not.toMatch(/undefined|\{|leafKey/)
})
