// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkOwnStrategy, readOwnStrategy, removeOwnStrategy } from '@lonja/core/strategies/own.contract'
import { listRuns } from '@lonja/core/strategies/runs.contract'
import { listBacktests, listStrategies, readBacktest } from '@lonja/core/strategies/strategies.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, inside, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, whereNow, withApp } from '../../screens.testing.tsx'
import * as answers from './own.testing.ts'

import { PAGE, text, button, press, tab, editorIn } from './editor.testing.ts'

/* The use of an own strategy on its page: its runs and backtests, and the ways that lead to a line of a version. */

const { OWN, TEXT, checkOf, codeFields, fault, faultyLines, ownRun, runRow, typeCode, wholeOwn } = answers

const wire = withApp()
const { answerOwn, openEditor } = editorIn(wire)
afterEach(() => void vi.restoreAllMocks())

async function openNow(query = ''): Promise<Page> {
  enter()
  const page = await openPage(`${PAGE}${query}`)
  await page.findByRole('tab', { name: 'Código' })
  return page
}

const other = { id: newId(), name: 'Otra' }
type Rows = ReturnType<typeof runRow>[]
/** A house with these runs, of which it answers those that are asked for. */
const answerRuns = (open: Rows, over: Rows): void =>
  wire.house.answer(listRuns, ({ input: { state, own } }) => ({
    rows: (state === 'open' ? open : over).filter((run) => own === undefined || run.own?.id === own),
    cursor: null,
  }))
const runsShown = (page: Page) =>
  page.queryAllByRole('link', { name: /peor caída/i }).map((link) => link.getAttribute('href'))
const linkOf = (id: string): string => `#/subPackages/strategies/run?id=${id}`

describe('the use of a strategy', () => {
  test('has its runs, those that go on first, and its backtests, of no other strategy', async () => {
    answerOwn(wholeOwn())
    const [open, over] = [ownRun(), ownRun({ state: 'stopped', version: 1 })].map(runRow)
    answerRuns([runRow(ownRun({ own: other })), open!], [over!, runRow(ownRun({ own: null, strategy: 'grid' }))])
    const [mine, theirs] = [answers.backtestOf(), answers.backtestOf({ own: other })].map(answers.backtestRow)
    wire.house.answer(listBacktests, { rows: [theirs!, mine!], cursor: null })
    wire.house.answer(readBacktest, no('unknown_backtest', 'No hay'))
    const page = await openNow()
    await tab(page, 'Uso')
    await vi.waitFor(() => expect(runsShown(page)).toEqual([linkOf(open!.id), linkOf(over!.id)]))
    const tests = page.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(tests).toContain(`#/subPackages/strategies/backtest?id=${mine!.id}`)
    expect(tests).not.toContain(`#/subPackages/strategies/backtest?id=${theirs!.id}`)
  })

  test('before its first one says so', async () => {
    const page = await openEditor()
    await tab(page, 'Uso')
    await page.findByText('Aún no le has asignado ningún importe.')
    expect(text()).toContain('Aún no la has probado en ningún período.')
  })

  test('has older ones that are over on request', async () => {
    const [late, early] = [ownRun({ state: 'stopped' }), ownRun({ state: 'stopped' })].map(runRow)
    const page = await openEditor()
    wire.house.answer(listRuns, ({ input: { state, own, cursor } }) =>
      state === 'open' || own !== OWN
        ? { rows: [], cursor: null }
        : cursor
          ? { rows: [early!], cursor: null }
          : { rows: [late!], cursor: 'next' },
    )
    await tab(page, 'Uso')
    await press(page, 'Ver anteriores')
    await vi.waitFor(() => expect(runsShown(page)).toEqual([linkOf(late!.id), linkOf(early!.id)]))
    expect(page.queryByRole('button', { name: 'Ver anteriores' })).toBeNull()
  })

  test('that cannot be read is asked for again', async () => {
    const page = await openEditor()
    wire.house.answer(listRuns, no('internal', 'Ha fallado'))
    await tab(page, 'Uso')
    await page.findByText('No se han podido leer tus estrategias')
    answerRuns([runRow(ownRun())], [])
    await press(page, 'Reintentar')
    await vi.waitFor(() => expect(runsShown(page)).toHaveLength(1))
  })

  test('offers an amount for the saved version, and says what it leaves out', async () => {
    const page = await openEditor(wholeOwn(), '&listing=XMAD:BVE')
    await tab(page, 'Uso')
    const link = () => page.getByRole('link', { name: /^Asignar un importe con la versión 2/ })
    expect(link().getAttribute('href')).toBe(`#/subPackages/strategies/apply?own=${OWN}&version=2&listing=XMAD:BVE`)
    expect(text()).not.toContain('sin tus cambios sin guardar')
    typeCode('// otra')
    expect(plain(link().textContent)).toContain('sin tus cambios sin guardar')
  })

  test('of a version with a fault waits for it', async () => {
    const page = await openEditor(wholeOwn(), '&listing=XMAD:BVE')
    wire.house.answer(checkOwnStrategy, checkOf({ diagnostics: [fault()] }))
    await press(page, /^Probar/)
    await page.findByText(/^Línea 4/)
    await tab(page, 'Uso')
    expect(plain(button(page, /^Asignar/).textContent)).toContain('espera la línea 4')
    expect(page.queryByRole('link', { name: /^Asignar/ })).toBeNull()
  })

  test('of a draft without a version is none', async () => {
    const page = await openEditor(null, '&from=below_mean')
    await tab(page, 'Uso')
    expect(text()).toContain('Aún no has guardado ninguna versión')
    expect(page.queryByText(/^Asignar/)).toBeNull()
  })

  test('is closed where the operator has switched strategies off', async () => {
    answerOwn(wholeOwn())
    wire.house.answer(listStrategies, { ...answers.bounds(), runs: { off: true, openMost: 5 } })
    const page = await openNow()
    await tab(page, 'Uso')
    await page.findByText('Ahora no se puede asignar')
    expect(page.queryByRole('link', { name: /^Asignar/ })).toBeNull()
  })
})

