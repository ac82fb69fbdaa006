// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  checkOwnStrategy,
  listOwnStrategies,
  readOwnStrategy,
  removeOwnStrategy,
  saveOwnStrategy,
  shareOwnStrategy,
  startOwnBacktest,
  unshareOwnStrategy,
} from '@lonja/core/strategies/own.contract'
import { searchInstruments } from '@lonja/core/market/market.contract'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { listBacktests, listStrategies, readBacktest } from '@lonja/core/strategies/strategies.contract'
import { markOffline, markOnline } from '@lonja/kit/connection'
import { LOST, no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, inside, plain, type Page } from '@lonja/kit/screens.testing'
import { changeLanguage } from '@lonja/kit/text'
import { openPage, whereNow, withApp } from '../../screens.testing.tsx'
import { readDraft, keepDraft } from './drafts.ts'
import * as answers from './own.testing.ts'
import type { WholeOwn } from './own.ts'

const { OWN, TEXT, limits, checkOf, codeText, fault, faultyLines, faultyWords, trialOf, typeCode, wholeOwn } = answers

const wire = withApp()
afterEach(() => void vi.restoreAllMocks())
const PAGE = `/subPackages/strategies/text?id=${OWN}`
const text = (): string => plain(document.body.textContent)
const UNKNOWN = no('unknown_own_strategy', 'Esa estrategia no existe')

/** A house that has this strategy, or none with this id. */
function answerOwn(own: WholeOwn | null): void {
  wire.house.answer(listOwnStrategies, { rows: [], limits })
  wire.house.answer(readOwnStrategy, own ?? UNKNOWN)
  wire.house.answer(listStrategies, answers.bounds())
  wire.house.answer(listBacktests, { rows: [], cursor: null })
  wire.house.answer(checkOwnStrategy, checkOf())
  wire.house.answer(saveOwnStrategy, ({ input: { own: id, after } }) => ({
    own: id,
    version: after + 1,
    at: answers.NOW,
  }))
}

async function openEditor(own: WholeOwn | null = wholeOwn(), more = ''): Promise<Page> {
  answerOwn(own)
  enter()
  const page = await openPage(`${PAGE}${more}`)
  await page.findByRole('tab', { name: 'Código' })
  return page
}

const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name })
const press = (page: Page, name: RegExp | string) => page.user.click(button(page, name))
const tab = (page: Page, name: string) => page.user.click(page.getByRole('tab', { name }))
const saves = () => wire.house.asked(saveOwnStrategy).map(({ input }) => input)
const checks = () => wire.house.asked(checkOwnStrategy).map(({ input }) => input)

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

describe('a fault', () => {
  async function openFaulty(more: Parameters<typeof fault>[0] = {}): Promise<Page> {
    const page = await openEditor(wholeOwn(), '&listing=XMAD:BVE')
    wire.house.answer(checkOwnStrategy, checkOf({ diagnostics: [fault(more)] }))
    await press(page, /^Probar/)
    await page.findByText(/^Línea/)
    return page
  }

  test('is marked at its line, with its remedy, and the try waits for a change', async () => {
    const page = await openFaulty()
    expect(text()).toContain('Línea 4: «sel» no existe.¿Querías decir «sell»?')
    expect([faultyLines(), faultyWords()]).toEqual([['  onBar: (bar, own, act) => act.sel(1),'], ['sel']])
    expect(answers.codeFields()[0]!.getAttribute('aria-invalid')).toBe('true')
    expect(text()).toContain('Probarespera la línea 4')
    await press(page, /^Probar/)
    expect(checks()).toHaveLength(1)
    await press(page, 'Cambiarlo')
    expect(codeText()).toContain('act.sell(1)')
    expect([faultyLines(), text().includes('no existe')]).toEqual([[], false])
    await press(page, /^Probar/)
    await vi.waitFor(() => expect(checks()).toHaveLength(2))
    expect(checks()[1]!.text).toContain('act.sell(1)')
  })

  test('brings the caret to its line', async () => {
    const page = await openFaulty()
    const focus = vi.spyOn(HTMLElement.prototype, 'focus')
    await press(page, 'Ir a la línea 4')
    expect(focus.mock.contexts).toContain(answers.codeFields()[0])
  })

  test('without a near name has no remedy, and one of the syntax says what the engine said', async () => {
    const page = await openFaulty({ code: 'syntax', name: null, near: null, message: "expecting ')'" })
    expect(text()).toContain("Línea 4: así no se puede leer.expecting ')'")
    expect(page.queryByRole('button', { name: 'Cambiarlo' })).toBeNull()
  })

  test('of no line is told without one', async () => {
    const page = await openEditor(wholeOwn(), '&listing=XMAD:BVE')
    wire.house.answer(
      checkOwnStrategy,
      checkOf({ diagnostics: [fault({ code: 'no_strategy', line: 0, column: 0, name: null, near: null })] }),
    )
    await press(page, /^Probar/)
    await page.findByText(/falta la estrategia/)
    expect([faultyLines(), text().includes('Probarespera un cambio')]).toEqual([[], true])
  })

  test('of a try that the house refuses is said at the buttons, and goes with a change', async () => {
    const page = await openEditor(wholeOwn(), '&listing=XMAD:BVE')
    wire.house.answer(checkOwnStrategy, no('own_checks_busy', 'Ya se prueba otro texto tuyo'))
    await press(page, /^Probar/)
    const alerts = async () => (await page.findAllByRole('alert')).map(({ textContent }) => textContent)
    await vi.waitFor(async () => expect(await alerts()).toContain('Ya se prueba otro texto tuyo'))
    typeCode('// otra')
    expect(await alerts()).not.toContain('Ya se prueba otro texto tuyo')
  })
})

