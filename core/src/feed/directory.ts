import type { ListingId, Venue } from '../base/amount.ts'
import { csvCells } from './directory.csv.ts'
import { SECTORS, type Sector } from '../market/instruments.ts'

/**
 * A directory of listings from the files that exchanges publish: `nasdaqlisted.txt` and `otherlisted.txt` in the form
 * of https://www.nasdaqtrader.com/Trader.aspx?id=SymbolDirDefs (fields separated by `|`, a heading, a last line `File
 * Creation Time: mmddyyyyhh:mm`), and for Madrid our own CSV. Columns are found by name. Rows that are not traded here
 * are left out and counted; an unreadable line is reported with its number.
 */

/** One listing in a directory. */
export interface DirectoryEntry {
  readonly listing: ListingId
  readonly name: string
  readonly sector: Sector
  /** 0 if the file does not state it. */
  readonly sharesInIssue: bigint
}

export interface BadLine {
  readonly line: number
  readonly reason: string
}

export interface Directory {
  readonly form: 'nasdaqlisted' | 'otherlisted' | 'madrid'
  /** The venues that it lists in full: a listing missing there is gone. */
  readonly venues: readonly Venue[]
  /** The file's own creation time, as written; null without one. */
  readonly madeAt: string | null
  readonly entries: readonly DirectoryEntry[]
  /** The number of rows left out, by reason. */
  readonly left: Readonly<Record<string, number>>
  readonly bad: readonly BadLine[]
}

/** The reason why a whole file cannot be used. */
export interface NoDirectory {
  readonly broken: string
}

const FORMS = {
  nasdaqlisted: ['Symbol', 'Security Name', 'Market Category', 'Test Issue', 'ETF'],
  otherlisted: ['ACT Symbol', 'Security Name', 'Exchange', 'ETF', 'Test Issue'],
  madrid: ['ticker', 'name'],
} as const
type Form = keyof typeof FORMS

const VENUES_OF: Record<Form, readonly Venue[]> = {
  nasdaqlisted: ['XNAS'],
  otherlisted: ['XNYS', 'XASE'],
  madrid: ['XMAD'],
}

/**
 * The exchange letters in `otherlisted.txt`: A is NYSE American, N the New York Stock Exchange; others (P Arca, Z Cboe
 * BZX, V IEX) are not venues of this house.
 */
const EXCHANGES: Readonly<Partial<Record<string, Venue>>> = { A: 'XASE', N: 'XNYS' }

/** Read one file; its heading decides the form. */
export function readDirectory(text: string): Directory | NoDirectory {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  while (lines.at(-1)?.trim() === '') lines.pop()
  const heading = lines[0] ?? ''
  const form = formOf(heading)
  if (!form) return { broken: whichIsMissing(heading) }
  const isPiped = form !== 'madrid'
  const cellsOf = isPiped ? (line: string) => line.split('|') : csvCells
  const names = (cellsOf(heading) ?? []).map((name) => name.trim())
  const creation = isPiped ? /^File Creation Time:\s*([0-9:]+)\|*$/.exec(lines.at(-1)?.trim() ?? '') : null
  if (isPiped && !creation) return { broken: 'its last line is not "File Creation Time": it may have been cut off' }
  const rows = lines.slice(1, isPiped ? -1 : undefined)
  if (rows.length === 0) return { broken: 'it names no listing' }

  const reading = {
    entries: new Map<ListingId, DirectoryEntry>(),
    left: {} as Record<string, number>,
    bad: [] as BadLine[],
  }
  for (const [n, row] of rows.entries()) {
    const line = n + 2
    const values = cellsOf(row)
    if (values?.length !== names.length) {
      const reason = values ? `${values.length} columns, not ${names.length}` : 'a quotation mark is not closed'
      reading.bad.push({ line, reason })
      continue
    }
    const cells = Object.fromEntries(names.map((name, column) => [name, values[column]?.trim() ?? '']))
    const read = READERS[form](cells)
    if ('bad' in read) reading.bad.push({ line, reason: read.bad })
    else if ('left' in read) reading.left[read.left] = (reading.left[read.left] ?? 0) + 1
    else if (reading.entries.has(read.listing)) reading.bad.push({ line, reason: `${read.listing} a second time` })
    else reading.entries.set(read.listing, read)
  }
  const { left, bad } = reading
  return {
    form,
    venues: VENUES_OF[form],
    madeAt: creation?.[1] ?? null,
    entries: [...reading.entries.values()],
    left,
    bad,
  }
}

