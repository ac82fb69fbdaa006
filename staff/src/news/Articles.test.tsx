// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Language } from '@lonja/core/base/language'
import { listHouseArticles } from '@lonja/core/news/articles.staff.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { newId } from '@lonja/kit/ids'
import { enter, plain } from '@lonja/kit/screens.testing'
import { openPage, withConsole } from '../screens.testing.tsx'

const wire = withConsole()
const NOW = Date.UTC(2026, 10, 23)

test('the list names the languages of an article in the order of the house, however they were written', async () => {
  const written = (language: Language, title: string) => ({ language, title, version: 0, writtenAt: NOW })
  const texts = [
    written('cn', '提现需要多久'),
    written('fr', 'Les délais'),
    written('tur', 'Cuánto tardan las retiradas'),
  ]
  const article = { id: newId(), name: 'retiradas', at: NOW, listings: [], withdrawnAt: null, reason: null, texts }
  const seat = { id: newId<'seat'>(), number: 2, name: 'Lía', hasCustomer: false, claimedAt: 0 }
  wire.house.answer(readSeat, { ...seat, roles: ['operations'] })
  wire.house.answer(listHouseArticles, { rows: [article], cursor: null })
  enter()
  const page = await openPage('/news')
  const row = (await page.findByRole('cell', { name: 'Cuánto tardan las retiradas' })).closest('tr')
  expect(plain(row?.textContent)).toContain('Español, 简体中文, Français')
})