describe('a try', () => {
  test('is of the share that is chosen, which stands in the address', async () => {
    const page = await openEditor()
    wire.house.answer(listInstruments, no('bad_input', 'No hay'))
    wire.house.answer(searchInstruments, {
      rows: [
        {
          listing: 'XMAD:BVE',
          name: 'Bodegas Verano',
          kind: 'share',
          venue: 'XMAD',
          currency: 'EUR',
          sector: 'energy',
          by: 'name',
          forgiven: false,
          halted: false,
          last: null,
          previousClose: null,
          line: '',
        },
      ],
      codes: 0,
      names: 1,
    })
    await tab(page, 'Datos')
    await press(page, /^Acción/)
    await page.write(await page.findByRole('searchbox', { name: 'Nombre o código' }), 'bode')
    await page.user.click(await page.findByRole('button', { name: /^Bodegas Verano/ }))
    expect(whereNow()).toBe(`${PAGE}&listing=XMAD:BVE`)
  })

  test('without a share compiles the text, and leads to the choice of one', async () => {
    const page = await openEditor()
    await press(page, /^Probar/)
    await page.findByText('Con qué se prueba')
    expect(checks()).toEqual([{ text: TEXT, try: null }])
    expect(wire.toasts).toContain('Sin errores. Elige un valor para probarla.')
  })

  test('of a day shows the first orders and notes, what was used, and that nothing was bought', async () => {
    const page = await openEditor(wholeOwn(), '&listing=XMAD:BVE')
    const at = answers.NOW
    wire.house.answer(checkOwnStrategy, {
      ...checkOf(),
      trial: trialOf({
        orders: 9,
        events: [
          { at, on: 'bar', kind: 'buy', shares: 5, limit: null, note: null, line: 4 },
          { at, on: 'quote', kind: 'sell', shares: 5, limit: 17_2100, note: null, line: 5 },
          { at, on: 'bar', kind: 'note', shares: null, limit: null, note: 'media 17', line: 6 },
        ],
      }),
    })
    await press(page, /^Probar/)
    await page.findByText('Prueba de un día')
    const rows = page.getAllByRole('listitem').map(({ textContent }) => plain(textContent))
    expect(rows).toEqual([
      '10:00compra5 a mercado línea 4',
      '10:00vende5 a 17,21 € como poco línea 5',
      '10:00notamedia 17 línea 6',
    ])
    expect(text()).toContain('390 barras, 400 cotizaciones, 9 órdenes. Nada se ha comprado ni vendido.')
    expect(text()).toContain('Se muestran las primeras.')
    expect(checks()).toEqual([{ text: TEXT, try: { listing: 'XMAD:BVE', day: checks()[0]!.try!.day } }])
    typeCode('// otra')
    expect(text()).toContain('texto anterior · BVE')
  })

  test('that was stopped says why, at which line', async () => {
    const page = await openEditor(wholeOwn(), '&listing=XMAD:BVE')
    const stop = { ...fault({ code: 'too_slow', line: 4, name: null, near: null }), at: answers.NOW }
    wire.house.answer(checkOwnStrategy, { ...checkOf(), trial: trialOf({ events: [], orders: 0, stop }) })
    await press(page, /^Probar/)
    const row = await page.findByRole('listitem')
    expect(plain(row.textContent)).toBe(
      '10:00paradalínea 4: bucle sin fin o demasiado trabajo: más de 1.000.000 pasos en un evento.',
    )
  })

  test('without any order says so', async () => {
    const page = await openEditor(wholeOwn(), '&listing=XMAD:BVE')
    wire.house.answer(checkOwnStrategy, { ...checkOf(), trial: trialOf({ events: [], orders: 0 }) })
    await press(page, /^Probar/)
    await page.findByText('No ha pedido ninguna orden ese día.')
  })
})

