import { describe, expect, test } from 'vitest'
import { DOOR_REFUSALS } from '@lonja/core/base/contract'
import { ACCEPTANCE_REFUSALS } from '@lonja/core/documents/documents.contract'
import { LANGUAGES } from '@lonja/core/base/language'
import { CALLS } from '@lonja/core/calls'
import { checkout } from '@lonja/e2e/checkout'
import {
  cataloguesIn,
  doubleBreaches,
  doubleKeys,
  firstPagesIn,
  ownBreaches,
  speakersIn,
  textBreaches,
  textFilesIn,
} from './texts.files.ts'
import { catalogueBreaches, spokenBreaches, spokenOf, usesIn, type Catalogues } from './texts.ts'
import { modulesOf } from './tidy.modules.ts'
import { filesIn } from './tidy.ts'

describe('the words of the app', () => {
  test('are whole in five languages, and each is said somewhere', () => {
    expect(textBreaches(checkout)).toEqual([])
  })

  test('were really read', () => {
    expect(usesIn(speakersIn(checkout)).uses.length).toBeGreaterThan(100)
    for (const language of LANGUAGES) {
      const sentences = Object.values(cataloguesIn(checkout, 'app')[language] ?? {}).flatMap((keys) =>
        Object.values(keys),
      )
      expect(sentences.length).toBeGreaterThan(100)
    }
  })
})

describe('the words of the server', () => {
  const catalogues = () => cataloguesIn(checkout, 'server')

  test('are whole in five languages', () => {
    expect(catalogueBreaches(catalogues())).toEqual([])
    expect(doubleBreaches(checkout, 'server')).toEqual([])
  })

  test('have a sentence for every refusal of the contract, and none for others', () => {
    // The first product that accepts a document lists its refusals.
    const codes = new Set<string>([...DOOR_REFUSALS, ...ACCEPTANCE_REFUSALS])
    for (const call of Object.values(CALLS)) for (const code of call.refusals) codes.add(code)
    expect(codes.size).toBeGreaterThan(20)
    expect(Object.keys(catalogues()['tur']?.['refusals'] ?? {}).sort()).toEqual([...codes].sort())
  })
})

describe('Chinese', () => {
  const figure = String.raw`[A-Za-z0-9]|\{(?:amount|count|device|least|minutes|most|price|shares|total)\}`
  const touching = new RegExp(String.raw`\p{Script=Han}(?:${figure})|(?:${figure})\p{Script=Han}`, 'u')
  /** A longer text is a sentence; a label has no spaces: `52周最高`. */
  const LABEL = 6

  test.each(['app', 'staff', 'server'] as const)(
    'of the %s keeps figures and Latin words apart from its signs',
    (room) => {
      const { cn = {}, tw = {} } = cataloguesIn(checkout, room)
      const sentences = [cn, tw].flatMap(Object.values).flatMap((keys) => Object.values(keys as Record<string, string>))
      expect(sentences.length).toBeGreaterThan(100)
      expect(sentences.filter((text) => text.length > LABEL && touching.test(text))).toEqual([])
    },
  )
})

