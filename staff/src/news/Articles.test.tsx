// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Language } from '@lonja/core/base/language'
import { listHouseArticles } from '@lonja/core/news/articles.staff.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withConsole } from '../screens.testing.tsx'

const wire = withConsole()
const NOW = Date.UTC(2026, 10, 23)

const written = (language: Language, title: string) => ({ language, title, version: 0, writtenAt: NOW })

async function openList(texts: ReturnType<typeof written>[]): Promise<Page> {
  const seat = { id: newId<'seat'>(), number: 2, name: 'Lía', hasCustomer: false, claimedAt: 0 }
  wire.house.answer(readSeat, { ...seat, roles: ['operations'] })
  const article = { id: newId(), name: 'retiradas', at: NOW, listings: [], withdrawnAt: null, reason: null, texts }
  wire.house.answer(listHouseArticles, { rows: [article], cursor: null })
  enter()
  return openPage('/news')
}

test('the list names the languages of an article in the order of the house, however they were written', async () => {
  const page = await openList([
    written('cn', '提现需要多久'),
    written('fr', 'Les délais'),
    written('tur', 'Cuánto tardan las retiradas'),
  ])
  const row = (await page.findByRole('cell', { name: 'Cuánto tardan las retiradas' })).closest('tr')
  expect(plain(row?.textContent)).toContain('Español, 简体中文, Français')
})

test('an article without a text in the seat’s language has the title of its first language', async () => {
  const page = await openList([written('fr', 'Les délais'), written('cn', '提现需要多久')])
  expect(await page.findByRole('cell', { name: '提现需要多久' })).toBeTruthy()
})
