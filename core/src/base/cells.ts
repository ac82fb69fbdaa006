const SIGN = /^\s*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/

/** A text in a cell that a program could take for a formula begins with an apostrophe; a figure is none. OWASP, CSV injection. */
export const guardedCell = (text: string): string => (SIGN.test(text) && !/^-?\d+$/.test(text) ? `'${text}` : text)
