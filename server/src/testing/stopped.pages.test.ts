import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDate } from '@lonja/core/base/dates'
import { MINUTE } from '@lonja/core/base/instant'
import { LANGUAGES } from '@lonja/core/base/language'
import { readCheckoutLink } from '@lonja/core/deposits/deposits.contract'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestHouse } from './house.ts'

let house: TestHouse
let pages: readonly (readonly [url: string, words: string])[]
beforeAll(async () => {
  house = await openTestHouse()
  const { token } = await house.customer()
  const { data } = await house.ask(readCheckoutLink, { id: newId(), amount: '50.00', currency: 'EUR' }, { token })
  const link = data.url as string
  pages = [
    ...LANGUAGES.flatMap((language) => [
      [`/support/${language}`, WORDS[language]] as const,
      [link.replace('/en/', `/${language}/`), WORDS[language]] as const,
      [`/checkout/${language}/x`, WORDS[language]] as const,
    ]),
    ['/api/', WORDS.en],
  ]
})
afterAll(() => house.close())

const WORDS = {
  tur: 'no se aceptan órdenes desde el {since}; se comprueba el reloj',
  cn: '自 {since} 起不接受委托，正在核对本系统的时钟',
  tw: '自 {since} 起不接受委託，正在核對本系統的時鐘',
  en: 'no orders are taken since {since}; the clock of this house is being checked',
  fr: 'aucun ordre n’est accepté depuis le {since}\u00a0; l’horloge de cette maison',
}

test('every page that the server writes says, without a script, that trading stands, since when and why', async () => {
  const body = async (url: string) => (await house.door.inject({ url })).body
  /** The pages that say that trading stands. */
  const saying = async () => {
    const all = await Promise.all(pages.map(async ([url]) => [url, await body(url)] as const))
    return all.flatMap(([url, page]) => (page.includes('class="stopped"') ? [url] : []))
  }
  expect(await saying()).toEqual([])

  const since = formatDate(house.market.now())
  house.clock.jump(10 * MINUTE)
  expect(await saying()).toEqual(pages.map(([url]) => url))
  for (const [url, words] of pages) {
    const page = await body(url)
    expect(page).toContain(words.replace('{since}', since))
    expect(page).not.toContain('<script')
  }

  // The clocks agree for a minute, and the engine works through what was missed.
  house.clock.jump(-10 * MINUTE)
  house.market.now()
  house.clock.advance(2 * MINUTE)
  house.market.now()
  await house.engine.sweep()
  expect(await saying()).toEqual([])
})
