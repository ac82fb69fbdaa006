import * as z from 'zod/mini'

/**
 * A fast encoder of replies. The schema is compiled once into a function that copies the named fields and encodes
 * amounts, prices and ids. A field that the contract does not name cannot leave. Replies are not validated again: the
 * compiler has checked them.
 */
export type Encode = (value: unknown) => unknown

interface Def {
  readonly type: string
  readonly shape?: Record<string, z.ZodMiniType>
  readonly element?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly in?: z.ZodMiniType
  readonly reverseTransform?: (value: unknown, context: unknown) => unknown
  readonly options?: readonly z.ZodMiniType[]
}

const same: Encode = (value) => value
const PLAIN = new Set(['string', 'number', 'boolean', 'literal', 'enum', 'custom', 'null', 'int'])

/** The encoder of a schema. A form without an encoder here is encoded by the schema itself. */
export function encoderFor(schema: z.ZodMiniType): Encode {
  const def = schema._zod.def as unknown as Def
  if (PLAIN.has(def.type)) return same
  if (def.shape) return encodeObject(def.shape)
  if (def.type === 'array' && def.element) return encodeArray(encoderFor(def.element))
  if (def.type === 'nullable' || def.type === 'optional') return encodeMaybe(encoderFor(def.innerType as z.ZodMiniType))
  if (def.type === 'pipe' && def.reverseTransform)
    return encodePipe(def.reverseTransform, encoderFor(def.in as z.ZodMiniType))
  if (def.type === 'union' && def.options?.every((option) => encoderFor(option) === same)) return same
  const shape = def.type === 'union' && def.options && commonShape(def.options)
  if (shape) return encodeObject(shape)
  return (value) => z.encode(schema, value)
}

/**
 * The shape of objects with the same fields, each of one schema for all or without a need of encoding; otherwise null. Such
 * options differ only in the values that they allow.
 */
function commonShape(options: readonly z.ZodMiniType[]): Record<string, z.ZodMiniType> | null {
  const shapes = options.map((option) => (option._zod.def as unknown as Def).shape)
  const [first] = shapes
  if (!first) return null
  const names = Object.keys(first).join()
  const alike = (shape: Def['shape']): boolean =>
    shape !== undefined &&
    Object.keys(shape).join() === names &&
    Object.entries(shape).every(([name, field]) => field === first[name] || [field, first[name]!].every(isPlain))
  return shapes.every(alike) ? first : null
}

const isPlain = (field: z.ZodMiniType): boolean => encoderFor(field) === same

function encodeObject(shape: Record<string, z.ZodMiniType>): Encode {
  const fields = Object.entries(shape).map(([name, field]) => [name, encoderFor(field)] as const)
  return (value) => {
    const from = value as Record<string, unknown>
    const to: Record<string, unknown> = {}
    for (const [name, encode] of fields) if (from[name] !== undefined) to[name] = encode(from[name])
    return to
  }
}

const encodeArray = (encode: Encode): Encode =>
  encode === same ? same : (value) => (value as unknown[]).map((item) => encode(item))

const encodeMaybe = (encode: Encode): Encode =>
  encode === same ? same : (value) => (value === null || value === undefined ? value : encode(value))

const encodePipe = (reverse: (value: unknown, context: unknown) => unknown, encode: Encode): Encode =>
  encode === same ? (value) => reverse(value, {}) : (value) => encode(reverse(value, {}))
