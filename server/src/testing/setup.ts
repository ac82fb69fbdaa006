import { openTestEngine } from './database.ts'

/** Vitest's global setup: one PostgreSQL for the whole run, ended with it. The rooms of a run share the first one's. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['LONJA_TEST_DATABASE']) return () => Promise.resolve()
  const { name, close } = await openTestEngine()
  console.log(`Storage is tested on ${name}.`)
  return close
}
