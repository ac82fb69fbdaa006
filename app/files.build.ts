/*
 * The names of the lazy files stand once in the build, in a list of their own. The first script has those of the first
 * pages, to fetch them before the app's code is here, and fetches the list; the app's code calls a part by its number.
 */

/** The files of the app's lazy parts. */
export interface LazyFiles {
  /** The names, without their folder. */
  readonly names: readonly string[]
  /** The files that each part needs besides its own, as numbers of names. A part's number is that of its own file. */
  readonly parts: Readonly<Record<string, readonly number[]>>
}

/** Vite's list of the files that a chunk's lazy parts need, and each part's share of it. */
const LIST =
  /const __vite__mapDeps=\(i,m=__vite__mapDeps,d=\(m\.f\|\|\(m\.f=(\[[^\]]*\])\)\)\)=>i\.map\(i=>d\[i\]\);\n?/
const SHARE = /__vite__mapDeps\(\[([\d,]+)\]\)/g
const IMPORT = /import\(([`"'])\.\/([\w.-]+)\1\)/g

/**
 * Takes the names out of a chunk's code. The code asks `lonjaFiles`, which `first.js` defines, for the files of a part by
 * its number; files that are `loaded` with the chunk are left out.
 */
export function withoutNames(code: string, loaded: (name: string) => boolean): { code: string; files: LazyFiles } {
  const [list = '', written] = LIST.exec(code) ?? []
  if (!written) throw new Error('Vite lists the files of lazy parts in another way: see what the code names now.')
  const names = (JSON.parse(written) as string[]).map((name) => name.replace(/^\.\//, ''))
  const parts: Record<string, number[]> = {}
  const numbered = code.replace(list, '').replace(SHARE, (_share, numbers: string) => {
    const [part = 0, ...others] = numbers.split(',').map(Number)
    parts[part] = others.filter((other) => !loaded(names[other] ?? ''))
    return `lonjaFiles(${part})`
  })
  const bare = numbered.replace(IMPORT, (whole, _quote, name: string) => {
    const part = names.indexOf(name)
    return part in parts ? `import(lonjaFiles(${part})[0])` : whole
  })
  const left = names.find((name) => !loaded(name) && bare.includes(name))
  if (left ?? /__vite__mapDeps/.exec(bare)) throw new Error(`The code still names ${left ?? 'lists of files'}.`)
  return { code: bare, files: { names, parts } }
}
