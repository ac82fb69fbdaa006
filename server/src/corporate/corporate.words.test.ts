import { expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import type { NoticeCode } from '@lonja/core/notices/notices.contract'
import type { Facts } from '@lonja/core/notices/notices.rules'
import { NOTICES, PLACES, WORDS } from '@lonja/core/lists'
import type { Language } from '@lonja/core/base/language'
import { inWordsOf } from '../notices/notices.words.ts'

/* The notices of corporate actions in words: a split and a reverse split, of one share and of several. */

const LISTING: ListingId = 'XMAD:BVE'
const BOOK = { nameOf: () => 'Bahía Verde', lists: { notices: NOTICES, places: PLACES, words: WORDS } }

const wordsOf = (code: NoticeCode, facts: Facts, language: Language = 'tur') => {
  const row = { id: 'n', code, facts: { listing: LISTING, ...facts }, order: null, at: 0, read: false }
  const { title, body } = inWordsOf(BOOK, row, language)
  return { title, body: body.replace(/\s+/g, ' ') }
}

const action = { record: 'action', recordId: 'a', exDay: '2026-11-24' }
const split = { ...action, from: '1', to: '4' }
const reverse = { ...action, from: '10', to: '1' }
const order = { side: 'sell', filled: '0' }

test.each<[string, NoticeCode, Facts, string, RegExp]>([
  [
    'a split',
    'split_announced',
    split,
    'Desdoblamiento anunciado: Bahía Verde',
    /^El 24\/11\/2026, por cada 1 de .* habrá 4\./,
  ],
  [
    'a reverse split',
    'split_announced',
    reverse,
    'Agrupación anunciada: Bahía Verde',
    /^El 24\/11\/2026, por cada 10 de .* quedará 1;/,
  ],
  ['its withdrawal', 'action_withdrawn', reverse, 'Evento retirado: Bahía Verde', /^Lo que se anunció/],
  [
    'a split of one',
    'split_done',
    { ...split, before: '1', after: '4' },
    'Desdoblamiento hecho: Bahía Verde',
    /^Tenías 1 de Bahía Verde \(BVE\) y ahora tienes 4\.$/,
  ],
  [
    'a reverse split to one',
    'split_done',
    { ...reverse, before: '14', after: '1', cash: '420' },
    'Agrupación hecha: Bahía Verde',
    /^Tenías 14 de Bahía Verde \(BVE\) y ahora tienes 1\. Por la fracción de una acción has recibido 4,20 €\.$/,
  ],
  [
    'an order after a split',
    'order_split',
    { ...order, before: '10', shares: '40' },
    'Orden ajustada: Bahía Verde',
    /se ha desdoblado\. Tu orden pasa de 10 a 40 acciones de Bahía Verde,/,
  ],
  [
    'an order after a reverse split',
    'order_split',
    { ...order, before: '10', shares: '1' },
    'Orden ajustada: Bahía Verde',
    /se han agrupado\. Tu orden pasa de 10 a 1 acción de Bahía Verde,/,
  ],
  [
    'an order of one share',
    'order_moved',
    { ...order, before: 'XMAD:OLD', shares: '1' },
    'Orden con nuevo código: Bahía Verde',
    /^Bahía Verde se llamaba OLD y ahora BVE\. Tu orden de 1 acción de Bahía Verde sigue/,
  ],
  [
    'a dividend of one share',
    'dividend_paid',
    { ...action, shares: '1', gross: '100', withheld: '19' },
    'Dividendo cobrado: 0,81 €',
    /^Por 1 acción de Bahía Verde \(BVE\): 1,00 €, menos 0,19 € de retención\.$/,
  ],
])('%s is said in the words of the trade', (_line, code, facts, title, body) => {
  const words = wordsOf(code, facts)
  expect(words.title.replace(/\s+/g, ' ')).toBe(title)
  expect(words.body).toMatch(body)
})

test.each<[Language, string]>([
  ['en', 'Reverse split announced: Bahía Verde'],
  ['fr', 'Regroupement annoncé : Bahía Verde'],
  ['cn', '并股预告：Bahía Verde'],
  ['tw', '反分割預告：Bahía Verde'],
])('a reverse split has its own name in %s', (language, title) => {
  expect(wordsOf('split_announced', reverse, language).title.replace(/\s+/g, ' ')).toBe(title)
})
