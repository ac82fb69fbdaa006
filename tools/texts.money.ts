import { LANGUAGES, type Language } from '@lonja/core/base/language'
import type { Catalogues } from './texts.ts'

/*
 * Checks the words of acts on money. People press a button by its word: "sell" on the button that buys is a wrong order
 * in that language. Each meaning has its marks in each language, and an opposite.
 */

/** Meanings that no text has in one language and the other of in another. */
const OPPOSED = [
  ['buy', 'sell'],
  ['approve', 'refuse'],
  ['atMost', 'atLeast'],
  ['deposit', 'withdraw'],
  ['above', 'below'],
  ['on', 'off'],
  ['option', 'order'],
] as const

/** Meanings that exclude each other in the texts of the list alone: elsewhere one language stops where another pauses. */
const APART = [
  ['stop', 'pause'],
  ['backtest', 'strategy'],
] as const

const PAIRS = [...OPPOSED, ...APART]

export type Meaning = (typeof PAIRS)[number][number]

const OPPOSITES = Object.fromEntries(
  PAIRS.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
) as Readonly<Record<Meaning, Meaning>>

// prettier-ignore
const MARKS: Readonly<Record<Meaning, Readonly<Record<Language, RegExp>>>> = {
  buy: { tur: /\bcompra/i, cn: /买|加仓/, tw: /買|加倉/, en: /\b(buy|bought|purchase)/i, fr: /achet|achat/i },
  sell: { tur: /\b(vend|venta)/i, cn: /卖/, tw: /賣/, en: /\b(sell|sold|sale)/i, fr: /\b(vend|vente)/i },
  approve: { tur: /aprob|aprueb/i, cn: /批准|核准|(?<!未)通过/, tw: /批准|核准|(?<!未)通過/, en: /approv/i, fr: /approuv|approb/i },
  refuse: { tur: /rechaz/i, cn: /拒绝|未通过/, tw: /拒絕|未通過/, en: /refus/i, fr: /refus/i },
  atMost: { tur: /como máximo|como mucho|\bo menos\b|\bmáx/i, cn: /最多|最高|或更低/, tw: /最多|最高|或更低/, en: /at most|or less|\bmax/i, fr: /au plus|ou moins|\bmax/i },
  atLeast: { tur: /como mínimo|al menos|\bo más\b|mínim/i, cn: /至少|最低|最少|或更高/, tw: /至少|最低|最少|或更高/, en: /at least|or more|minimum/i, fr: /au moins|ou plus|minim/i },
  deposit: { tur: /deposit|depósit|ingresar/i, cn: /存入|存款|入金/, tw: /存入|存款|入金/, en: /deposit|pa(y|id) in/i, fr: /dépôt|dépos|\bvers(er|é)\b/i },
  withdraw: { tur: /\bretir|cobrar/i, cn: /提现|取款|出金|转出|提取/, tw: /提領|提現|出金|轉出|提取/, en: /withdr|paid out|take out|in or out/i, fr: /retra|retir/i },
  above: { tur: /por encima/i, cn: /高于/, tw: /高於/, en: /\babove\b/i, fr: /au-dessus/i },
  below: { tur: /por debajo/i, cn: /低于/, tw: /低於/, en: /\bbelow\b/i, fr: /en dessous|au-dessous/i },
  stop: { tur: /\bpar(ar|ada)\b/i, cn: /停止/, tw: /停止/, en: /\bstop/i, fr: /arrêt/i },
  pause: { tur: /\bpausa/i, cn: /暂停/, tw: /暫停/, en: /\bpause/i, fr: /\bpause|suspendre/i },
  on: { tur: /(?<!des)activada|(?<!no )recibir/i, cn: /开启|(?<!不再在此)接收/, tw: /開啟|(?<!不再在此)接收/, en: /^on\b|\bare on\b|^get\b/i, fr: /(?<!dés)activée|(?<!ne plus )recevoir/i },
  off: { tur: /desactivada|no recibir/i, cn: /关闭|不再/, tw: /關閉|不再/, en: /^off\b|\bare off\b|^stop\b/i, fr: /désactivée|ne plus recevoir/i },
  backtest: { tur: /pasado/i, cn: /回测/, tw: /回測/, en: /backtest/i, fr: /passé/i },
  strategy: { tur: /estrategia/i, cn: /策略/, tw: /策略/, en: /strateg/i, fr: /stratég/i },
  option: { tur: /\bopci[óo]n/i, cn: /期权/, tw: /期權/, en: /\boption/i, fr: /\boption/i },
  order: { tur: /\borden/i, cn: /委托/, tw: /委託/, en: /\border/i, fr: /\bordre/i },
}

