import { separatorsFor } from './formats.ts'
import type { Language } from './language.ts'

/** Why a typed figure was not taken. Ambiguous: written so that two languages would read two different figures. */
export type FigureProblem = 'empty' | 'not_a_figure' | 'ambiguous' | 'too_many_decimals' | 'too_long'

/** A typed figure as `units` of which the last `decimals` digits stand after the decimal sign. */
export type ReadFigure = { readonly units: bigint } | { readonly problem: FigureProblem }

const LONGEST = 18

/**
 * Read what a person typed, in the shown language's style: in Spanish `1.234,5` with two decimals is 123450n. Spaces and
 * a currency's mark are passed over. Refused as ambiguous: `1,234` in Spanish, `1.50` in Spanish, `1,50` in English (the
 * other style's figure), and `1.234` in Spanish where three decimals are allowed. Echo the answer formatted.
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

/** Full-width digits and separators as plain ones; without spaces, no-break spaces and marks of money. */
const plain = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\u00a0\u202f']/g, '')
    .replace(/^(?:US\$|\$US|[$€])|(?:US\$|\$US|[$€])$/g, '')

/** A thousands sign that is a space is passed over before reading, so nothing stands for it. */
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

/** How a reader of the other style would take the same signs, if at all. */
function otherReading(text: string, thousands: string, decimal: string): Reading | null {
  return readAs(text, decimal, thousands === '' ? '.' : thousands)
}
