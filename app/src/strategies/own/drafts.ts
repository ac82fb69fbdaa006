import { currentSession, onSessionEnd } from '@lonja/kit/session'
import { readStoredJson, removeStored, storeLasting } from '@lonja/kit/stored'

/*
 * Texts of strategies that their customer has not saved yet, kept on this device under the customer's id. They outlast a
 * reload, a lost network and a session that expires. They go when the customer signs out, and when another one writes here.
 */

/** The text that its customer writes, and the version that it follows: 0 for a strategy without one. */
export interface Draft {
  readonly name: string
  readonly text: string
  readonly version: number
}

const MARK = 'own strategies of '
const nameOf = (customer: string): string => `${MARK}${customer}`

type Drafts = Readonly<Record<string, Draft>>

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  const { name, text, version } = value as Draft
  return typeof name === 'string' && typeof text === 'string' && Number.isInteger(version)
}

function draftsOf(customer: string): Drafts {
  const stored = readStoredJson(nameOf(customer))
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter((pair): pair is [string, Draft] => isDraft(pair[1])))
}

/** The unsaved texts of this customer on this device, by strategy. */
export function allDrafts(): Drafts {
  const customer = currentSession()?.userId
  return customer === undefined ? {} : draftsOf(customer)
}

/** The unsaved text of a strategy; null if there is none. */
export const readDraft = (strategy: string): Draft | null => allDrafts()[strategy] ?? null

/** Keep an unsaved text. False if this device cannot: then it is lost with the page. */
export function keepDraft(strategy: string, draft: Draft): boolean {
  const customer = currentSession()?.userId
  if (customer === undefined) return false
  dropOthers(customer)
  return storeLasting(nameOf(customer), JSON.stringify({ ...draftsOf(customer), [strategy]: draft }))
}

/** The text is saved, or thrown away. */
export function dropDraft(strategy: string): void {
  const customer = currentSession()?.userId
  if (customer === undefined) return
  const { [strategy]: _dropped, ...rest } = draftsOf(customer)
  if (Object.keys(rest).length === 0) removeStored(nameOf(customer))
  else storeLasting(nameOf(customer), JSON.stringify(rest))
}

/** Drop the drafts of all customers but one. */
function dropOthers(customer?: string): void {
  for (const name of names()) if (customer === undefined || name !== nameOf(customer)) removeStored(name)
}

function names(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(MARK))
  } catch {
    return []
  }
}

onSessionEnd((ended) => {
  if (ended === 'left') dropOthers()
})
