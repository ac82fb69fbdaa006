import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { mannerBreaches, wireWords } from './tidy.manners.ts'
import { modulesOf, type Files } from './tidy.modules.ts'
import { nameBreaches } from './tidy.names.ts'
import { productBreaches } from './tidy.products.ts'
import { tableBreaches } from './tidy.tables.ts'
import { circles, floorless, wallBreaches, type Breach } from './tidy.walls.ts'

/** Every breach of the house rules in these files, in the order of the rules. */
export function breachesIn(files: Files): Breach[] {
  const modules = modulesOf(files)
  return [
    ...wallBreaches(modules),
    ...circles(modules),
    ...floorless(modules),
    ...mannerBreaches(modules),
    ...nameBreaches(modules),
    ...wireWords(modules),
    ...tableBreaches(modules, files),
    ...productBreaches(modules),
  ]
}

const SKIPPED = new Set(['node_modules', 'dist', 'dist-types', '.git', '.cache', 'data', 'coverage'])

/** The sources and migrations of a checkout, read once. */
export function filesIn(root: string): Files {
  const known = READ.get(root)
  if (known) return known
  const files = new Map<string, string>()
  READ.set(root, files)
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) visit(path)
      if (entry.isFile() && /\.(ts|tsx|mts|mjs|js|sql)$/.test(entry.name)) {
        files.set(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8'))
      }
    }
  }
  visit(root)
  return files
}

const READ = new Map<string, Files>()
