// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { Language } from '@lonja/core/base/language'
import { readDocument } from '@lonja/core/documents/documents.contract'
import type { Acceptance } from '@lonja/core/documents/documents.rules'
import { no } from '../house.testing.ts'
import { refreshAll } from '../reads.ts'
import { enter, later, show, speakOf, withHouse, type Page } from '../screens.testing.tsx'
import { changeLanguage } from '../text.ts'
import { Document } from './Document.tsx'

type Text = ReplyOf<typeof readDocument>

const wire = withHouse()
const BOX_PX = 300
/** The height of the text; jsdom lays out nothing. */
let textPx = 0
beforeAll(() =>
  speakOf({
    documents: {
      failed: 'No hemos podido leer el documento',
      version: 'Versión {version} · {day}',
      readToEnd: 'Léelo hasta el final',
      agree: 'Acepto: {title}',
    },
  }),
)
beforeEach(() => {
  textPx = 1_000
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(BOX_PX)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => textPx)
  enter()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await changeLanguage('tur')
})

const textOf = (version: number, language: Language, mark: string): Text => ({
  name: 'pledge_terms',
  version,
  day: '2026-11-23',
  language,
  sha256: mark.repeat(64),
  text: 'Condiciones\n\nPrimer párrafo.\n\nÚltimo párrafo.\n',
})

function Asking() {
  const [value, setValue] = useState<Acceptance | null>(null)
  return (
    <>
      <Document name="pledge_terms" value={value} onChange={setValue} />
      <p aria-label="Acuerdo" role="note">
        {value ? `${value.version} ${value.language} ${value.sha256[0]}` : 'nada'}
      </p>
    </>
  )
}

const agreedOn = (page: Page): string | null => page.getByRole('note', { name: 'Acuerdo' }).textContent

const scrollTo = (box: HTMLElement, px: number): void => {
  box.scrollTop = px
  fireEvent.scroll(box)
}

test('a text that fits after the phone is turned is read without scrolling', async () => {
  wire.house.answer(readDocument, textOf(2, 'tur', 'a'))
  const page = show(<Asking />)
  const agree = await page.findByRole<HTMLInputElement>('checkbox', { name: 'Acepto: Condiciones' })
  fireEvent(window, new Event('resize'))
  expect(agree.disabled).toBe(true)
  textPx = BOX_PX
  fireEvent(window, new Event('resize'))
  expect(agree.disabled).toBe(false)
})

test('its box is enabled only once the text was read to its end, and agrees to exactly that text', async () => {
  wire.house.answer(readDocument, textOf(2, 'tur', 'a'))
  const page = show(<Asking />)
  const box = await page.findByRole('region', { name: 'Condiciones' })
  const agree = page.getByRole<HTMLInputElement>('checkbox', { name: 'Acepto: Condiciones' })
  expect(agree.disabled).toBe(true)
  await page.user.click(agree)
  expect(agreedOn(page)).toBe('nada')
  scrollTo(box, 600)
  expect([agree.disabled, page.queryByText(/Léelo/) !== null]).toEqual([true, true])
  scrollTo(box, 700)
  expect([agree.disabled, page.queryByText(/Léelo/)]).toEqual([false, null])
  // Back at the beginning it stays read.
  scrollTo(box, 0)
  await page.user.click(agree)
  expect([agree.checked, agreedOn(page)]).toEqual([true, '2 tur a'])
  await page.user.click(agree)
  expect(agreedOn(page)).toBe('nada')
})

test('a keyboard reaches the text first and then its box, which says the version', async () => {
  wire.house.answer(readDocument, textOf(2, 'tur', 'a'))
  const page = show(<Asking />)
  const box = await page.findByRole('region', { name: 'Condiciones' })
  await page.user.tab()
  expect(document.activeElement).toBe(box)
  // The browser scrolls the focused box by its keys.
  scrollTo(box, 700)
  await page.user.tab()
  await page.user.keyboard(' ')
  expect(agreedOn(page)).toBe('2 tur a')
  const described = document.activeElement?.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toContain('Versión 2')
})

test('a text that fits is read at once', async () => {
  textPx = BOX_PX
  wire.house.answer(readDocument, textOf(1, 'tur', 'a'))
  const page = show(<Asking />)
  expect((await page.findByRole<HTMLInputElement>('checkbox')).disabled).toBe(false)
  expect(page.getByText('Último párrafo.').closest('[lang]')?.getAttribute('lang')).toBe('es-ES')
})

test('a new version takes the agreement back and is to be read from its beginning', async () => {
  wire.house.answer(readDocument, textOf(1, 'tur', 'a'))
  const page = show(<Asking />)
  scrollTo(await page.findByRole('region', { name: 'Condiciones' }), 700)
  await page.user.click(page.getByRole('checkbox'))
  expect(agreedOn(page)).toBe('1 tur a')
  wire.house.answer(readDocument, textOf(2, 'tur', 'b'))
  await refreshAll()
  await vi.waitFor(() => expect(agreedOn(page)).toBe('nada'))
  const agree = page.getByRole<HTMLInputElement>('checkbox')
  expect([agree.disabled, agree.checked]).toEqual([true, false])
})

test('another language is another text to agree to', async () => {
  textPx = BOX_PX
  wire.house.answer(readDocument, ({ language }) => textOf(1, language, language === 'tur' ? 'a' : 'b'))
  const page = show(<Asking />)
  await page.user.click(await page.findByRole('checkbox'))
  expect(agreedOn(page)).toBe('1 tur a')
  await changeLanguage('en')
  await vi.waitFor(() =>
    expect(page.getByText('Último párrafo.').closest('[lang]')?.getAttribute('lang')).toBe('en-GB'),
  )
  expect(agreedOn(page)).toBe('nada')
})

test('while it loads nothing can be agreed to', async () => {
  const answer = later<Text>()
  wire.house.answer(readDocument, () => answer.value)
  const page = show(<Asking />)
  expect(page.getByText('Cargando')).toBeTruthy()
  expect(page.queryByRole('checkbox')).toBeNull()
  answer.give(textOf(1, 'tur', 'a'))
  expect(await page.findByRole('checkbox')).toBeTruthy()
})

test('a failure says why, and is tried again', async () => {
  wire.house.answer(readDocument, no('unknown_document', 'No hay tal documento'))
  const page = show(<Asking />)
  expect(await page.findByText('No hay tal documento')).toBeTruthy()
  expect(page.queryByRole('checkbox')).toBeNull()
  wire.house.answer(readDocument, textOf(1, 'tur', 'a'))
  await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
  expect(await page.findByRole('checkbox')).toBeTruthy()
})
