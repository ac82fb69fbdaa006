import { parseArgs } from 'node:util'
import { CannotOpen } from '../base/cannot.ts'

/** The options of a command: a `text` option takes a value, a `flag` takes none. */
type Options = Readonly<Record<string, 'text' | 'flag'>>

type Values<Known extends Options> = { readonly [Name in keyof Known]?: Known[Name] extends 'flag' ? true : string }

/**
 * Parses a command's arguments: its options, and at most `words` words between them. Refuses an unknown option. A
 * mistyped option must not be ignored, because a missing option has a meaning of its own (every role, no key, a week).
 */
export function argumentsIn<const Known extends Options>(
  args: readonly string[],
  known: Known,
  { words: most }: { readonly words: number },
): { values: Values<Known>; words: readonly string[] } {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, kind]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' } as const]),
  )
  const { tokens } = parseArgs({ args: [...args], options, allowPositionals: true, strict: false, tokens: true })
  const values: Record<string, string | true> = {}
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const kind = Object.hasOwn(known, name) ? known[name] : undefined
    if (kind === undefined) throw new CannotOpen(`There is no option ${rawName}${saidOf(Object.keys(known))}.`)
    if (kind === 'flag' && value !== undefined) throw new CannotOpen(`${rawName} stands alone: leave out "${value}".`)
    // Without an equals sign, text that begins with a dash is the next option.
    if (kind === 'text' && (value === undefined || (!inlineValue && value.startsWith('-'))))
      throw new CannotOpen(`${rawName} says nothing: give what it means behind it.`)
    values[name] = value ?? true
  }
  if (words.length > most) throw new CannotOpen(`"${words[most]}" is too much: the command has no use for it.`)
  return { values: values as Values<Known>, words }
}

function saidOf(names: readonly string[]): string {
  const all = names.map((name) => `--${name}`)
  if (all.length < 2) return all.length === 0 ? '' : `: there is ${all[0]} alone`
  return `: there are ${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}
