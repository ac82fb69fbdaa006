import { expect, test } from 'vitest'
import { unbroken, unbrokenIn } from './french.ts'

// prettier-ignore
test.each([
  ['Envoyer à {count} clients ?',  'Envoyer à {count} clients\u00a0?'],
  ['Avis : approuver ; à vous !',  'Avis\u00a0: approuver\u00a0; à vous\u00a0!'],
  ['« Ce n’était pas moi »',       '«\u00a0Ce n’était pas moi\u00a0»'],
  ['à 14:32, dans {n} min.',       'à 14:32, dans {n} min.'],
])('no line begins with a mark: %s', (sentence, expected) => {
  expect(unbroken(sentence)).toBe(expected)
})

test('every sentence of a file is set so, under its key', () => {
  const file = { review: { ask: 'Bien ?', done: 'Fait' }, staff: { name: 'Nom : {name}' } }
  expect(unbrokenIn(file)).toEqual({
    review: { ask: 'Bien\u00a0?', done: 'Fait' },
    staff: { name: 'Nom\u00a0: {name}' },
  })
})
