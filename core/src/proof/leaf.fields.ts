const named = (names: string): readonly string[] => names.split(' ')

/** The fields of a row's text in their order, by the kind that stands first. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  entry: named('row customer version posting asset kind counter freeBefore freeAfter heldBefore heldAfter causeKind cause at'), // prettier-ignore
  fill: named('row customer order quoteAt fill posting listing side shares price cost fee feeTable feeBps bid ask bidSize askSize last source paid received markup rate rateAt realised at'), // prettier-ignore
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+|null/g

/**
 * The fields of a row by name, each as text: whole numbers may be larger than a number of this language holds. Null for
 * a field without a value. A text of another shape has no fields.
 */
export function fieldsOf(text: string): Readonly<Record<string, string | null>> {
  const values = [...text.matchAll(TOKEN)].map(([token]) =>
    token === 'null' ? null : token.startsWith('"') ? String(JSON.parse(token)) : token,
  )
  const names = FIELDS[values[0] ?? ''] ?? []
  if (names.length !== values.length) return {}
  return Object.fromEntries(names.map((name, n) => [name, values[n] ?? null]))
}
