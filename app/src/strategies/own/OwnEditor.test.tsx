// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readOwnStrategy, saveOwnStrategy } from '@lonja/core/strategies/own.contract'
import { markOffline, markOnline } from '@lonja/kit/connection'
import { LOST } from '@lonja/kit/house.testing'
import { enter, inside } from '@lonja/kit/screens.testing'
import { changeLanguage } from '@lonja/kit/text'
import { openPage, whereNow, withApp } from '../../screens.testing.tsx'
import { readDraft, keepDraft } from './drafts.ts'
import * as answers from './own.testing.ts'

import { PAGE, text, button, press, tab, editorIn } from './editor.testing.ts'

const { OWN, TEXT, codeText, typeCode, wholeOwn } = answers

const wire = withApp()
const { answerOwn, openEditor, saves, checks } = editorIn(wire)
afterEach(() => void vi.restoreAllMocks())

describe('a text', () => {
  test('is shown with its version, and nothing of it is sent before it is saved or tried', async () => {
    await openEditor()
    expect(codeText()).toBe(TEXT)
    expect(text()).toContain('borrador · versión 2, privada')
    typeCode('// otra')
    expect(text()).toContain('versión 2, con cambios sin guardar')
    expect([...saves(), ...checks()]).toEqual([])
  })

  test('is saved as the next version, once for two taps, and is not unsaved after it', async () => {
    const page = await openEditor()
    typeCode('// otra')
    await page.user.dblClick(button(page, /^Guardar borrador/))
    await page.findByText('borrador · versión 3, privada')
    expect(saves()).toEqual([{ id: saves()[0]!.id, own: OWN, name: 'Media propia', text: '// otra', after: 2 }])
    expect(readDraft(OWN)).toBeNull()
    expect(wire.toasts).toContain('Guardada la versión 3')
  })

  test('that was saved without an answer is the same version when it is sent again, and another one once it is changed', async () => {
    const page = await openEditor()
    wire.house.answer(saveOwnStrategy, () => LOST)
    typeCode('// otra')
    await press(page, /^Guardar borrador/)
    await vi.waitFor(() => expect(saves()).toHaveLength(1))
    await vi.waitFor(() => expect(button(page, /^Guardar borrador/).getAttribute('aria-busy')).toBeNull())
    answerOwn(wholeOwn())
    act(markOnline)
    await press(page, /^Guardar borrador/)
    await page.findByText('borrador · versión 3, privada')
    typeCode('// otra más')
    await press(page, /^Guardar borrador/)
    await page.findByText('borrador · versión 4, privada')
    const [first, second, third] = saves()
    expect(second!.id).toBe(first!.id)
    expect(third!.id).not.toBe(first!.id)
    expect(third!.after).toBe(3)
  })

  test('that is typed while the save is on its way stays unsaved, on this phone too', async () => {
    const page = await openEditor()
    let answer = (): void => {}
    wire.house.answer(saveOwnStrategy, async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return { own: OWN, version: 3, at: answers.NOW }
    })
    typeCode('// una')
    await press(page, /^Guardar borrador/)
    await vi.waitFor(() => expect(saves()).toHaveLength(1))
    typeCode('// una y media')
    answer()
    await page.findByText('versión 3, con cambios sin guardar')
    expect(readDraft(OWN)).toEqual({ name: 'Media propia', text: '// una y media', version: 3 })
  })

  test('outlasts a reload without a network, and a change of the language', async () => {
    const page = await openEditor()
    typeCode('// sin red')
    page.leave()
    markOffline()
    const again = await openPage(PAGE)
    await again.findByRole('tab', { name: 'Código' })
    expect(codeText()).toBe('// sin red')
    expect(text()).toContain('versión 2, con cambios sin guardar')
    expect(text()).toContain('Guardar borradorvuelve con la conexión')
    typeCode('// en inglés')
    await act(() => changeLanguage('en'))
    await again.findByRole('tab', { name: 'Code' })
    expect(codeText()).toBe('// en inglés')
  })

  test('of another version than the house has now is saved after it only once its customer says so', async () => {
    enter()
    keepDraft(OWN, { name: 'Media propia', text: '// mía', version: 1 })
    answerOwn(wholeOwn())
    const page = await openPage(PAGE)
    await page.findByRole('tab', { name: 'Código' })
    expect(codeText()).toBe('// mía')
    await tab(page, 'Versiones')
    expect(text()).toContain('Otro dispositivo ha guardado la versión 2')
    await press(page, 'Guardar el mío después de la 2')
    expect(text()).not.toContain('Otro dispositivo')
    await press(page, /^Guardar borrador/)
    await page.findByText('borrador · versión 3, privada')
    expect(saves().map(({ after }) => after)).toEqual([2])
  })

  test('that is too long waits, and says so', async () => {
    const page = await openEditor()
    typeCode('ñ'.repeat(16_385))
    expect(text()).toContain('32.770 de 32.768 bytes')
    expect(text()).toContain('Guardar borradorel texto es demasiado largo')
    await press(page, /^Guardar borrador/)
    await press(page, /^Probar/)
    expect([...saves(), ...checks()]).toEqual([])
  })

  test('without a name is not saved', async () => {
    const page = await openEditor()
    await tab(page, 'Datos')
    await page.user.clear(page.getByRole('textbox', { name: 'Nombre' }))
    expect(text()).toContain('Guardar borradorponle un nombre en Datos')
    await page.write(page.getByRole('textbox', { name: 'Nombre' }), 'Otra')
    await press(page, /^Guardar borrador/)
    await vi.waitFor(() => expect(saves().map(({ name }) => name)).toEqual(['Otra']))
  })

  test('that cannot be kept here says so', async () => {
    await openEditor()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    typeCode('// otra')
    expect(text()).toContain('Este teléfono no puede guardar tu texto: guárdalo antes de salir.')
  })
})

