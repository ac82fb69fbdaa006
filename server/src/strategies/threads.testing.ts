import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

/** The packages of the sandbox: the engine finds its program beside its own files. */
const OUTSIDE = [/^@jitl\//, /^quickjs-emscripten-core/, /^acorn/]

/** A folder for programs of threads. It is in the room, where their packages are found. */
export function programFolder(): string {
  const room = fileURLToPath(new URL('../../dist/', import.meta.url))
  mkdirSync(room, { recursive: true })
  return mkdtempSync(join(room, 'threads-'))
}

/** The program of a thread, bundled from its source: Node runs no TypeScript. */
export async function programOf(name: string, folder: string): Promise<URL> {
  const file = join(folder, `${name}.mjs`)
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`./${name}.ts`, import.meta.url)),
    platform: 'node',
    external: OUTSIDE,
    resolve: { conditionNames: ['source', 'import', 'node'] },
  })
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  return pathToFileURL(file)
}
