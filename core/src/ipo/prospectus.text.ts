import { currencyFor } from '../base/amount.ts'
import { formatCount, formatNamedPrice } from '../base/formats.ts'
import { LANGUAGES, type Language } from '../base/language.ts'
import type { PracticeShare } from '../universe/companies.ts'
import type { Terms } from './terms.text.ts'

/*
 * The prospectus of a practice offer: its hash is in the terms. It says what the company is, that it is invented, and what
 * one can lose.
 */

/** Version 1 of the words: an offer keeps the prospectus that it was published with. */
const RISKS: Readonly<Record<Language, string>> = {
  tur:
    'Acciones de práctica, compradas con dinero de práctica: no existe ninguna empresa detrás. Puedes no recibir ninguna acción. ' +
    'El precio puede caer desde el primer momento: uno de cada tres primeros días termina en pérdida, y de media la apertura queda entre un 0 % y un 3 % por encima del precio de suscripción. ' +
    'Lo que no se te asigne se libera entero, y suscribir no tiene comisión.',
  cn:
    '这是用模拟资金购买的模拟股票，背后没有真实公司。您可能一股也没有中签。' +
    '价格从上市第一刻起就可能下跌：约三分之一的股票首日亏损，开盘价平均比认购价高 0% 至 3%。' +
    '未中签的款项全额解冻，申购不收手续费。',
  tw:
    '這是用模擬資金購買的模擬股票，背後沒有真實公司。您可能一股也沒有中籤。' +
    '價格從上市第一刻起就可能下跌：約三分之一的股票首日虧損，開盤價平均比認購價高 0% 至 3%。' +
    '未中籤的款項全額解凍，申購不收手續費。',
  en:
    'Practice shares, bought with practice money: there is no real company behind them. You may be allotted no share at all. ' +
    'The price can fall from the first moment: one first day in three ends in a loss, and on average the opening is 0 % to 3 % above the subscription price. ' +
    'What you are not allotted is released in full, and there is no fee for subscribing.',
  fr:
    'Actions d’entraînement, achetées avec de l’argent d’entraînement : aucune entreprise réelle derrière elles. Vous pouvez ne recevoir aucune action. ' +
    'Le cours peut baisser dès le premier instant : un premier jour sur trois finit en perte, et en moyenne l’ouverture est de 0 % à 3 % au-dessus du prix de souscription. ' +
    'Ce qui ne vous est pas attribué est libéré en entier, et souscrire est sans frais.',
}

/** The prospectus of a company in the five languages, each under its code. */
export const prospectusText = ({ name, names, profile }: Pick<PracticeShare, 'name' | 'names' | 'profile'>): string =>
  LANGUAGES.map((language) => {
    const chinese = language === 'cn' || language === 'tw' ? names?.[language] : undefined
    return `[${language}]\n${chinese ?? name}\n\n${profile?.[language] ?? ''}\n\n${RISKS[language]}\n`
  }).join('\n')

/** The description of a company whose offer operations made: nothing is known of it but that it is invented. */
const PROFILE: Readonly<Record<Language, string>> = {
  tur: 'Una empresa inventada. Los operadores de esta casa de práctica hicieron su oferta; su cotización sale del número de la oferta y de las semillas de los días.',
  cn: '一家虚构的公司。其新股发行由本模拟平台的运营人员设立；其价格只由发行序号和每日种子决定。',
  tw: '一家虛構的公司。其新股發行由本模擬平台的營運人員設立；其價格只由發行序號和每日種子決定。',
  en: 'An invented company. The operators of this practice house made its offer; its price comes from the number of the offer and from the day seeds.',
  fr: 'Une entreprise inventée. Les opérateurs de cette maison d’entraînement ont fait son offre ; son cours vient du numéro de l’offre et des graines des jours.',
}

export const houseProfile = (): PracticeShare['profile'] => PROFILE

/** The figures of an offer in its prospectus. */
const FIGURES: Readonly<Record<Language, string>> = {
  tur: 'Se ofrecen {lots} lotes de {lot} acciones a {price} la acción. Una solicitud puede pedir como máximo {most} lotes.',
  cn: '本次发行 {lots} 手，每手 {lot} 股，每股 {price}。一份申购最多 {most} 手。',
  tw: '本次發行 {lots} 手，每手 {lot} 股，每股 {price}。一份申購最多 {most} 手。',
  en: '{lots} lots of {lot} shares are offered at {price} a share. One application may ask for {most} lots at most.',
  fr: '{lots} lots de {lot} actions sont offerts à {price} l’action. Une demande peut porter sur {most} lots au plus.',
}

/** The figures that a prospectus of an offer that operations make gives. */
export type ProspectusFigures = Pick<Terms, 'company' | 'listing' | 'price' | 'lot' | 'lots' | 'most'>

/** The prospectus of an offer that operations make, in the five languages, each under its code. It follows from the terms. */
export const houseProspectus = ({ company, listing, price, lot, lots, most }: ProspectusFigures): string =>
  LANGUAGES.map((language) => {
    const figures: Readonly<Record<string, string>> = {
      lots: formatCount(lots, language),
      lot: formatCount(lot, language),
      price: formatNamedPrice(price, language, currencyFor(listing)),
      most: formatCount(most, language),
    }
    const summary = FIGURES[language].replace(/\{(\w+)\}/g, (_blank, name: string) => figures[name] ?? '')
    return `[${language}]\n${company}\n\n${PROFILE[language]}\n\n${summary}\n\n${RISKS[language]}\n`
  }).join('\n')
