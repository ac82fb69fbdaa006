/** The checkable statements of a document: commands, paths and links. */
export interface Surroundings {
  /** Scripts in the root's package.json. */
  readonly scripts: readonly string[]
  /** Names of settings that the server knows. */
  readonly settings: readonly string[]
  readonly exists: (path: string) => boolean
}

const COMMAND = /\bnpm (?:run ([\w:-]+)|(start|test))\b/g
const NODE_COMMAND = /\bnode ([\w./-]+\.m?js)\b/g
/** `core/src/base/amount.ts`, `docs/decisions/`: a path that begins with one of our folders. */
const PATH = /^(?:core|server|kit|app|staff|e2e|bench|tools|docs|\.ci)(?:\/[\w.@*<>-]+)*\/?$/
const ROOT_FILE = /^(?:[A-Z]+\.md|LICENSE|package\.json|vitest\.config\.ts|knip\.json)$/
const SETTING = /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?:=.*)?$/

/** Every false statement in a document, as sentences. `folder` is the document's own folder. */
export function documentBreaches(text: string, folder: string, around: Surroundings): string[] {
  const problems: string[] = []
  const blocks = [...text.matchAll(/```(?:sh|bash)?\n([\s\S]*?)```/g)].map(([, block]) => block ?? '')
  const spans = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, span]) => span ?? '')
  for (const code of [...blocks, ...spans]) problems.push(...commandBreaches(code, around))
  for (const span of spans) problems.push(...spanBreaches(span, around))
  for (const [, target] of text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
    if (target && !/^[a-z]+:/.test(target) && !around.exists(joined(folder, target)))
      problems.push(`the link ${target} leads nowhere`)
  }
  return problems
}

function commandBreaches(code: string, { scripts, exists }: Surroundings): string[] {
  const missing = [...code.matchAll(COMMAND)]
    .map(([, run, plain]) => run ?? plain ?? '')
    .filter((name) => !scripts.includes(name))
  const gone = [...code.matchAll(NODE_COMMAND)].map(([, path]) => path ?? '').filter((path) => !exists(path))
  return [
    ...missing.map((name) => `there is no command npm run ${name}`),
    ...gone.map((path) => `there is no file ${path} to run`),
  ]
}

function spanBreaches(span: string, { exists, settings }: Surroundings): string[] {
  const isPattern = /[<>*]/.test(span)
  if (!isPattern && (PATH.test(span) || ROOT_FILE.test(span)) && span.includes('.') && !exists(span))
    return [`there is no ${span}`]
  if (!isPattern && PATH.test(span) && span.endsWith('/') && !exists(span)) return [`there is no folder ${span}`]
  const setting = SETTING.exec(span)?.[1]?.replace(/_FILE$/, '')
  if (setting && (setting.includes('_') || span.includes('=')) && !settings.includes(setting))
    return [`there is no setting ${setting}`]
  return []
}

const ROW = /^\|([^|]*)\|/gm

/**
 * Missing entries of a table of modules. A row's first cell names a module and its exports: `parts/Chip` `Chip`,
 * `Chips`. `sourceOf` returns a module's text, or null.
 */
export function moduleBreaches(text: string, sourceOf: (module: string) => string | null): string[] {
  return [...text.matchAll(ROW)].flatMap(([, cell = '']) => {
    const [first, ...rest] = [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replace('()', ''))
    if (first === undefined) return []
    const modules = [first, ...rest.filter((span) => span.includes('/'))]
    const gone = modules.filter((module) => sourceOf(module) === null).map((module) => `there is no module ${module}`)
    const source = modules.map((module) => sourceOf(module) ?? '').join('\n')
    const missing = rest
      .filter((span) => !span.includes('/') && !new RegExp(`^export [\\w ]*\\b${span}\\b`, 'm').test(source))
      .map((name) => `${first} has no ${name}`)
    return [...gone, ...missing]
  })
}

function joined(folder: string, target: string): string {
  const parts: string[] = []
  for (const part of `${folder}/${target}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

/** Files of code that a page names without their folder, and that are in no folder. A role such as `.rules.ts` is no file. */
export function namelessFiles(text: string, paths: readonly string[]): string[] {
  const names = [...text.matchAll(/`((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.tsx?)`/g)].map(([, name = '']) => name)
  const here = new Set(paths.flatMap((path) => path.split('/').map((_part, n, parts) => parts.slice(n).join('/'))))
  return [...new Set(names)].filter((name) => !here.has(name))
}

const ROLE = /^(?:core|server)\/src\/(\w+)\/[^/]+?((?:\.[\w-]+)+)\.ts$/

/** Middle names of files that three features use, and that have no row in the table of roles. */
export function rolesWithoutRow(text: string, paths: readonly string[]): string[] {
  const features = new Map<string, Set<string>>()
  for (const path of paths) {
    const [, feature, middle] = ROLE.exec(path) ?? []
    if (feature && middle) features.set(middle, (features.get(middle) ?? new Set()).add(feature))
  }
  return [...features].flatMap(([middle, own]) =>
    own.size < 3 || middle.endsWith('.test') || text.includes(`\`${middle}.ts\``) ? [] : [`${middle}.ts`],
  )
}
