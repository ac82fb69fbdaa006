import { stringify } from 'csv-stringify/sync'
import { delimiterFor } from '@lonja/core/base/cells'
import type { Language } from '@lonja/core/base/language'

/** Rows of a table as the bytes of a CSV file for spreadsheets of a language. Cells of free text are guarded by the caller. */
export const csvLines = (language: Language, rows: readonly (readonly string[])[]): Uint8Array =>
  Buffer.from(stringify(rows as string[][], { delimiter: delimiterFor(language), record_delimiter: '\r\n' }))
