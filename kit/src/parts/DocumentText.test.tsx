// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { show, withHouse } from '../screens.testing.tsx'
import { DocumentText, titleOf } from './DocumentText.tsx'

withHouse()

const TEXT = 'Condiciones\n\nPrimer párrafo,\nen dos líneas.\n\n\nÚltimo párrafo.\n'

test('a text has its title and a paragraph for each of its paragraphs, in its own language', () => {
  const page = show(<DocumentText text={TEXT} language="tur" />)
  const title = page.getByRole('heading', { name: 'Condiciones' })
  const paragraphs = [...document.querySelectorAll('p')].map(({ textContent }) => textContent)
  expect(paragraphs).toEqual(['Primer párrafo,\nen dos líneas.', 'Último párrafo.'])
  expect(title.parentElement?.lang).toBe('es-ES')
  expect(titleOf(TEXT)).toBe('Condiciones')
})