/** The keys of a room by meaning; a trailing star matches the rest of a key. */
export type KeysByMeaning = Readonly<Partial<Record<Meaning, readonly string[]>>>

const isMarked = (meaning: Meaning, language: Language, sentence: string): boolean =>
  MARKS[meaning][language].test(sentence)

/** True if the sentence has the marks of one meaning and not those of its opposite. */
const saysOnly = (meaning: Meaning, language: Language, sentence: string): boolean =>
  isMarked(meaning, language, sentence) && !isMarked(OPPOSITES[meaning], language, sentence)

/** Every sentence by `feature.key`, in each language that has it. */
function sentencesOf(catalogues: Catalogues): Map<string, Partial<Record<Language, string>>> {
  const all = new Map<string, Partial<Record<Language, string>>>()
  for (const language of LANGUAGES) {
    for (const [feature, keys] of Object.entries(catalogues[language] ?? {})) {
      for (const [key, sentence] of Object.entries(keys)) {
        const name = `${feature}.${key}`
        all.set(name, { ...all.get(name), [language]: sentence })
      }
    }
  }
  return all
}

/** Sentences that in some language lack the marks of their meaning, or have those of its opposite. */
export function meantBreaches(catalogues: Catalogues, meant: KeysByMeaning): string[] {
  const sentences = sentencesOf(catalogues)
  return Object.entries(meant).flatMap(([meaning, keys]) =>
    keys.flatMap((key) => {
      const matches = [...sentences].filter(([name]) => isNamed(name, key))
      if (matches.length === 0) return [`${key} should say ${meaning}, and no catalogue has it`]
      return matches.flatMap(([name, texts]) => wrongIn(name, meaning as Meaning, texts))
    }),
  )
}

const isNamed = (name: string, key: string): boolean =>
  key.endsWith('*')
    ? name.startsWith(key.slice(0, -1))
    : name === key || name === `${key}_one` || name === `${key}_other`

function wrongIn(name: string, meaning: Meaning, texts: Partial<Record<Language, string>>): string[] {
  return LANGUAGES.filter((language) => !saysOnly(meaning, language, texts[language] ?? '')).map(
    (language) => `${language} ${name} should say ${meaning}: ${texts[language] ?? ''}`,
  )
}

/**
 * The two prices of a quote. Chinese names whoever offers them, Spanish and French what the reader does at them, and both
 * are how brokers there write them.
 */
const QUOTED = /\.(?:bid|ask|bidNow|askNow|exitBidNow)$/

/** The Chinese names of these prices, which say no act where a sentence has them. */
const QUOTE_NAMES = /[买卖]一价|委[買賣]價/g

/** Sentences with opposite meanings in two languages, whatever their keys are. */
export function oppositeBreaches(catalogues: Catalogues): string[] {
  const sentences = [...sentencesOf(catalogues)].filter(([name]) => !QUOTED.test(name))
  return sentences.flatMap(([name, texts]) =>
    OPPOSED.flatMap(([meaning]) => {
      const sayers = (of: Meaning) =>
        LANGUAGES.filter((language) => saysOnly(of, language, (texts[language] ?? '').replace(QUOTE_NAMES, '')))
      const [one, other] = [sayers(meaning), sayers(OPPOSITES[meaning])]
      if (one.length === 0 || other.length === 0) return []
      return [`${name} says ${meaning} in ${one.join(', ')} and ${OPPOSITES[meaning]} in ${other.join(', ')}`]
    }),
  )
}
