import { join } from 'node:path'
import { exitOnCannotOpen } from '../base/cannot.ts'
import { dotEnvIn, settingsIn } from '../config/listing.ts'
import { CHECKOUT } from '../config/config.ts'

/** `npm run settings`: lists every setting with its value, its source and its default. Secrets are never printed. */
export const run = (env: NodeJS.ProcessEnv = process.env, file = join(CHECKOUT, '.env')): Promise<void> =>
  exitOnCannotOpen(() => {
    const settings = settingsIn(env, dotEnvIn(file))
    const rows = settings.map(({ name, value, source, byDefault }) => [
      name,
      value ?? '(none)',
      source,
      byDefault ?? '(none)',
    ])
    const all = [['Setting', 'Value', 'From', 'Default'], ...rows]
    const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
    for (const row of all)
      console.log(
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
    const wrong = settings.flatMap((setting) => setting.wrong ?? [])
    for (const sentence of wrong) console.error(sentence)
    if (wrong.length > 0) process.exitCode = 1
    else console.log('What they mean: docs/OPERATING.md. A change counts from the next start.')
    return Promise.resolve()
  })
