import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKOUT } from './config.ts'

/** Reads `.env` of the checkout, if it exists. It never overrides the environment. */
export function readDotEnv(file = join(CHECKOUT, '.env')): void {
  if (existsSync(file)) process.loadEnvFile(file)
}