describe('every language', () => {
  const LETTER_APOSTROPHE = /\p{L}'/u

  test.each(['app', 'staff', 'server'] as const)('of the %s writes its apostrophes as in print', (room) => {
    const catalogues = Object.values(cataloguesIn(checkout, room)) as Record<string, Record<string, string>>[]
    const sentences = catalogues.flatMap(Object.values).flatMap((keys: Record<string, string>) => Object.values(keys))
    expect(sentences.length).toBeGreaterThan(500)
    expect(sentences.filter((text) => LETTER_APOSTROPHE.test(text))).toEqual([])
  })

  /** Chinese has no space between two sentences: `f.sentences` handles that. */
  const JOINED = /\}\{' '\}\s*\{[^{}]*\bt\(|[}`] \$?\{t\(|<(b|strong)>\{t\([^<]*<\/\1> \{t\(/

  test('has its own way to set one sentence behind another', () => {
    const speakers = [...speakersIn(checkout).values()]
    expect(speakers.length).toBeGreaterThan(100)
    expect(speakers.filter(({ text }) => JOINED.test(text)).map(({ path }) => path)).toEqual([])
    const planted = [
      "{t('one')}{' '}\n {is && t('two')}",
      "`${one} ${t('two')}`",
      "{made.next} {t('two')}",
      "one + ` ${t('two')}`",
    ]
    expect(planted.every((text) => JOINED.test(text))).toBe(true)
  })
})

describe('one thing has one word', () => {
  /**
   * Words that others use, or that were used before, for a deposit, a withdrawal, news, the identity check, the house, a
   * stop-loss and a take-profit, bid and ask.
   */
  const OTHER_WORDS = {
    tur: /recarga(?!r)|reintegro|cortar pérdidas|\btopes?\b|recoger (?:la )?ganancia|ganancia recogida|precios? (?:comprador|vendedor)|precios? de (?:compra|venta) (?:de ahora|actual)|(?:demanda|oferta) actual|\bsalidas?\b(?! a bolsa)/i,
    cn: /充值|储值|提款|资讯|身份认证|本站|收款方式|离场|^[买卖]价$|(?:当前|最高|最低|的)[买卖]价(?!格)/,
    tw: /充值|儲值|提款|身分認證|發送|打開|本站|收款方式|離場|止損|止盈|^[買賣]價$|(?:目前|最高|最低|的)[買賣]價(?!格)/,
    en: /recharge|top-up|identity passed|cut losses|take the gain|take profit|stop loss|(?<!\{)\bexits?\b/i,
    fr: /mot de passe d’opérations|\ben examen|couper les pertes|prendre le gain|\bseuils?\b|stop-loss|prix (?:acheteur|vendeur|demandeur|offreur)|cours (?:acheteur|vendeur)s? (?:actuel|de la)|(?:l’acheteur|le vendeur) actuel/i,
  } as const
  /** A sentence of the spec's interface, kept word for word. */
  const KEPT = 'Recharge amount must be greater than 0'

  test.each(['app', 'staff', 'server'] as const)('in the %s too', (room) => {
    const catalogues = cataloguesIn(checkout, room)
    const wrong = LANGUAGES.flatMap((language) => {
      const sentences = Object.values(catalogues[language] ?? {}).flatMap((keys) => Object.values(keys))
      expect(sentences.length).toBeGreaterThan(100)
      return sentences.filter((text) => text !== KEPT && OTHER_WORDS[language].test(text))
    })
    expect(wrong).toEqual([])
  })

  /** The hash of a text, a list or a row is its fingerprint; only a transaction of a chain has a hash, by the word of wallets. */
  const BARE_HASH = {
    tur: /^(?!hash$).*\bhash(?:es)?\b(?! de (?:la )?transacción| de \{chain\})/i,
    cn: /(?<!交易)哈希/,
    tw: /(?<!交易)雜湊/,
    en: /^(?!hash$).*(?<!\{|transaction )\bhash(?:es)?\b/i,
    fr: /^(?!hash$).*\bhash(?:es)?\b(?! de (?:la )?transaction| de \{chain\})/i,
  } as const

  test.each(['app', 'staff', 'server'] as const)(
    'in the %s a hash that is no transaction’s is a fingerprint',
    (room) => {
      const catalogues = cataloguesIn(checkout, room)
      const wrong = LANGUAGES.flatMap((language) =>
        Object.values(catalogues[language] ?? {})
          .flatMap((keys) => Object.values(keys))
          .filter((text) => BARE_HASH[language].test(text.replaceAll('{hash}', ''))),
      )
      expect(wrong).toEqual([])
    },
  )

  /** Bid and ask by these say who trades, the customer or the market, only to those who know it. */
  const BARE_SIDES = /^(Compra|Venta|Achat|Vente|买价|卖价|買價|賣價)$/

  test('the price to buy at is not named like the one to sell at, nor like the button beside it', () => {
    const wrong = LANGUAGES.filter((language) => {
      const { bid = '', ask = '', buy = '', sell = '' } = cataloguesIn(checkout, 'app')[language]?.['discover'] ?? {}
      return new Set([bid, ask, buy, sell, '']).size < 5 || [bid, ask].some((label) => BARE_SIDES.test(label))
    })
    expect(wrong).toEqual([])
  })

  // "Portefeuille" means both in French.
  test('in French a portfolio and a wallet have one each', () => {
    const bare = (['app', 'staff', 'server'] as const).flatMap((room) =>
      Object.entries(cataloguesIn(checkout, room)['fr'] ?? {}).flatMap(([feature, keys]) =>
        Object.entries(keys)
          .filter(([, text]) => /portefeuilles?(?! crypto)\b/i.test(text))
          .map(([key]) => `${room}: ${feature}.${key}`),
      ),
    )
    expect(bare.sort()).toEqual(['app: app.trade', 'app: portfolio.centre'])
  })
})

const SPEAKER = `
  import { useText, textFor, type Say } from '@lonja/kit/text'
  const TITLES = { buy: 'buying', sell: 'selling' } as const
  export function Ticket({ side, done }) {
    const t = useText('orders')
    if (done) return t(side === 'buy' ? 'bought' : 'sold')
    return [t(TITLES[side]), t(\`state_\${side}\`), part(t), textFor('home')('home23')]
  }
  const part = (t: Say<'orders'>) => t('left', { count: 2 })
  interface Filter { kind: string; text: TextKey<'orders'> }
  const FILTERS: readonly Filter[] = [{ kind: 'open', text: 'onlyOpen' }]
`
const WORDS = {
  orders: {
    buying: 'a',
    selling: 'b',
    bought: 'c',
    sold: 'd',
    state_open: 'e',
    left_one: 'one',
    left_other: '{count}',
    onlyOpen: 'f',
  },
  home: { home23: 'nothing' },
}

const speaking = (text: string) => modulesOf(new Map([['app/src/orders/Ticket.tsx', text]]))

test('complete and used texts have no breaches', () => {
  expect(spokenBreaches(WORDS, speaking(SPEAKER))).toEqual([])
  expect(catalogueBreaches({ tur: WORDS, cn: WORDS })).toEqual([])
})

// prettier-ignore
test.each<[breach: string, text: string, told: RegExp]>([
  ['a key that no catalogue has', SPEAKER.replace("t('left'", "t('lost'"),              /asks for orders\.lost, which no catalogue has/],
  ['a key of another feature',    SPEAKER.replace("textFor('home')", "textFor('orders')"), /asks for orders\.home23/],
  ['a choice with a wrong end',   SPEAKER.replace(": 'sold'", ": 'gone'"),              /asks for orders\.gone/],
  ['a table with a wrong word',   SPEAKER.replace("'selling' }", "'sailing' }"),        /asks for orders\.sailing/],
  ['a beginning that fits none',  SPEAKER.replace('state_', 'shape_'),                  /asks for orders\.shape_/],
  ['a sentence nobody says',      SPEAKER.replace("textFor('home')('home23')", 'null'), /^nobody says home\.home23$/],
  ['a form nobody says',          SPEAKER.replace("t('left', { count: 2 })", "t('sold')"), /^nobody says orders\.left$/],
  ['a table that lost a key',     SPEAKER.replace("'onlyOpen'", "'onlyShut'"),           /^nobody says orders\.onlyOpen$/],
  ['a key that cannot be told',   SPEAKER.replace("t('left', { count: 2 })", "t('le' + 'ft')"), /cannot be told from the code/],
])('a planted breach in the code fails: %s', (_breach, text, expected) => {
  expect(spokenBreaches(WORDS, speaking(text)).some((problem) => expected.test(problem))).toBe(true)
})

// prettier-ignore
test.each<[breach: string, catalogues: Catalogues, told: string]>([
  ['a key that one language lacks', { tur: { a: { b: 'x' } }, cn: { a: {} } },                          'cn lacks a.b'],
  ['a feature that one lacks',      { tur: { a: { b: 'x' } }, cn: {} },                                 'cn lacks a.b'],
  ['an empty sentence',             { tur: { a: { b: 'x' } }, cn: { a: { b: ' ' } } },                  'cn a.b is empty'],
  ['a blank that one lacks',        { tur: { a: { b: '{min}' } }, cn: { a: { b: 'x' } } },              'cn a.b lacks the blank {min}'],
  ['a blank by another name',       { tur: { a: { b: '{min}' } }, cn: { a: { b: '{max}' } } },          'tur a.b lacks the blank {max}'],
  ['a counted one without the rest', { tur: { a: { b_one: 'x' } }, cn: { a: { b_other: '{count}' } } }, 'tur a.b lacks the form _other'],
  ['a form of one said of none too', { fr: { a: { b_one: '1 retrait', b_other: '{count} retraits' } } }, 'fr a.b says 1 of none'],
])('a planted breach in a catalogue fails: %s', (_breach, catalogues, expected) => {
  expect(catalogueBreaches(catalogues)).toContain(expected)
})

test('a key that two files bring fails', () => {
  const files = new Map([
    ['one', { a: { b: 'x', c: 'y' } }],
    ['other', { a: { b: 'z' } }],
  ])
  expect(doubleKeys(files)).toEqual(['a.b stands in one and other'])
  expect(textFilesIn(checkout, 'app', 'tur').size).toBeGreaterThan(10)
})

test('what a first page says late, in a part or by a list, counts as said by it; what a page of the routes says does not', () => {
  const modules = modulesOf(
    new Map([
      ['app/src/main.tsx', "import './routes.ts'"],
      ['app/src/routes.ts', "import('./discover/Home.tsx')\nimport('./orders/Ticket.tsx')"],
      ['app/src/discover/Home.tsx', "export const open = () => import('./Sheet.tsx')"],
      ['app/src/discover/Sheet.tsx', "import { useText } from '@lonja/kit/text'\nuseText('home')('home23')"],
      ['app/src/orders/Ticket.tsx', SPEAKER],
    ]),
  )
  expect(spokenOf(WORDS, firstPagesIn(modules))).toEqual(['home.home23'])
  expect(firstPagesIn(modulesOf(filesIn(checkout))).length).toBeGreaterThan(100)
})

test('what another feature says of a feature’s own part fails', () => {
  const speaker = (path: string) =>
    modulesOf(new Map([[path, "import { useText } from '@lonja/kit/text'\nuseText('home')('home23')"]]))
  const files = new Map([
    ['app/src/desk/texts/own.tur.json', WORDS],
    ['app/src/home/texts/tur.json', WORDS],
  ])
  expect(ownBreaches(files, speaker('app/src/desk/Page.tsx'))).toEqual([])
  expect(ownBreaches(files, speaker('app/src/home/Home.tsx'))).toEqual([
    'another feature says home.home23: it belongs to tur.json of its own',
  ])
})

test('one form may leave out the count, as "one share left" does', () => {
  expect(
    catalogueBreaches({ tur: { a: { b_one: 'x', b_other: '{count}' } }, cn: { a: { b_other: '{count}' } } }),
  ).toEqual([])
})
