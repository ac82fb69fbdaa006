import type { Dice, Fields } from './fuzz.dice.ts'

const HOSTILE: readonly unknown[] = [
  0, -1, 1.5, 1e3, 1e308, 2 ** 63, Number.MAX_SAFE_INTEGER + 1, true, false, null, [], {}, [[]], { a: 1 },
  '', ' ', '0', '-1', '1e3', '0x10', '1.000,5', '1,000.5', 'NaN', 'Infinity', '-0', '9223372036854775808',
  '123456789012345678901234567890', '٦٠٠', '１２３', '1.00001', '00', '+1', ' 1', '1 ', '\u0000', '\ud800', "' or 1=1 --",
  '<script>alert(1)</script>', '../../etc/passwd', '%00', '🔑', '\u202e123', 'null', 'undefined', '__proto__', 'XNYS:', 'XXXX:ABC',
  'XNYS:ABC;drop table', '00000000-0000-0000-0000-000000000000', '01912f3a-0000-7000-8000-000000000000', '.', '..', '1.2.3',
] // prettier-ignore

const EXTRA = [
  'extra',
  'id',
  'customer',
  'price',
  '__proto__',
  'constructor',
  'limit',
  'cursor',
  'lang',
  'token',
  '',
] as const

/** Damages an input: a field missing, of another type, far too long, hostile, or one too many. */
export function harmed(input: Fields, chance: Dice): unknown {
  if (chance.once(3)) return chance.pick(HOSTILE)
  const names = Object.keys(input)
  const name = names.length > 0 ? chance.pick(names) : chance.pick(EXTRA)
  const way = chance.below(5)
  if (way === 0) return Object.fromEntries(Object.entries(input).filter(([field]) => field !== name))
  if (way === 1) return { ...input, [name]: 'x'.repeat(chance.pick([41, 129, 141, 201, 5_000])) }
  if (way === 2) return { ...input, [chance.pick(EXTRA)]: chance.pick(HOSTILE) }
  if (way === 3 && typeof input[name] === 'object' && input[name] !== null) {
    return {
      ...input,
      [name]: Array.isArray(input[name])
        ? [...(input[name] as unknown[]), chance.pick(HOSTILE)]
        : harmed(input[name] as Fields, chance),
    }
  }
  return { ...input, [name]: chance.pick(HOSTILE) }
}

export const TOKENS: readonly (string | undefined)[] = [
  undefined,
  '',
  'x',
  'null',
  '🔑'.repeat(40),
  'a.b',
  'x'.repeat(7_000),
]
export const KEYS: readonly string[] = ['', 'x', '0', '123e4567-e89b-12d3-a456-426614174000', 'x'.repeat(5_000)]
export const LANGUAGES_SENT = ['tur', 'cn', 'tw', 'en', 'fr', 'tn', 'de', 'TUR', '%20', 'x'.repeat(200)] as const
