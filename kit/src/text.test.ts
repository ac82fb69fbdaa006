import { beforeEach, describe, expect, test } from 'vitest'
import type { Language } from '@lonja/core/base/language'
import {
  changeLanguage,
  fetchLaterTexts,
  fetchTexts,
  fill,
  language,
  openTexts,
  textFor,
  type Catalogue,
} from './text.ts'

const catalogues: Record<Language, Catalogue> = {
  tur: { shop: { buy: 'Comprar {what}', left_one: 'queda {count} acción', left_other: 'quedan {count} acciones' } },
  fr: { shop: { buy: 'Acheter {what}', left_one: 'reste {count} action', left_other: 'restent {count} actions' } },
  cn: { shop: { buy: '买入 {what}', left_other: '剩 {count} 股' } },
  tw: { shop: {} },
  en: { shop: { buy: 'Buy {what}', left_one: '{count} share left', left_other: '{count} shares left' } },
}
const requests: Language[] = []
const loader = (of: Language) => async () => {
  requests.push(of)
  return { TEXTS: catalogues[of] }
}

beforeEach(async () => {
  await openTexts({ tur: loader('tur'), cn: loader('cn'), tw: loader('tw'), en: loader('en'), fr: loader('fr') })
  await changeLanguage('tur')
  requests.length = 0
})

// prettier-ignore
test.each<[Language, number, string]>([
  ['tur', 1,         'queda 1 acción'],
  ['tur', 0,         'quedan 0 acciones'],
  ['tur', 1_234,     'quedan 1.234 acciones'],
  ['tur', 1_000_000, 'quedan 1.000.000 acciones'], // Spanish has a form for millions, by default `other`
  ['fr',  0,         'reste 0 action'],
  ['fr',  2,         'restent 2 actions'],
  ['cn',  1,         '剩 1 股'],
  ['en',  1,         '1 share left'],
])('in %s, %i are counted as %s', async (of, count, expected) => {
  await changeLanguage(of)
  expect(textFor('shop')('left', { count })).toBe(expected)
})

test('only the words of the chosen language are fetched', async () => {
  await changeLanguage('fr')
  expect(requests).toEqual(['fr'])
  expect(textFor('shop')('buy', { what: '10 BVE' })).toBe('Acheter 10 BVE')
})

test('words that cannot be fetched change nothing', async () => {
  const lost = () => Promise.reject(new Error('no network'))
  await openTexts({ tur: loader('tur'), cn: lost, tw: lost, en: lost, fr: lost })
  await expect(changeLanguage('cn')).rejects.toThrow('no network')
  expect(language()).toBe('tur')
  expect(textFor('shop')('buy', { what: 'x' })).toBe('Comprar x')
})

describe('the later part', () => {
  const first = { tur: loader('tur'), cn: loader('cn'), tw: loader('tw'), en: loader('en'), fr: loader('fr') }
  const part = (sell: string) => ({ TEXTS: { shop: { sell }, desk: { open: sell } } })
  const later = (tur: () => Promise<{ TEXTS: Catalogue }>) => ({
    tur,
    cn: async () => part('卖出'),
    tw: async () => part('賣出'),
    en: async () => part('Sell'),
    fr: async () => part('Vendre'),
  })
  const says = () => [textFor('shop')('buy', { what: 'x' }), textFor('shop')('sell'), textFor('desk')('open')]
  const spanish = async () => part('Vender')

  test('comes when it is asked for, to the same sections', async () => {
    await openTexts(first, later(spanish))
    expect(says()).toEqual(['Comprar x', 'shop.sell', 'desk.open'])
    await fetchLaterTexts()
    expect(says()).toEqual(['Comprar x', 'Vender', 'Vender'])
  })

  test('may be here before the first', async () => {
    const slow = { ...first, tur: async () => (await new Promise((resolve) => setTimeout(resolve, 20)), first.tur()) }
    await Promise.all([openTexts(slow, later(spanish)), fetchLaterTexts()])
    expect(says()).toEqual(['Comprar x', 'Vender', 'Vender'])
  })

  test('comes with the first of another language', async () => {
    await openTexts(first, later(spanish))
    await fetchLaterTexts()
    await changeLanguage('fr')
    expect(says()).toEqual(['Acheter x', 'Vendre', 'Vendre'])
  })

  test('of a language that was left meanwhile is not mixed into the new one', async () => {
    let arrive = () => undefined as void
    const slow = new Promise<void>((resolve) => (arrive = resolve))
    await openTexts(
      first,
      later(async () => (await slow, part('Vender'))),
    )
    const done = fetchLaterTexts()
    await changeLanguage('fr')
    arrive()
    await done
    expect(says()).toEqual(['Acheter x', 'Vendre', 'Vendre'])
  })

  test('stands beside the own part of a feature, which comes with another language too', async () => {
    const own = (close: string) => async () => ({ TEXTS: { desk: { close } } })
    const part = { tur: own('Cerrar'), cn: own('关'), tw: own('關'), en: own('Close'), fr: own('Fermer') }
    await openTexts(first, later(spanish))
    await fetchTexts(part)
    expect([textFor('desk')('close'), textFor('shop')('sell')]).toEqual(['Cerrar', 'shop.sell'])
    await fetchLaterTexts()
    await changeLanguage('fr')
    expect([...says(), textFor('desk')('close')]).toEqual(['Acheter x', 'Vendre', 'Vendre', 'Fermer'])
  })

  test('that was lost is fetched again', async () => {
    let isAway = true
    await openTexts(
      first,
      later(() => (isAway ? Promise.reject(new Error('no network')) : spanish())),
    )
    await expect(fetchLaterTexts()).rejects.toThrow('no network')
    isAway = false
    await fetchLaterTexts()
    expect(says()).toEqual(['Comprar x', 'Vender', 'Vender'])
  })
})

test('a blank that nothing fills, and a key that is not there, can be seen', () => {
  expect(fill('a {b} c {d}', { b: 'B' }, 'tur')).toBe('a B c {d}')
  expect(textFor('shop')('none')).toBe('shop.none')
})
