import * as z from 'zod/mini'

/**
 * A fast decoder of inputs. The schema is compiled once into a function that decodes a valid value at a fraction of the
 * schema's cost. It does not explain errors: for any value that it does not accept, the caller asks the schema, which
 * names each wrong field.
 */
export type Decode = (value: unknown) => unknown

/** The answer for a value that is invalid, or whose schema is not supported here. */
export const ASK_SCHEMA = Symbol('ask the schema')

interface Def {
  readonly type: string
  readonly check?: string
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[]
  readonly shape?: Record<string, z.ZodMiniType>
  readonly catchall?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly in?: z.ZodMiniType
  readonly out?: z.ZodMiniType
  readonly transform?: (value: unknown, context: unknown) => unknown
  readonly reverseTransform?: unknown
  readonly entries?: Readonly<Record<string, string>>
  readonly fn?: (value: unknown) => unknown
  readonly getter?: () => z.ZodMiniType
}

interface Check {
  readonly check: string
  readonly format?: string
  readonly pattern?: RegExp
}

const defOf = (schema: z.ZodMiniType): Def => schema._zod.def

/** The decoder of a schema. It returns the same value as the schema, or `ASK_SCHEMA`. */
export function decoderFor(schema: z.ZodMiniType): Decode {
  const def = defOf(schema)
  // A format that is part of the schema itself (`z.email()`) is a check outside `checks`.
  if (def.type === 'string' && def.check === undefined) return decodeString(def)
  if (def.check !== undefined && def.type !== 'custom') return () => ASK_SCHEMA
  if (def.checks?.length) return () => ASK_SCHEMA
  if (def.type === 'object' && def.shape) return decodeObject(def.shape, def.catchall)
  if (def.type === 'bigint') return (value) => (typeof value === 'bigint' ? value : ASK_SCHEMA)
  if (def.type === 'boolean') return (value) => (typeof value === 'boolean' ? value : ASK_SCHEMA)
  if (def.type === 'enum' && def.entries) return decodeEnum(new Set<unknown>(Object.values(def.entries)))
  if (def.type === 'custom' && def.fn) return decodeCustom(def.fn)
  if (def.type === 'lazy' && def.getter) return decoderFor(def.getter())
  if (def.type === 'nullable') return decodeNullable(decoderFor(def.innerType as z.ZodMiniType))
  if (def.type === 'pipe' && def.transform && def.reverseTransform) return decodeCodec(def, def.transform)
  return () => ASK_SCHEMA
}

/** Decodes an input by its schema: the value, or its errors. */
export function readerFor<Input extends z.ZodMiniType>(
  schema: Input,
): (fields: unknown) => z.core.util.SafeParseResult<z.output<Input>> {
  const decode = decoderFor(schema)
  return (fields) => {
    const data = decode(fields)
    if (data !== ASK_SCHEMA) return { success: true, data: data as z.output<Input> }
    return z.safeDecode(schema, fields as z.input<Input>)
  }
}

/** Fields in the schema's order. Unknown and missing fields are left to the schema, which names them. */
function decodeObject(shape: Record<string, z.ZodMiniType>, catchall: z.ZodMiniType | undefined): Decode {
  const isStrict = catchall !== undefined && defOf(catchall).type === 'never'
  if (!isStrict) return () => ASK_SCHEMA
  const fields = Object.entries(shape).map(([name, field]) => {
    const def = defOf(field)
    const optional = def.type === 'optional'
    return { name, optional, decode: decoderFor(optional ? (def.innerType as z.ZodMiniType) : field) }
  })
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return ASK_SCHEMA
    const from = value as Record<string, unknown>
    const to: Record<string, unknown> = {}
    let count = 0
    for (const { name, optional, decode } of fields) {
      const value = Object.hasOwn(from, name) ? from[name] : undefined
      if (value === undefined && optional && !(name in from)) continue
      const decoded = value === undefined ? ASK_SCHEMA : decode(value)
      if (decoded === ASK_SCHEMA) return ASK_SCHEMA
      to[name] = decoded
      count += 1
    }
    for (const _name in from) count -= 1
    return count === 0 ? to : ASK_SCHEMA
  }
}

function decodeString({ checks = [] }: Def): Decode {
  const patterns: RegExp[] = []
  for (const { _zod } of checks) {
    const { check, format, pattern } = _zod.def
    if (check !== 'string_format' || format !== 'regex' || !pattern || pattern.global || pattern.sticky) {
      return () => ASK_SCHEMA
    }
    patterns.push(pattern)
  }
  return (value) => (typeof value === 'string' && patterns.every((form) => form.test(value)) ? value : ASK_SCHEMA)
}

const decodeEnum =
  (values: ReadonlySet<unknown>): Decode =>
  (value) =>
    values.has(value) ? value : ASK_SCHEMA

const decodeCustom =
  (isRight: (value: unknown) => unknown): Decode =>
  (value) =>
    isRight(value) ? value : ASK_SCHEMA

const decodeNullable =
  (decode: Decode): Decode =>
  (value) =>
    value === null ? null : decode(value)

function decodeCodec(def: Def, transform: (value: unknown, context: unknown) => unknown): Decode {
  const first = decoderFor(def.in as z.ZodMiniType)
  const last = decoderFor(def.out as z.ZodMiniType)
  return (value) => {
    const decoded = first(value)
    return decoded === ASK_SCHEMA ? ASK_SCHEMA : last(transform(decoded, {}))
  }
}
