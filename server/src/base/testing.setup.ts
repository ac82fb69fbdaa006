import { openTestEngine } from './testing.ts'

/** Vitest's global setup: one PostgreSQL for the whole run, ended with it. */
export default async function setup(): Promise<() => Promise<void>> {
  const { name, close } = await openTestEngine()
  console.log(`Storage is tested on ${name}.`)
  return close
}
