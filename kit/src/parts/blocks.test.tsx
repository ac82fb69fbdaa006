// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { inside, show, withHouse } from '../screens.testing.tsx'
import { GroupHead, Section } from './blocks.tsx'

withHouse()

test('a section has what stands at its right in the line of its heading', () => {
  const page = show(
    <Section title="Noticias" right={<a href="#/todas">Todas</a>}>
      Tres
    </Section>,
  )
  const line = page.getByRole('heading', { name: 'Noticias' }).parentElement!
  expect(inside(line).getByRole('link', { name: 'Todas' })).toBeTruthy()
  expect(inside(line).queryByText('Tres')).toBeNull()
})

test('a section without a title has no heading', () => {
  expect(show(<Section>Tres</Section>).queryByRole('heading')).toBeNull()
})

test('the heading of a group has its count beside it', () => {
  const page = show(<GroupHead right="4">Hoy</GroupHead>)
  expect(page.getByRole('heading', { name: 'Hoy' }).parentElement?.textContent).toBe('Hoy4')
})