describe('leaving', () => {
  test('an unsaved text is asked about, and kept', async () => {
    const page = await openEditor()
    typeCode('// otra')
    await press(page, 'Atrás')
    const dialog = inside(page.getByRole('dialog', { name: 'Tu texto no está guardado' }))
    expect(text()).toContain('Se queda en este teléfono')
    await page.user.click(dialog.getByRole('button', { name: 'Seguir aquí' }))
    expect(whereNow()).toBe(PAGE)
    await press(page, 'Atrás')
    await press(page, 'Salir')
    expect(whereNow()).not.toBe(PAGE)
    expect(readDraft(OWN)?.text).toBe('// otra')
  })

  test('a saved one is not', async () => {
    const page = await openEditor()
    await press(page, 'Atrás')
    expect(page.queryByRole('dialog')).toBeNull()
    expect(whereNow()).not.toBe(PAGE)
  })
})

describe('a new strategy', () => {
  test('begins with its example, and is made by its first version', async () => {
    const page = await openEditor(null, '&from=first_range')
    expect(codeText()).toContain('// Compra si supera el máximo de los primeros 30 minutos\nimport { strategy }')
    expect(page.getByRole('heading', { name: 'Primera media hora' })).toBeTruthy()
    expect(text()).toContain('borrador sin guardar')
    expect(page.queryByRole('button', { name: 'Compartir' })).toBeNull()
    await press(page, /^Guardar borrador/)
    await page.findByText('borrador · versión 1, privada')
    expect(saves().map(({ own, after }) => [own, after])).toEqual([[OWN, 0]])
    // A reload reads it from the house.
    expect(whereNow()).toBe(PAGE)
  })

  test('begins without a network too', async () => {
    answerOwn(null)
    wire.house.answer(readOwnStrategy, () => LOST)
    enter()
    const page = await openPage(`${PAGE}&from=below_mean`)
    await page.findByRole('tab', { name: 'Código' }, { timeout: 20_000 })
    expect(codeText()).toContain('bar.mean(20)')
  })

  test('that nobody knows and this phone does not have is not made', async () => {
    answerOwn(null)
    enter()
    const page = await openPage(PAGE)
    expect(await page.findByText('No se ha podido leer la estrategia')).toBeTruthy()
    expect(page.queryByRole('tab')).toBeNull()
  })

  test('that was removed elsewhere is written on as a new one from the draft', async () => {
    enter()
    keepDraft(OWN, { name: 'Media propia', text: '// mía', version: 4 })
    answerOwn(null)
    const page = await openPage(PAGE)
    await page.findByRole('tab', { name: 'Código' })
    await press(page, /^Guardar borrador/)
    await vi.waitFor(() => expect(saves().map(({ text: sent, after }) => [sent, after])).toEqual([['// mía', 0]]))
  })
})