describe('a backtest', () => {
  test('is of a saved version, over the period and with the amounts that are said', async () => {
    const page = await openEditor(wholeOwn(), '&listing=XMAD:BVE')
    const id = newId()
    wire.house.answer(startOwnBacktest, { id, at: answers.NOW })
    await tab(page, 'Datos')
    typeCode('// otra')
    await press(page, /^Probar el período/)
    expect(text()).toContain('guarda antes el borrador')
    expect(wire.house.asked(startOwnBacktest)).toEqual([])
    await press(page, /^Guardar borrador/)
    await page.findByText('borrador · versión 3, privada')
    await page.write(page.getByRole('textbox', { name: 'Importe' }), '2000')
    const running = answers.backtestOf({
      id,
      version: 3,
      state: 'running',
      endedAt: null,
      progress: { minutes: 40, all: 100 },
    })
    wire.house.answer(readBacktest, running)
    wire.house.answer(listBacktests, { rows: [answers.backtestRow(running)], cursor: null })
    await press(page, /^Probar el período con la versión 3/)
    await vi.waitFor(() => expect(text()).toContain('Hay una prueba en curso'))
    const [request] = wire.house.asked(startOwnBacktest)
    const { from, to } = request!.input
    expect(request!.input).toMatchObject({
      own: OWN,
      version: 3,
      listing: 'XMAD:BVE',
      budget: 2_000_00n,
      most: 1_000_00n,
      lossStop: 100_00n,
    })
    expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000)
    await tab(page, 'Código')
    expect(text()).toContain('40 de 100 minutos')
    expect(page.getByRole('progressbar').getAttribute('value')).toBe('40')
  })

  test('that the house refuses says why at its field', async () => {
    const page = await openEditor(wholeOwn(), '&listing=XMAD:BVE')
    wire.house.answer(startOwnBacktest, no('run_budget', 'El importe va de 100 a 1.000', { field: 'budget' }))
    await tab(page, 'Datos')
    await press(page, /^Probar el período/)
    await vi.waitFor(() =>
      expect(page.getByRole('textbox', { name: 'Importe' }).getAttribute('aria-invalid')).toBe('true'),
    )
  })

  async function openWith(more: Parameters<typeof answers.backtestOf>[0]): Promise<void> {
    const backtest = answers.backtestOf(more)
    answerOwn(wholeOwn())
    const other = answers.backtestOf({ own: { id: newId(), name: 'Otra' } })
    wire.house.answer(listBacktests, { rows: [other, backtest].map(answers.backtestRow), cursor: null })
    wire.house.answer(readBacktest, ({ input }) => ({ ...backtest, id: input.id }))
    enter()
    const page = await openPage(PAGE)
    await page.findByText('Última prueba del período')
    expect(wire.house.asked(readBacktest)[0]!.input.id).toBe(backtest.id)
  }

  test('shows its worst fall first, its result beside a purchase that is held, and its costs', async () => {
    await openWith({ outcome: answers.outcomeOf() })
    expect(text()).toContain('Peor caída-2,14%Resultado-8,70 €Comprar y mantener+12,00 €Comisiones-1,20 €Operaciones12')
  })

  test('of a strategy that was stopped or is biased says so', async () => {
    const stop = { ...fault({ code: 'too_many_orders', line: 7, name: null, near: null }), at: answers.NOW }
    const biases = [{ bias: 'look_ahead' as const, at: answers.NOW }]
    await openWith({ stop, outcome: answers.outcomeOf({ biases }) })
    expect(text()).toContain('La estrategia se ha paradolínea 7: pide más de 10 órdenes en un minuto.')
    expect(text()).toContain('Este resultado puede engañarUsa precios que aún no conocía')
  })

  test.each([
    ['no_minutes', 'La casa no tiene minutos de ese período.'],
    ['too_long', 'La prueba ha tardado demasiado.'],
  ] as const)('that failed by %s says so', async (reason, sentence) => {
    await openWith({ state: 'failed', fault: reason })
    expect(text()).toContain(sentence)
  })
})

describe('examples and versions', () => {
  test('an example takes the place of the text, and is taken back', async () => {
    const page = await openEditor()
    await tab(page, 'Ejemplos')
    await press(page, /^Bajo la media/)
    await press(page, /^Usar este ejemplo/)
    expect(codeText()).toContain('bar.mean(20)')
    expect(page.getByRole('tab', { name: 'Código' }).getAttribute('aria-selected')).toBe('true')
    expect(wire.toasts).toContain('Texto sustituido')
    // That of the toast, behind that of the editor.
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
