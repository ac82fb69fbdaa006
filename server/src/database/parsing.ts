import pg from 'pg'

const INT8 = 20
const INT8_ARRAY = 1016
const parserFor = (oid: number, format?: 'text' | 'binary'): unknown => {
  if (oid === INT8) return BigInt
  if (oid === INT8_ARRAY) return (text: string) => text.slice(1, -1).split(',').filter(Boolean).map(BigInt)
  return pg.types.getTypeParser(oid, format)
}
/** The pool's types: int8 is bigint, also in arrays; uuid and text are strings. */
export const types = { getTypeParser: parserFor }
