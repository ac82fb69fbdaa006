const SIGN = /^\s*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/

/**
 * Prefix text that a spreadsheet could run as a formula with an apostrophe. Plain whole numbers stay as they are
 * (OWASP, CSV injection).
 */
export const guardedCell = (text: string): string => (SIGN.test(text) && !/^-?\d+$/.test(text) ? `'${text}` : text)
