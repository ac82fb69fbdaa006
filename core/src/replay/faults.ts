/**
 * The faults of a file of corporate actions, in English as an operator reads them, with blanks. The console has the same
 * sentences in the languages of the house, by their codes.
 */
export const FILE_FAULTS = {
  utf16: 'the file is UTF-16: save it as UTF-8',
  cr_alone: 'its lines end with CR alone: save it with line ends of LF or CRLF',
  tabs: 'its columns are separated by tabs: separate them by commas',
  semicolons: 'its columns are separated by semicolons: separate them by commas',
  column_quoted: 'the heading has {column} in quotation marks: leave them out',
  column_spaced: 'the heading has a space beside {column}: write the names with commas alone',
  column_case: 'the heading says {text}: write {column}, in lower case',
  column_missing: 'the column {column} is missing',
  column_twice: 'the column {column} is named twice: keep one of them',
  no_row: 'the file has no row',
  cells: '{count} columns, not {wanted}',
  date_form: "date is not understood: '{text}': write it as 2013-10-04",
  date_unreal: "date is not of this calendar: '{text}'",
  date_back: 'date goes back to {day}',
  listing_form: "listing is not understood: '{text}': write ABC, or XMAD:ABC outside of New York",
  not_listed: '{listing} is not listed here',
  no_file: 'there is no file of {listing}',
  no_trading_day: '{day} is no trading day of {venue}',
  kind: "kind is none of split, dividend, symbol: '{text}'",
  no_currency: "a {kind} has no currency: '{text}'",
  other_currency: "a dividend of {listing} is in {currency}: '{text}'",
  ratio_form: "value is no ratio such as 4:1: '{text}'",
  ratio_of_nothing: 'a ratio of {text} changes nothing',
  amount_form: "value is no amount with up to four decimals: '{text}'",
  ticker_form: "value is no ticker: '{text}'",
  ticker_same: '{listing} has that ticker already',
  bars_after: '{listing} has bars of {day}, under its old ticker',
  bars_before: '{listing} has bars of {day}, before it is a ticker',
  twice: 'a second {kind} of {listing} on {day}',
  ticker_changed: '{listing} has changed its ticker on {day}: name its new one',
  ticker_taken: '{listing} is the new ticker of two listings',
  withdraw_kind: "value of a withdraw is none of split, dividend, symbol: '{text}'",
  not_announced: 'no {kind} of {listing} is announced for {day}',
  under_old_ticker: '{listing} has a {kind} on {day}, under its old ticker: withdraw it first',
  too_late: '{day} begins in less than a full day: an action is never announced so late',
  close_near: 'the close before {day} is less than an hour away',
} as const

export type FileFaultCode = keyof typeof FILE_FAULTS
export const FILE_FAULT_CODES = Object.keys(FILE_FAULTS) as [FileFaultCode, ...FileFaultCode[]]

/** A fault of a file, and the words for the blanks of its sentence. */
export interface FileFault {
  readonly fault: FileFaultCode
  readonly blanks: Readonly<Record<string, string>>
}

export const faultOf = (fault: FileFaultCode, blanks: FileFault['blanks'] = {}): FileFault => ({ fault, blanks })

export const isFault = (answer: unknown): answer is FileFault =>
  typeof answer === 'object' && answer !== null && 'fault' in answer

/** A fault in English. */
export const sayFault = ({ fault, blanks }: FileFault): string =>
  FILE_FAULTS[fault].replace(/\{(\w+)\}/g, (blank, name: string) => blanks[name] ?? blank)
