import type { Language } from '../base/language.ts'
import { KNOWN_TICKERS } from '../universe/words.ts'

/*
 * House headlines never name a real company: prices here are invented or delayed, and readers would take the
 * headline for news. The list below has well-known names; the author is responsible for the rest.
 */

const list = (text: string): readonly string[] => text.trim().split(/\s*,\s*/)

/** Matched in this case only, so that a common lower-case word does not match. */
const REAL_COMPANIES = list(`
  Acciona, Acerinox, Adidas, Adobe, Aena, Airbnb, Airbus, Alibaba, Allianz, Alphabet, Amadeus, Amazon, American Express, Apple, AstraZeneca, AXA, Baidu,
  Banco Santander, Bank of America, Bankinter, BBVA, Berkshire Hathaway, BMW, BNP Paribas, Boeing, Broadcom, BYD, CaixaBank, Carrefour, Caterpillar,
  Cellnex, Chevron, Cisco, Citigroup, Coca-Cola, Costco, Danone, Deutsche Bank, Disney, eBay, Enagás, Endesa, Ericsson, Exxon, ExxonMobil, Facebook, FedEx,
  Ferrari, Ferrovial, Fluidra, Ford Motor, General Electric, General Motors, Goldman Sachs, Google, Grifols, Honda, HSBC, Huawei, Hyundai, Iberdrola, Iberia, IBM,
  IKEA, Inditex, Indra, Intel, JPMorgan, Kellogg, LVMH, Lenovo, Mapfre, Mastercard, McDonald's, McDonald’s, Meituan, Mercadona, Mercedes-Benz, Microsoft, Morgan Stanley,
  Movistar, Naturgy, Nestlé, Netflix, Nike, Nintendo, Nokia, Novartis, Novo Nordisk, Nvidia, NVIDIA, OpenAI, Oracle, PayPal, PepsiCo, Pfizer, Pinduoduo, Procter & Gamble,
  Qualcomm, Redeia, Renault, Repsol, Rovi, Sabadell, Sacyr, Samsung, Santander, SAP, Sanofi, Siemens, Solaria, SpaceX, Spotify, Starbucks, Stellantis, Telefónica,
  Tencent, Tesla, TikTok, TotalEnergies, Toyota, TSMC, Uber, Unicaja, Unilever, UnitedHealth, Verizon, Visa Inc, Vodafone, Volkswagen, Walmart, Wells Fargo, Xiaomi, Zara,
  阿里巴巴, 腾讯, 騰訊, 百度, 华为, 華為, 小米, 京东, 京東, 美团, 美團, 拼多多, 比亚迪, 比亞迪, 茅台, 字节跳动, 字節跳動, 抖音, 网易, 網易, 联想, 聯想, 台积电, 台積電, 苹果公司, 蘋果公司,
  特斯拉, 微软, 微軟, 谷歌, 亚马逊, 亞馬遜, 英伟达, 輝達, 英偉達, 脸书, 臉書, 三星电子, 三星電子, 丰田, 豐田, 大众汽车, 福斯汽車, 波音, 空中客车, 空中巴士, 桑坦德, 西班牙电信, 西班牙電信`)

/** Tickers of two or three letters are also words, so only longer ones are matched. */
const TICKER_LEAST = 4
const WORD = /[\p{L}\p{N}]/u

/** A listing that an article can name: `XMAD:ABC`, with its company's name, and the name in other languages. */
export interface NamedListing {
  readonly listing: string
  readonly name: string
  readonly names?: Readonly<Partial<Record<Language, string>>>
}

/** The first of these listings that a text names, by its company's name or as `XMAD:ABC`; null for none. */
export function listingNamedIn(text: string, listings: Iterable<NamedListing>): string | null {
  const plain = text.normalize('NFKC')
  for (const { listing, name, names = {} } of listings) {
    const known = [name, ...Object.values(names)].filter((each) => each.length > 1)
    if ([listing, ...known].some((each) => standsIn(plain, each))) return listing
  }
  return null
}

interface ArticleText {
  readonly title: string
  readonly body: string
  readonly listings: readonly string[]
}

/** Whether a text names one of these listings: in its list, in its headline or in its body. */
export const namesListing = ({ title, body, listings }: ArticleText, named: Iterable<NamedListing>): boolean =>
  listings.length > 0 || listingNamedIn(`${title}\n${body}`, named) !== null

/** True if `text` contains `name` as whole words; a Chinese name matches anywhere. */
function standsIn(text: string, name: string): boolean {
  if (/\p{Script=Han}/u.test(name)) return text.includes(name)
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + name.length] ?? '']
    if (!WORD.test(before) && !WORD.test(after)) return true
  }
  return false
}

/**
 * The real company that a headline names, or null. `real` has the names and tickers of the house's own listings where
 * those are real: on recorded prices and on a live feed. The practice market's companies are invented and may be named.
 */
export function companyIn(title: string, real: Iterable<string>): string | null {
  const plain = title.normalize('NFKC')
  const company = REAL_COMPANIES.find((name) => standsIn(plain, name))
  if (company !== undefined) return company
  const ticker = plain.match(/\b[A-Z]{2,5}\b/g)?.find((word) => word.length >= TICKER_LEAST && KNOWN_TICKERS.has(word))
  if (ticker !== undefined) return ticker
  for (const name of real) if (name.length > 1 && standsIn(plain, name)) return name
  return null
}
