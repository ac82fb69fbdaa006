// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { makeWatchlist } from '@lonja/core/watchlist/watchlist.contract'
import { changeLanguage } from '@lonja/kit/text'
import { enter, show } from '@lonja/kit/screens.testing'
import { withApp } from '../screens.testing.tsx'
import { ListName } from './ListName.tsx'

const wire = withApp()

const LONGEST = 'Bancos y energía del Ibex 2027'

async function open() {
  await changeLanguage('tur')
  enter()
  const page = show(<ListName list={null} onClose={() => undefined} onDone={() => undefined} />)
  return { page, field: page.getByRole('textbox', { name: 'Nombre de la lista' }) }
}

/** The note of a field, which a screen reader reads after its label. */
const noteOf = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-describedby')!)?.textContent

test('a long name is counted against its limit before the limit cuts it', async () => {
  const { page, field } = await open()
  await page.write(field, LONGEST.slice(0, 23))
  expect(noteOf(field)).toBe('')
  await page.user.type(field, LONGEST.slice(23, 24))
  expect(noteOf(field)).toBe('24/30')
  await page.user.type(field, LONGEST.slice(24))
  expect(noteOf(field)).toBe('30/30')
  await page.user.type(field, '!')
  expect([field.getAttribute('value'), noteOf(field)]).toEqual([LONGEST, '30/30'])
})

test('a pasted name is cut at the limit, which is said at the field, and is sent as it stands there', async () => {
  const { page, field } = await open()
  wire.house.answer(makeWatchlist, ({ input: { id, name } }) => ({ id, name }))
  await page.user.click(field)
  await page.user.paste(`${LONGEST} y algo más`)
  expect(noteOf(field)).toBe('30/30')
  await page.user.click(page.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => wire.house.asked(makeWatchlist).map(({ input }) => input.name)).toEqual([LONGEST])
})
