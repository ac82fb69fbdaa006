// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkOwnStrategy, startOwnBacktest } from '@lonja/core/strategies/own.contract'
import { searchInstruments } from '@lonja/core/market/market.contract'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { listBacktests, readBacktest } from '@lonja/core/strategies/strategies.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, whereNow, withApp } from '../../screens.testing.tsx'
import * as answers from './own.testing.ts'

import { PAGE, text, button, press, tab, editorIn } from './editor.testing.ts'

const { OWN, TEXT, checkOf, codeText, fault, faultyLines, faultyWords, trialOf, typeCode, wholeOwn } = answers

const wire = withApp()
const { answerOwn, openEditor, checks } = editorIn(wire)
afterEach(() => void vi.restoreAllMocks())

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

  test('that is the time of the whole try, at no line, leaves the text to be tried again', async () => {
    const page = await openEditor(wholeOwn(), '&listing=XMAD:BVE')
    const slow = fault({ code: 'too_slow', line: 0, column: 0, name: null, near: null })
    wire.house.answer(checkOwnStrategy, checkOf({ diagnostics: [slow] }))
    await press(page, /^Probar/)
    await page.findByText(/demasiado trabajo/)
    expect(button(page, /^Probar/).getAttribute('aria-disabled')).toBeNull()
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
    await page.findByText(/^Sin acción, Probar solo lee el texto/)
    expect(checks()).toEqual([{ text: TEXT, try: null }])
    expect(wire.toasts).toContain('Sin errores. Elige una acción para probarla.')
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
    expect(text()).toMatch(/Hasta [\d.]+ pasos en un evento/)
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
    // The event that did not end is not counted.
    expect(text()).not.toMatch(/Hasta [\d.]+ pasos en un evento/)
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
      most: 2_000_00n,
      lossStop: 400_00n,
    })
    expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000)
    // Its progress stands where it was started, and beside the text.
    expect(page.getByRole('progressbar').getAttribute('value')).toBe('40')
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
