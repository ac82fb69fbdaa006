import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { minify, type Plugin, type Rolldown } from 'vite'
import * as z from 'zod/mini'
import { CURRENCIES, VENUES, priceE4 } from '../core/src/base/amount.ts'
import { joinedCatalogue, type Catalogue } from '../core/src/base/catalogue.ts'
import { markFor, priceParts, separatorsFor } from '../core/src/base/formats.ts'
import { LANGUAGES, LOCALES, type Language } from '../core/src/base/language.ts'
import { withoutNames, type LazyFiles } from './files.build.ts'
import { EARLY_EVERYWHERE, EARLY_PAGES, type EarlyRead } from './src/discover/early.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const room = import.meta.dirname
/** The keys of the tab bar's labels, in order. */
const TAB_NAMES = ['home', 'market', 'trade', 'watchlist', 'mine']

/**
 * Draws the first screen before the app's code arrives: fills `first.js` with this build's texts and file names, and
 * puts it into the page with the icons that it needs.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The build has no page.')
        const lazy = await lazyFilesOf(bundle)
        const list = JSON.stringify(lazy.list)
        const listName = named('files', 'json', list)
        this.emitFile({ type: 'asset', fileName: listName, source: list })
        const source = await scriptFor(bundle, { ...lazy.first, list: `./${listName}` })
        const name = named('first', 'js', source)
        this.emitFile({ type: 'asset', fileName: name, source })
        const drawings = ['icons', 'page-icons'].map((name) => join(room, `../kit/src/parts/${name}.tsx`))
        const icons = (await Promise.all(drawings.map((file) => readFile(file, 'utf8')))).join('\n')
        const code: string[] = []
        // The first paint needs only its styles and its script, which fetches the app's code once the phone is on the
        // screen.
        const bare = String(page.source).replace(CODE_TAG, (_tag, script?: string, preload?: string) => {
          code.push(script ?? preload ?? '')
          return ''
        })
        if (code.length === 0) throw new Error('The page names no code.')
        page.source = bare
          .replace(/<svg data-icon="(\w+)"><\/svg>/g, (_svg, icon: string) => drawn(icons, icon))
          .replace('<!-- first.js -->', `<script src="./${name}" data-code="${code.join(' ')}"></script>`)
      },
    },
  }
}

const CODE_TAG =
  /\s*<(?:script type="module"[^>]*? src="([^"]+)"[^>]*><\/script>|link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>)/g

/** The name of a file that the build adds, by its content. */
const named = (name: string, ending: string, source: string): string =>
  `assets/${name}-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.${ending}`

async function scriptFor(bundle: Bundle, files: FirstFiles & { readonly list: string }): Promise<string> {
  const script = await readFile(join(room, 'first.js'), 'utf8')
  const built = JSON.stringify({ ...files, words: await allWords(bundle), ...earlyReads() })
  const whole = script.replace("'__BUILT__'", () => built)
  const { code } = await minify('first.js', whole, { compress: true, mangle: true })
  return code
}

/** The early reads in wire form: `[path, query, names taken from the page's own address]`. */
export function earlyReads() {
  const pages = Object.entries(EARLY_PAGES).map(
    ([path, { unless = [], reads }]) => [path, { unless, reads: reads.map(onWire) }] as const,
  )
  return { everywhere: EARLY_EVERYWHERE.map(onWire), early: Object.fromEntries(pages) }
}

type OnWire = readonly [path: string, query: object, from?: readonly string[]]

const onWire = ({ call, input, from }: EarlyRead): OnWire =>
  from ? [call.path, {}, from] : [call.path, z.encode(call.input, input) as object]

function drawn(icons: string, name: string): string {
  const path = new RegExp(`export const ${name} = .*icon\\('([^']+)'\\)`).exec(icons)?.[1]
  if (!path) throw new Error(`There is no icon ${name}.`)
  return `<svg viewBox="0 0 256 256" aria-hidden="true"><path d="${path}"/></svg>`
}

/** The first pages and their parts, whose files are fetched with the app's code. */
interface FirstFiles {
  readonly tabs: readonly string[]
  /** The number of each first page's part. */
  readonly pages: Readonly<Record<string, number>>
  /** The names of a part's files, by its number: of the first pages, their early reads, and their texts. */
  readonly parts: Readonly<Record<string, readonly string[]>>
}