const splitHeading = (heading: string): string[] =>
  (heading.includes('|') ? heading.split('|') : (csvCells(heading) ?? [])).map((name) => name.trim())

function formOf(heading: string): Form | null {
  const names = splitHeading(heading)
  return (Object.keys(FORMS) as Form[]).find((form) => FORMS[form].every((name) => names.includes(name))) ?? null
}

/** The missing column of the best-fitting form. */
function whichIsMissing(heading: string): string {
  const names = splitHeading(heading)
  const lacking = (form: Form): string[] => FORMS[form].filter((name) => !names.includes(name))
  const best = (Object.keys(FORMS) as Form[])
    .filter((form) => lacking(form).length < FORMS[form].length)
    .sort((a, b) => lacking(a).length - lacking(b).length)[0]
  return best
    ? `its heading lacks ${lacking(best).join(', ')} of ${best}`
    : 'its heading is that of no directory: Symbol|Security Name|… , ACT Symbol|Security Name|… , or ticker,name,…'
}

type Cells = Readonly<Record<string, string>>
type DirectoryLine = DirectoryEntry | { readonly left: string } | { readonly bad: string }

const READERS: Record<Form, (cells: Cells) => DirectoryLine> = {
  nasdaqlisted: (cells) => usEntry(cells, cells['Symbol'] ?? '', 'XNAS'),
  otherlisted: (cells) => {
    const letter = cells['Exchange'] ?? ''
    if (!/^[A-Z]$/.test(letter)) return { bad: `Exchange is no letter: '${letter}'` }
    return usEntry(cells, cells['ACT Symbol'] ?? '', EXCHANGES[letter] ?? `exchange ${letter}`)
  },
  madrid: madridEntry,
}

function usEntry(cells: Cells, symbol: string, venue: Venue | `exchange ${string}`): DirectoryLine {
  const test = cells['Test Issue'] ?? ''
  if (test !== 'Y' && test !== 'N') return { bad: `Test Issue is neither Y nor N: '${test}'` }
  if (test === 'Y') return { left: 'test issue' }
  const etf = cells['ETF'] ?? ''
  if (!['Y', 'N', ''].includes(etf)) return { bad: `ETF is neither Y nor N: '${etf}'` }
  const name = cells['Security Name'] ?? ''
  if (name === '') return { bad: 'Security Name is empty' }
  if (venue.startsWith('exchange')) return { left: venue }
  const kind = kindOf(symbol, name, etf === 'Y')
  if (kind !== 'share') return { left: kind }
  const ticker = tickerFrom(symbol)
  if (!ticker) return { bad: `the symbol is not understood: '${symbol}'` }
  return { listing: `${venue as Venue}:${ticker}`, name: shortName(name), sector: 'none', sharesInIssue: 0n }
}

/** `BRK.A`, also when written `BRK-A` or `BRK/A`; null for anything else. */
export function tickerFrom(symbol: string): string | null {
  const ticker = symbol.replace(/[-/]/, '.')
  return /^[A-Z]{1,5}(\.[A-Z])?$/.test(ticker) ? ticker : null
}

/**
 * The kind of a row. Common and ordinary shares, depositary receipts of those, common units of partnerships and
 * exchange-traded funds (ETF is Y) trade here as shares. Preferred shares (`$` in the symbol), units, warrants, rights
 * and notes do not: their names identify them.
 */
