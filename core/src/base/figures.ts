import { separatorsFor } from './formats.ts'
import type { Language } from './language.ts'

/** The reason why a typed figure was rejected. `ambiguous`: two languages would read two different figures. */
export type FigureProblem = 'empty' | 'not_a_figure' | 'ambiguous' | 'too_many_decimals' | 'too_long'

/** A typed figure as `units`; the last `decimals` digits stand after the decimal sign. */
export type ReadFigure = { readonly units: bigint } | { readonly problem: FigureProblem }

const LONGEST = 18

/**
 * Read a typed figure in the shown language's style: in Spanish `1.234,5` with two decimals is 123450n. Spaces and
 * currency marks are skipped. Rejected as ambiguous: `1,234` and `1.50` in Spanish, `1,50` in English (each is a figure
 * in the other style), and `1.234` in Spanish where three decimals are allowed. Show the formatted result back to the
 * person.
 */
export function readFigure(typed: string, language: Language, decimals = 2): ReadFigure {
  const text = plain(typed)
  if (text === '') return { problem: 'empty' }
  const { thousands, decimal } = plainSeparators(language)
  const shown = readAs(text, thousands, decimal)
  const other = otherReading(text, thousands, decimal)
  if (!shown) return { problem: other ? 'ambiguous' : 'not_a_figure' }
  if (shown.whole.length + shown.fraction.length > LONGEST) return { problem: 'too_long' }
  const mayBeOther = other !== null && other.grouped !== shown.grouped && !text.startsWith('0')
  if (shown.fraction.length > decimals) return { problem: mayBeOther ? 'ambiguous' : 'too_many_decimals' }
  if (mayBeOther && decimals > 2) return { problem: 'ambiguous' }
  return { units: BigInt(shown.whole + shown.fraction.padEnd(decimals, '0')) }
}

interface Reading {
  readonly whole: string
  readonly fraction: string
  readonly grouped: boolean
}

/** Replace full-width digits and separators by plain ones, and drop spaces, no-break spaces and currency marks. */
const plain = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\u00a0\u202f']/g, '')
    .replace(/^(?:US\$|\$US|[$€])|(?:US\$|\$US|[$€])$/g, '')

/** A thousands separator that is a space is removed before reading, so it maps to the empty string. */
function plainSeparators(language: Language): { thousands: string; decimal: string } {
  const { thousands, decimal } = separatorsFor(language)
  return { thousands: thousands.trim() === '' ? '' : thousands, decimal }
}

function readAs(text: string, thousands: string, decimal: string): Reading | null {
  const [whole = '', fraction = '', ...more] = text.split(decimal)
  if (more.length > 0 || !/^\d*$/.test(fraction) || whole + fraction === '') return null
  if (/^\d*$/.test(whole)) return { whole: whole || '0', fraction, grouped: false }
  const groups = thousands === '' ? [] : whole.split(thousands)
  const [first = '', ...rest] = groups
  const wellGrouped = /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group))
  return wellGrouped && rest.length > 0 ? { whole: groups.join(''), fraction, grouped: true } : null
}

/** The figure that the other style would read from the same signs, or null. */
function otherReading(text: string, thousands: string, decimal: string): Reading | null {
  return readAs(text, decimal, thousands === '' ? '.' : thousands)
}
