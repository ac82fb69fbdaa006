import type { Language } from '../base/language.ts'

/*
 * The house promises no gain: it knows coming prices on practice days, and a reader takes its words for advice. These
 * are the words and phrases of a promise, in lower case and without accents, but where the accent makes the word: the
 * French "gain sûr" promises, "gain sur" does not. The list is closed: what it does not hold is the responsibility of
 * the people who write and approve.
 */

const list = (text: string): readonly string[] => text.trim().split(/\s*,\s*/)

export const PROMISES: Readonly<Record<Language, readonly string[]>> = {
  tur: list(`
    garantizado, garantizada, garantizados, garantizadas, sin riesgo, sin riesgos, sin ningun riesgo, libre de riesgo, ganancia segura, ganancias seguras,
    beneficio seguro, beneficios seguros, rentabilidad asegurada, exito asegurado, va a subir, van a subir, subira, subiran, se disparara, se dispararan,
    se duplicara, se duplicaran, no puede perder, no puedes perder, compre ya, compra ya, compre ahora, compra ahora, compren ya, dinero facil, hagase rico, hazte rico`),
  en: list(`
    guaranteed, risk free, no risk, without risk, zero risk, sure profit, sure profits, sure gain, sure gains, sure thing, will rise, will soar, will double,
    will go up, going to rise, cannot lose, can not lose, can t lose, buy now, buy today, easy money, easy profit, get rich`),
  fr: list(`
    garanti, garantis, est garantie, sont garanties, rentabilite garantie, performance garantie, hausse garantie, plus value garantie, croissance garantie,
    performances garanties, plus values garanties, sans risque, sans risques, sans aucun risque, gain assure, gains assures, profit assure, rendement assure,
    gain sûr, gains sûrs, va monter, vont monter, cours montera, prix montera, action montera, titre montera, valeur montera, monteront, va grimper, va doubler, doublera, ne peut pas perdre, ne pouvez pas perdre, achetez maintenant, achetez vite,
    argent facile, devenez riche`),
  cn: list(
    '保证收益, 保证盈利, 保证赚钱, 保本, 稳赚, 包赚, 必赚, 躺赚, 无风险, 零风险, 没有风险, 必涨, 必定上涨, 一定会涨, 一定上涨, 肯定会涨, 将会上涨, 即将暴涨, 翻倍, 立即买入, 马上买入, 赶快买, 赶紧买',
  ),
  tw: list(
    '保證收益, 保證獲利, 保證賺錢, 保本, 穩賺, 包賺, 必賺, 躺賺, 無風險, 零風險, 沒有風險, 必漲, 必定上漲, 一定會漲, 一定上漲, 肯定會漲, 將會上漲, 即將暴漲, 翻倍, 立即買入, 馬上買入, 趕快買, 趕緊買',
  ),
}

const PHRASES = [...PROMISES.tur, ...PROMISES.en, ...PROMISES.fr]
const CHINESE = [...new Set([...PROMISES.cn, ...PROMISES.tw])]

/** Words in lower case, with one space around each. */
const wordsOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{Mn}/gu, '')

/**
 * The promise in a text, or null: whole words of any of the languages, whatever their accents and case; a Chinese
 * phrase anywhere, also across spaces.
 */
export function promiseIn(text: string): string | null {
  const words = wordsOf(plain(text))
  const accented = wordsOf(text.normalize('NFKC'))
  const phrase = PHRASES.find((each) => (each === plain(each) ? words : accented).includes(` ${each} `))
  if (phrase !== undefined) return phrase
  const dense = text.normalize('NFKC').replace(/\s+/gu, '')
  return CHINESE.find((each) => dense.includes(each)) ?? null
}