export function kindOf(symbol: string, name: string, isFund: boolean): string {
  if (isFund) return 'share'
  if (symbol.includes('$')) return 'preferred'
  const suffix = /\.(WS|W|U|R|RT)(\.[A-Z])?$/.exec(symbol)?.[1]
  if (suffix) return { WS: 'warrant', W: 'warrant', U: 'unit', R: 'right', RT: 'right' }[suffix] ?? 'warrant'
  if (/\b(preferred|preference)\b/i.test(name)) return 'preferred'
  if (/\bwarrants?\b/i.test(name)) return 'warrant'
  if (/\brights?\b/i.test(name)) return 'right'
  if (/\b(notes?|debentures?|bonds?)\s+(due|series)\b|\bdue\s+(19|20)[0-9]{2}\b/i.test(name)) return 'note'
  if (/\bunits?\b/i.test(name) && !/\bcommon units?\b|\bpartnership\b|\blimited partner\b/i.test(name)) return 'unit'
  return 'share'
}

/** The name without its kind of share: `Made Up Inc. - Common Stock` becomes `Made Up Inc.`; its class stays. */
export function shortName(name: string): string {
  const [company = '', ...rest] = name.split(' - ')
  const kind = rest.join(' - ')
  const shareClass = /\bclass [A-Z]\b/i.exec(kind)?.[0]
  const short = company.replace(/,?\s+(common stock|common shares|ordinary shares|common units)\.?$/i, '')
  return shareClass ? `${short} ${shareClass}` : short
}

function madridEntry(cells: Cells): DirectoryLine {
  const { ticker = '', name = '', sector = '', shares_in_issue: shares = '' } = cells
  if (!/^[A-Z0-9]{1,6}(\.[A-Z])?$/.test(ticker)) return { bad: `the ticker is not understood: '${ticker}'` }
  if (name === '') return { bad: 'the name is empty' }
  const match = SECTORS.find((one) => one === sector)
  if (sector !== '' && !match) return { bad: `there is no sector '${sector}'` }
  if (!/^[0-9]{0,15}$/.test(shares)) return { bad: `shares_in_issue is no number of shares: '${shares}'` }
  return { listing: `XMAD:${ticker}`, name, sector: match ?? 'none', sharesInIssue: BigInt(shares || '0') }
}

/** A listing as the house stores it. */
export interface StoredListing extends DirectoryEntry {
  readonly isDelisted: boolean
}

/**
 * The changes that a directory makes to the stored listings. A listing that is gone is marked and stays, because
 * somebody may hold it.
 */
export interface DirectoryChange {
  readonly added: readonly DirectoryEntry[]
  readonly renamed: readonly { readonly before: StoredListing; readonly after: DirectoryEntry }[]
  /** Listed again after it was gone. */
  readonly back: readonly DirectoryEntry[]
  readonly gone: readonly StoredListing[]
  readonly same: number
}

/** The changes when a directory is applied: within the venues that it lists in full, and nowhere else. */
export function changeFor(
  current: readonly StoredListing[],
  { venues, entries }: Pick<Directory, 'venues' | 'entries'>,
): DirectoryChange {
  const before = new Map(current.map((one) => [one.listing, one]))
  const named = new Set(entries.map(({ listing }) => listing))
  const added: DirectoryEntry[] = []
  const back: DirectoryEntry[] = []
  const renamed: { before: StoredListing; after: DirectoryEntry }[] = []
  for (const entry of entries) {
    const one = before.get(entry.listing)
    if (!one) added.push(entry)
    else if (one.isDelisted) back.push(entry)
    else if (differs(one, entry)) renamed.push({ before: one, after: entry })
  }
  const gone = current.filter(
    ({ listing, isDelisted }) => !isDelisted && !named.has(listing) && venues.includes(listing.slice(0, 4) as Venue),
  )
  const same = entries.length - added.length - back.length - renamed.length
  return { added, renamed, back, gone, same }
}

const differs = (a: DirectoryEntry, b: DirectoryEntry): boolean =>
  a.name !== b.name || a.sector !== b.sector || a.sharesInIssue !== b.sharesInIssue
