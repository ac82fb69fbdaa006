import type { Catalogue } from './catalogue.ts'

/**
 * French sets `; : ? ! »` off by a space, as it does after `«`. It never breaks there, or a line would begin with the mark. The files
 * of texts have plain spaces, which an editor shows.
 */
export const unbroken = (sentence: string): string =>
  sentence.replace(/ (?=[;:?!»])/g, '\u00a0').replace(/(?<=«) /g, '\u00a0')

/** The same in every sentence of a file of texts. */
export const unbrokenIn = (file: Catalogue): Catalogue =>
  Object.fromEntries(
    Object.entries(file).map(([section, sentences]) => [
      section,
      Object.fromEntries(Object.entries(sentences).map(([key, sentence]) => [key, unbroken(sentence)])),
    ]),
  )
