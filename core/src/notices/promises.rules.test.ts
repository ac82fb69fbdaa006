import { expect, test } from 'vitest'
import { LANGUAGES } from '../base/language.ts'
import { PROMISES, promiseIn } from './promises.rules.ts'

// prettier-ignore
test.each<[string, string | null]>([
  ['Beneficios garantizados',                    'garantizados'],
  ['El precio SUBIRA mañana',                    'subira'],
  ['El precio subirá mañana',                    'subira'],
  ['Sin  riesgo,\nde verdad',                    'sin riesgo'],
  ['¡Compre ya!',                                'compre ya'],
  ['Compre yates',                               null],
  ['La garantía del aparato',                    null],
  ['A risk-free trade',                          'risk free'],
  ['You can’t lose',                             'can t lose'],
  ['The share will rise tomorrow',               'will rise'],
  ['The share will rises',                       null],
  ['Guaranteedly is no word',                    null],
  ['Un gain assuré',                             'gain assure'],
  ['Rendement GARANTI',                          'garanti'],
  ['Le garantisseur',                            null],
  ['Un gain sûr',                                'gain sûr'],
  ['UN GAIN SU\u0302R',                          'gain sûr'],
  ['Le gain sur ce titre est imposable',         null],
  ['Le cours montera demain',                    'cours montera'],
  ['Les actions monteront',                      'monteront'],
  ['La tienda de la calle de la Montera',        null],
  ['L’appli montera la photo en ligne',          null],
  ['La garantie de l’appareil et les garanties', null],
  ['Une plus-value garantie',                    'plus value garantie'],
  ['La hausse est garantie',                     'est garantie'],
  ['这只股票必涨',                                 '必涨'],
  ['稳 赚 不赔',                                   '稳赚'],
  ['這檔股票必漲',                                 '必漲'],
  ['股价上涨了百分之四',                             null],
  ['Por qué una orden puede esperar a la apertura', null],
])('%j promises %s', (text, promise) => expect(promiseIn(text)).toBe(promise))

test('each phrase of each language is found in a sentence, and every language has some', () => {
  for (const language of LANGUAGES) {
    expect(PROMISES[language].length).toBeGreaterThan(15)
    for (const phrase of PROMISES[language]) expect(promiseIn(`« ${phrase.toUpperCase()}. »`)).not.toBeNull()
  }
})
