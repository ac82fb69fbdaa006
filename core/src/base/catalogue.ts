/** Sentences by section and key, as a file of texts has them. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>

/** One catalogue out of the files of all features. A feature may bring keys to any section; no two bring the same key. */
export function joinedCatalogue(files: readonly Catalogue[]): Catalogue {
  const joined: Record<string, Record<string, string>> = {}
  for (const file of files) {
    for (const [section, sentences] of Object.entries(file)) {
      joined[section] = Object.assign(joined[section] ?? {}, sentences)
    }
  }
  return joined
}