/** The files of the first pages, and the list of all lazy files with the part of each page. */
async function lazyFilesOf(
  bundle: Bundle,
): Promise<{ first: FirstFiles; list: LazyFiles & { readonly pages: Readonly<Record<string, number>> } }> {
  const chunkOf = chunkIn(bundle)
  const lists = ['src/routes.ts', 'src/routes.strategies.ts'].map((file) => readFile(join(room, file), 'utf8'))
  const routes = (await Promise.all(lists)).join('\n')
  const screens = [...routes.matchAll(/'(\/[\w/]+)': \w+\([^/]*?import\('\.(\/[\w/.]+)'\)/g)]
  const { names, parts } = takeNames(bundle, chunkOf('index.html'))
  const partOf = (chunk: Chunk) => names.indexOf(basename(chunk.fileName))
  const pages = Object.fromEntries(
    screens.map(([, path = '', module = '']) => [path, partOf(chunkOf(`src${module}`))] as const),
  )
  const lost = Object.keys(pages).find((path) => !parts[String(pages[path])])
  if (lost) throw new Error(`The files of ${lost} are not in the list of lazy parts.`)
  const tabs = [...routes.matchAll(/'(\/[\w/]+)': tab\(/g)].map(([, path = '']) => path)
  if (tabs.length !== TAB_NAMES.length || tabs.some((tab) => !(tab in pages))) {
    throw new Error('The pages of the tab bar are not found in the routes.')
  }
  const early = Object.fromEntries(Object.keys(EARLY_PAGES).map((path) => [path, pages[path] ?? -1]))
  const texts = LANGUAGES.map((language) => partOf(chunkOf(`texts/${language}.ts`)))
  const first = [...Object.values(early), partOf(chunkWith(bundle, 'src/discover/early.ts')), ...texts]
  const filesOf = (part: number) => [part, ...(parts[part] ?? [])].map((at) => names[at] ?? '')
  return {
    first: { tabs, pages: early, parts: Object.fromEntries(first.map((part) => [part, filesOf(part)])) },
    list: { names, parts, pages },
  }
}

async function allWords(bundle: Bundle): Promise<Record<string, unknown>> {
  const words: Record<string, unknown> = {}
  for (const language of LANGUAGES) words[language] = await wordsFor(language, chunkIn(bundle))
  return words
}

/** The file of a lazy part, by the module that is the part. */
const chunkIn = (bundle: Bundle) => (module: string) => {
  const chunk = chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId === join(room, module))
  if (!chunk) throw new Error(`No file of the build is ${module}.`)
  return chunk
}

/** The file that holds a module. */
function chunkWith(bundle: Bundle, module: string): Chunk {
  const chunk = chunksOf(bundle).find(({ moduleIds }) => moduleIds.includes(join(room, module)))
  if (!chunk) throw new Error(`No file of the build has ${module}.`)
  return chunk
}

/** Takes the names of the lazy files out of the code that opens the pages. */
function takeNames(bundle: Bundle, entry: Chunk): LazyFiles {
  const loaded = filesOf(bundle, [entry])
  const base = chunkWith(bundle, 'src/routes.ts')
  if (!loaded.has(base.fileName)) throw new Error('The code that opens the pages is not loaded first.')
  const { code, files } = withoutNames(base.code, (name) => loaded.has(`assets/${name}`))
  base.code = code
  return files
}

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')

/** A file and all its static imports. */
function filesOf(bundle: Bundle, chunks: readonly Chunk[], files = new Set<string>()): Set<string> {
  for (const chunk of chunks) {
    if (files.has(chunk.fileName)) continue
    files.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    filesOf(
      bundle,
      chunk.imports.map((name) => bundle[name]).filter((file): file is Chunk => file?.type === 'chunk'),
      files,
    )
  }
  return files
}

/** The app's texts in one language, out of the files of all features. */
async function catalogueOf(language: Language): Promise<Catalogue> {
  const names = await readdir(join(room, 'src'), { recursive: true })
  const files = names.filter((name) => /^[^/\\]+[/\\]texts[/\\]/.test(name) && name.endsWith(`${language}.json`))
  const read = async (name: string) => JSON.parse(await readFile(join(room, 'src', name), 'utf8')) as Catalogue
  return joinedCatalogue(await Promise.all(files.map(read)))
}

async function wordsFor(language: Language, chunkOf: (module: string) => Chunk) {
  const { app = {}, connection = {}, discover = {}, market = {} } = await catalogueOf(language)
  return {
    locale: LOCALES[language],
    thousands: separatorsFor(language).thousands,
    decimal: separatorsFor(language).decimal,
    marks: Object.fromEntries(CURRENCIES.map((currency) => [currency, markFor(currency, language)])),
    markAfter: priceParts(priceE4(1n), 'EUR', language).markAfter,
    file: `./${chunkOf(`texts/${language}.ts`).fileName}`,
    unknown: app['stripUnknown'],
    practice: app['stripPractice'],
    replay: app['stripReplay'],
    alpaca: app['stripFeed'],
    tabs: TAB_NAMES.map((tab) => app[tab]),
    lost: connection['timeout'],
    search: discover['search'],
    welcome: discover['welcome'],
    welcomeText: discover['welcomeText'],
    venues: Object.fromEntries(VENUES.map((venue) => [venue, market[venue]])),
  }
}
