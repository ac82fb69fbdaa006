import { expect, test } from 'vitest'
import { LANGUAGES, listIn, sentencesIn } from './language.ts'

test('sentences and words follow one another as each language writes it', () => {
  expect(LANGUAGES.map((language) => sentencesIn(language, ['A.', null, false, 'B.']))).toEqual(
    LANGUAGES.map((language) => (language === 'cn' || language === 'tw' ? 'A.B.' : 'A. B.')),
  )
  expect([listIn('cn', ['客服', '审核']), listIn('tw', ['客服']), listIn('tur', ['soporte', 'revisión'])]).toEqual([
    '客服、审核',
    '客服',
    'soporte, revisión',
  ])
})
