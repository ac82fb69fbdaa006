/** Sentences by section and key, as in a file of texts. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Join the files of all features into one catalogue. A feature may add keys to any section; no two features add the
 * same key.
 */
export function joinedCatalogue(files: readonly Catalogue[]): Catalogue {
  const joined: Record<string, Record<string, string>> = {}
  for (const file of files) {
    for (const [section, sentences] of Object.entries(file)) {
      joined[section] = Object.assign(joined[section] ?? {}, sentences)
    }
  }
  return joined
}
