import {
  checkOwnStrategy,
  listOwnStrategies,
  readOwnStrategy,
  saveOwnStrategy,
} from '@lonja/core/strategies/own.contract'
import { listRuns } from '@lonja/core/strategies/runs.contract'
import { listBacktests, listStrategies } from '@lonja/core/strategies/strategies.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, type withApp } from '../../screens.testing.tsx'
import * as answers from './own.testing.ts'
import type { WholeOwn } from './own.ts'

const { OWN, limits, checkOf, wholeOwn } = answers

export const PAGE = `/subPackages/strategies/text?id=${OWN}`
export const text = (): string => plain(document.body.textContent)
export const UNKNOWN = no('unknown_own_strategy', 'Esa estrategia no existe')

export const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name })
export const press = (page: Page, name: RegExp | string) => page.user.click(button(page, name))
export const tab = (page: Page, name: string) => page.user.click(page.getByRole('tab', { name }))

/** The editor in a house that has a strategy, or none with its id. */
export function editorIn(wire: ReturnType<typeof withApp>) {
  /** A house that has this strategy, or none with this id. */
  function answerOwn(own: WholeOwn | null): void {
    wire.house.answer(listOwnStrategies, { rows: [], limits })
    wire.house.answer(readOwnStrategy, own ?? UNKNOWN)
    wire.house.answer(listStrategies, answers.bounds())
    wire.house.answer(listBacktests, { rows: [], cursor: null })
    wire.house.answer(listRuns, { rows: [], cursor: null })
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

  const saves = () => wire.house.asked(saveOwnStrategy).map(({ input }) => input)
  const checks = () => wire.house.asked(checkOwnStrategy).map(({ input }) => input)
  return { answerOwn, openEditor, saves, checks }
}
