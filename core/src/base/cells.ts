import type { Language } from './language.ts'

/** Spreadsheets expect a semicolon between cells where the comma is the decimal sign. */
export const delimiterFor = (language: Language): string => (language === 'tur' || language === 'fr' ? ';' : ',')

/** Marks a text as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\ufeff'

const SIGN = /^\s*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/

/**
 * Prefix text that a spreadsheet could run as a formula with an apostrophe. Plain whole numbers stay as they are
 * (OWASP, CSV injection).
 */
export const guardedCell = (text: string): string => (SIGN.test(text) && !/^-?\d+$/.test(text) ? `'${text}` : text)
