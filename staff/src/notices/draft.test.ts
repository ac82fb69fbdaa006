import { expect, test } from 'vitest'
import { NEW_DRAFT, halfWritten, textsOf, languageShown, writtenIn } from './draft.ts'

const text = { title: 'Cierre', body: 'El lunes no abrimos.' }

test('an empty draft has no languages', () => {
  expect([writtenIn(NEW_DRAFT), halfWritten(NEW_DRAFT), languageShown(NEW_DRAFT, 'en'), textsOf(NEW_DRAFT)]).toEqual([
    [],
    null,
    null,
    {},
  ])
})

test('another language falls back to the first complete one; spaces do not count', () => {
  const draft = { ...NEW_DRAFT, cn: text, en: text, fr: { title: '  ', body: '\n' } }
  expect(writtenIn(draft)).toEqual(['cn', 'en'])
  expect([languageShown(draft, 'en'), languageShown(draft, 'fr'), halfWritten(draft)]).toEqual(['en', 'cn', null])
  expect(Object.keys(textsOf(draft))).toEqual(['cn', 'en'])
})

test('a language with one line alone is not written, and is named', () => {
  const draft = { ...NEW_DRAFT, tur: text, fr: { title: 'Fermé', body: '' } }
  expect([halfWritten(draft), writtenIn(draft)]).toEqual(['fr', ['tur']])
})
