import { monthsBetween } from '@lonja/core/portfolio/statements.rules'
import { isRefused } from '@lonja/core/base/refusal'
import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import {
  downloadEverything,
  downloadStatement,
  listStatements,
  readStatement,
} from '@lonja/core/portfolio/statements.contract'
import type { ListingId } from '@lonja/core/base/amount'
import type { InputOf } from '@lonja/core/base/contract'
import { readCustomer } from '../accounts/accounts.store.ts'
import { TERMS_BESIDE } from '../blocks/offers.store.ts'
import { everythingOf } from '../database/everything.ts'
import { onFile, type FileContext } from '../door/serve.files.ts'
import { onRead, type Route } from '../door/serve.ts'
import { versionsBefore } from '../ledger/flows.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { countFile } from './files.actions.ts'
import { entriesOf, statementOf } from './statements.actions.ts'
import { csvOf } from './statements.csv.ts'
import { isWritable } from './statements.fonts.ts'
import { fileNameOf, practiceOf, type Paper } from './statements.pages.ts'
import { pdfOf } from './statements.pdf.ts'

/** Downloads of a customer: statements by month, and an archive of all data. */
export const statementsRoutes = (market: Market): Route[] => [
  onRead(listStatements, async ({ tx, customer, now }) => {
    const { joinedAt } = await readCustomer(tx, customer)
    const months = monthsBetween(joinedAt, now)
    const ends = [...months].reverse()
    const first = ends[0]
    const versions = first ? await versionsBefore(tx, customer, [first.from, ...ends.map(({ to }) => to)]) : []
    const counts = ends.map((_, index) => (versions[index + 1] ?? 0) - (versions[index] ?? 0)).reverse()
    return {
      rows: months.map((month, index) => ({ ...month, entries: counts[index] ?? 0, running: month.to > now })),
    }
  }),

  onRead(readStatement, async ({ tx, customer, now }, { month }) => {
    const statement = await statementOf(tx, await readCustomer(tx, customer), month, now)
    if (isRefused(statement)) return statement
    const { from, until, running, after, through, figures } = statement
    return { month, from, until, running, entries: through - after, figures: [...figures] }
  }),

  onFile(downloadStatement, { shut: countFile, handle: (context, input) => paperOf(context, input, market) }),

  onFile(downloadEverything, {
    shut: countFile,
    alone: true,
    handle: async ({ tx, customer, language, now }) => {
      const mark = practiceOf({ language, source: { name: market.name, label: market.label } })
      const pieces = await everythingOf(tx, customer, { mark, now, beside: [TERMS_BESIDE] })
      return { file: { name: 'lonja-everything.zip', type: 'application/zip', pieces } }
    },
  }),
]

async function paperOf(
  { tx, house, customer, now, language }: FileContext,
  { month, format }: InputOf<typeof downloadStatement>,
  market: Market,
) {
  const who = await readCustomer(tx, customer)
  const statement = await statementOf(tx, who, month, now)
  if (isRefused(statement)) return statement
  const whose = { id: customer, name: who.displayName, phone: maskedPhone(who.phone) }
  const source = { name: market.name, label: market.label }
  const read = entriesOf(house.db, customer, statement.through)
  const paper: Paper = { ...statement, read, customer: whose, language, madeAt: now, source, nameOf: writableName }
  const pieces = format === 'pdf' ? pdfOf(paper) : csvOf(paper)
  return { file: { name: fileNameOf(paper, format), type: TYPES[format], pieces } }

  /** The name in the reader's language, or in English if the document's font lacks a character of it. */
  function writableName(listing: ListingId): string {
    const name = nameOf(market, listing, language)
    return isWritable(name) ? name : nameOf(market, listing, 'en')
  }
}

const TYPES = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' } as const