describe('a link to a line', () => {
  test('of the version on the screen puts the caret there, and its mark goes with a change', async () => {
    const focus = vi.spyOn(HTMLElement.prototype, 'focus')
    await openEditor(wholeOwn(), '&version=2&line=4')
    expect(faultyLines()).toEqual([TEXT.split('\n')[3]])
    expect(focus.mock.contexts).toContain(codeFields()[0])
    answers.addCode('// otra')
    expect(faultyLines()).toEqual([])
  })

  test('of another version shows it there, to be read', async () => {
    answerOwn(wholeOwn())
    wire.house.answer(readOwnStrategy, ({ input: { version } }) =>
      version === 1 ? wholeOwn({ read: 1, text: 'uno\ndos\ntres' }) : wholeOwn(),
    )
    const page = await openNow('&version=1&line=2')
    const sheet = await page.findByRole('dialog', { name: 'Versión 1' })
    const field = await vi.waitFor(() => {
      const one = codeFields().find((each) => sheet.contains((each.getRootNode() as ShadowRoot).host))
      expect(one).toBeTruthy()
      return one!
    })
    expect([...field.querySelectorAll('.cm-fault-line')].map(({ textContent }) => textContent)).toEqual(['dos'])
    expect(field.getAttribute('aria-readonly')).toBe('true')
  })
})

describe('removing a strategy whose run goes on', () => {
  test('is not offered: the dialog leads to the run', async () => {
    const page = await openEditor()
    const run = runRow(ownRun())
    answerRuns([runRow(ownRun({ own: other })), run], [])
    await tab(page, 'Versiones')
    await press(page, 'Eliminar')
    const dialog = inside(await page.findByRole('dialog', { name: 'Media propia está en marcha' }))
    expect(dialog.getByRole('link', { name: 'Ir a la que está en marcha' }).getAttribute('href')).toBe(linkOf(run.id))
    expect(text()).toContain('No se puede eliminar mientras tenga un importe. Párala antes.')
    await page.user.click(dialog.getByRole('button', { name: 'Conservarla' }))
    expect([page.queryByRole('dialog'), wire.house.asked(removeOwnStrategy)]).toEqual([null, []])
  })

  test('is refused where another device started it, and leads to it then', async () => {
    const page = await openEditor()
    const run = runRow(ownRun())
    wire.house.answer(removeOwnStrategy, () => {
      answerRuns([run], [])
      return no('own_strategy_in_use', 'En curso')
    })
    await tab(page, 'Versiones')
    await press(page, 'Eliminar')
    await page.user.click(inside(page.getByRole('dialog')).getByRole('button', { name: 'Eliminar' }))
    const link = await page.findByRole('link', { name: 'Ir a la que está en marcha' })
    expect(link.getAttribute('href')).toBe(linkOf(run.id))
    expect(whereNow()).toBe(PAGE)
  })
})
