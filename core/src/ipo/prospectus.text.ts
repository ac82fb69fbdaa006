import { LANGUAGES, type Language } from '../base/language.ts'
import type { PracticeShare } from '../universe/companies.ts'

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
