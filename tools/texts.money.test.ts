import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '@lonja/core/base/language'
import { checkout } from '@lonja/e2e/checkout'
import { cataloguesIn } from './texts.files.ts'
import { MEANT } from './texts.money.list.ts'
import { meantBreaches, oppositeBreaches } from './texts.money.ts'
import type { Catalogues } from './texts.ts'

const ROOMS = ['app', 'staff', 'server'] as const
const WORDS = {
  app: cataloguesIn(checkout, 'app'),
  staff: cataloguesIn(checkout, 'staff'),
  server: cataloguesIn(checkout, 'server'),
}

describe.each(ROOMS)('acts on money in the words of the %s', (room) => {
  test('say in each language what the list says they do', () => {
    expect(meantBreaches(WORDS[room], MEANT[room])).toEqual([])
  })

  test('say in no language the opposite of what they say in another', () => {
    expect(oppositeBreaches(WORDS[room])).toEqual([])
  })
})

/** The catalogues with two sentences exchanged in one language. */
function exchanged(
  catalogues: Catalogues,
  language: Language,
  feature: string,
  [one, other]: readonly [string, string],
) {
  const words = catalogues[language]?.[feature] ?? {}
  const changed = { ...words, [one]: words[other] ?? '', [other]: words[one] ?? '' }
  return { ...catalogues, [language]: { ...catalogues[language], [feature]: changed } }
}

// prettier-ignore
const PAIRS = [
  ['app',   'orders',   ['buy', 'sell']],
  ['app',   'orders',   ['buyAtMarket', 'sellAtMarket']],
  ['app',   'orders',   ['atMost', 'atLeast']],
  ['app',   'portfolio', ['deposit', 'withdraw']],
  ['staff', 'review',   ['approve', 'refuse']],
  ['staff', 'review',   ['act_second_approve', 'act_second_refuse']],
  ['staff', 'console',  ['deposits', 'withdrawals']],
  ['app',   'options',  ['ends_up', 'ends_down']],
  ['app',   'notices',  ['pushTurnOn', 'pushTurnOff']],
  ['staff', 'ledger',   ['cause_option', 'cause_order']],
] as const

test.each([
  ['app', 'strategies', ['stop', 'pause']],
  ['staff', 'proof', ['job_backtests', 'job_runs']],
] as const)('%s %s %j exchanged fail by the list', (room, feature, pair) => {
  for (const language of LANGUAGES) {
    const problems = meantBreaches(exchanged(WORDS[room], language, feature, pair), MEANT[room])
    for (const key of pair)
      expect(problems.some((problem) => problem.startsWith(`${language} ${feature}.${key} should say`))).toBe(true)
  }
})

describe.each(PAIRS)('%s %s %j', (room, feature, pair) => {
  test.each(LANGUAGES)('exchanged in %s fail by the list and by the other languages', (language) => {
    const planted = exchanged(WORDS[room], language, feature, pair)
    const [one, other] = pair
    const named = (problems: string[]) => problems.filter((problem) => problem.includes(`${feature}.${one}`))
    expect(named(meantBreaches(planted, MEANT[room]))[0]).toMatch(
      new RegExp(`^${language} ${feature}\\.${one} should say`),
    )
    const opposite = oppositeBreaches(planted)
    expect(named(opposite)).toHaveLength(1)
    expect(opposite.some((problem) => problem.includes(`${feature}.${other}`))).toBe(true)
  })
})

test('a sentence that says neither, or both, is none that its key promises', () => {
  const meant = { buy: ['a.b'] }
  const catalogueOf = (sentence: string): Catalogues => ({ tur: { a: { b: sentence } } })
  expect(meantBreaches(catalogueOf('Comprar'), meant).filter((problem) => problem.startsWith('tur'))).toEqual([])
  expect(meantBreaches(catalogueOf('Seguir'), meant)).toContain('tur a.b should say buy: Seguir')
  expect(meantBreaches(catalogueOf('Comprar o vender'), meant)).toContain('tur a.b should say buy: Comprar o vender')
  expect(meantBreaches({}, meant)).toEqual(['a.b should say buy, and no catalogue has it'])
})

test('the Chinese name of a price of the quote says no act, and hides none', () => {
  const catalogueOf = (tur: string, cn: string): Catalogues => ({ tur: { a: { b: tur } }, cn: { a: { b: cn } } })
  expect(oppositeBreaches(catalogueOf('El precio al que compras', '卖一价'))).toEqual([])
  expect(oppositeBreaches(catalogueOf('Compras a este precio', '您以卖一价卖出'))).toEqual([
    'a.b says buy in tur and sell in cn',
  ])
})
