// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  readOwnStrategy,
  removeOwnStrategy,
  shareOwnStrategy,
  unshareOwnStrategy,
} from '@lonja/core/strategies/own.contract'
import { no } from '@lonja/kit/house.testing'
import { inside } from '@lonja/kit/screens.testing'
import { whereNow, withApp } from '../../screens.testing.tsx'
import { readDraft } from './drafts.ts'
import * as answers from './own.testing.ts'

import { PAGE, text, press, tab, editorIn } from './editor.testing.ts'

const { OWN, TEXT, codeText, typeCode, wholeOwn } = answers

const wire = withApp()
const { answerOwn, openEditor } = editorIn(wire)
afterEach(() => void vi.restoreAllMocks())

describe('examples and versions', () => {
  test('an example takes the place of the text, and is taken back', async () => {
    const page = await openEditor()
    await tab(page, 'Ejemplos')
    await press(page, /^Bajo la media/)
    await press(page, /^Usar este ejemplo/)
    expect(codeText()).toContain('bar.mean(20)')
    expect(page.getByRole('tab', { name: 'Código' }).getAttribute('aria-selected')).toBe('true')
    expect(wire.toasts).toContain('Texto sustituido')
    // The toast's button comes after the editor's.
    await page.user.click(page.getAllByRole('button', { name: 'Deshacer' }).at(-1)!)
    expect(codeText()).toBe(TEXT)
  })

  test('an earlier version is read, and put in place of the text as an unsaved one', async () => {
    const page = await openEditor()
    wire.house.answer(readOwnStrategy, ({ input: { version } }) =>
      version === 1 ? wholeOwn({ read: 1, text: '// primera' }) : wholeOwn(),
    )
    await tab(page, 'Versiones')
    await press(page, /^Versión 1/)
    await press(page, /^Volver a esta versión/)
    expect(codeText()).toBe('// primera')
    expect(text()).toContain('versión 2, con cambios sin guardar')
  })

  test('the text is exported as it stands', async () => {
    const page = await openEditor()
    const files: Blob[] = []
    URL.createObjectURL = (file: Blob) => `blob:${files.push(file)}`
    typeCode('// mía')
    await tab(page, 'Versiones')
    await press(page, 'Exportar')
    const reader = new FileReader()
    const read = new Promise((resolve) => reader.addEventListener('load', resolve))
    reader.readAsText(files[0]!)
    await read
    expect(reader.result).toBe('// mía')
    expect(wire.toasts).toContain('Guardado Media-propia-2.js')
  })

  test('removing is asked about, says what goes, and takes the draft along', async () => {
    const page = await openEditor()
    wire.house.answer(removeOwnStrategy, { id: OWN })
    typeCode('// mía')
    await tab(page, 'Versiones')
    await press(page, 'Eliminar')
    const dialog = inside(page.getByRole('dialog', { name: '¿Eliminar Media propia?' }))
    expect(text()).toContain('Se borran sus 2 versiones y no se pueden recuperar.')
    expect(wire.house.asked(removeOwnStrategy)).toEqual([])
    await page.user.click(dialog.getByRole('button', { name: 'Eliminar' }))
    await vi.waitFor(() => expect(whereNow()).not.toBe(PAGE))
    expect([wire.house.asked(removeOwnStrategy)[0]!.input, readDraft(OWN)]).toEqual([{ id: OWN }, null])
  })

  test('one in use is not removed, and the dialog says so', async () => {
    const page = await openEditor()
    wire.house.answer(removeOwnStrategy, no('own_strategy_in_use', 'Una prueba suya está en curso'))
    await tab(page, 'Versiones')
    await press(page, 'Eliminar')
    const dialog = inside(page.getByRole('dialog'))
    await page.user.click(dialog.getByRole('button', { name: 'Eliminar' }))
    expect(await dialog.findByText('Una prueba suya está en curso')).toBeTruthy()
    expect(whereNow()).toBe(PAGE)
  })
})

describe('a link', () => {
  const LINK = 'abcdefghijklmnopqrstuv'

  test('is made for the version on the screen, says what it shows, and is copied', async () => {
    const page = await openEditor()
    wire.house.answer(shareOwnStrategy, { id: OWN, version: 2, link: LINK })
    await press(page, 'Compartir')
    expect(text()).toContain('No dice quién lo ha escrito y no lo ejecuta.')
    answerOwn(wholeOwn({ shared: 2, link: LINK }))
    await press(page, 'Compartir la versión 2')
    await page.findByText(new RegExp(`#/subPackages/strategies/shared\\?link=${LINK}$`))
    expect(wire.house.asked(shareOwnStrategy).map(({ input }) => input)).toEqual([{ id: OWN, version: 2 }])
    await press(page, 'Copiar el enlace')
    await vi.waitFor(() => expect(wire.toasts).toContain('Enlace copiado'))
  })

  test('of an earlier version is said to be so, and ended', async () => {
    const page = await openEditor(wholeOwn({ shared: 1, link: LINK }))
    wire.house.answer(unshareOwnStrategy, { id: OWN })
    await press(page, 'Compartir')
    expect(text()).toContain('Muestra la versión 1')
    expect(text()).toContain('el enlace de antes deja de servir')
    answerOwn(wholeOwn())
    await press(page, 'Dejar de compartir')
    await vi.waitFor(() => expect(page.queryByText(/link=/)).toBeNull())
    expect(wire.house.asked(unshareOwnStrategy).map(({ input }) => input)).toEqual([{ id: OWN }])
  })
})
