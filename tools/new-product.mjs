import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/*
 * Generates a product from the templates in `tools/product/`: table, hold, kind of review, notices, acts, a kind of entry, a house
 * account, terms that the customer accepts, the calls of customer and staff with a screen each, texts in five languages, and tests. The product has its own folders;
 * each list in a file of the roof gets one line, and the tables that a test compares with the code get their rows.
 */

/**
 * Writes the product into the tree and returns the paths: `own` are new, `roof` and `compared` were changed. Throws if a line has
 * no place in its file.
 */
export function makeProduct(root, names, floor) {
  const templates = join(import.meta.dirname, 'product')
  const named = wordsFor(root, names, floor)
  const words = { ...named, ...hashesIn(templates, named) }
  const own = readdirSync(templates, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.txt'))
    .map((path) => {
      const to = filled(path.replace(/\.txt$/, ''), words)
      mkdirSync(dirname(join(root, to)), { recursive: true })
      writeFileSync(join(root, to), filled(readFileSync(join(templates, path), 'utf8'), words))
      return to
    })
  const change = (path, ...steps) => {
    const before = readFileSync(join(root, path), 'utf8')
    writeFileSync(
      join(root, path),
      steps.reduce((text, step) => step(text, path), before),
    )
    return path
  }
  return { own, roof: roofOf(change, words), compared: comparedOf(change, words) }
}

/** The words that fill the templates. The singular of a name that ends in s omits the s. */
function wordsFor(root, names, floor) {
  const name = names.endsWith('ies') ? `${names.slice(0, -3)}y` : names.replace(/s$/, '')
  const capital = (text) => text[0].toUpperCase() + text.slice(1)
  const reviews = readdirSync(join(root, 'core', 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.review.ts'))
    .map((path) => readFileSync(join(root, 'core', 'src', path), 'utf8'))
  const marks = reviews.map((text) => /mark: '(\w)'/.exec(text)?.[1])
  const mark = [...names.toUpperCase(), ...'ABCEFGHJMNPQSTVWXYZ'].find((letter) => !marks.includes(letter))
  const kinds = [...reviews.map((text) => /name: '(\w+)'/.exec(text)?.[1]), name]
  const last = Math.max(...readdirSync(join(root, 'server', 'migrations')).map((file) => Number.parseInt(file, 10)))
  return {
    names,
    name,
    floor,
    mark,
    Names: capital(names),
    Name: capital(name),
    NAME: name.toUpperCase(),
    migration: String(last + 1).padStart(4, '0'),
    causes: `${listIn(root, 'cause_kind')},${name}`,
    entryKinds: `${listIn(root, 'entry_kind')},${name}`,
    accounts: `${listIn(root, 'house_account')},${names}`,
    kinds: kinds
      .toSorted()
      .map((kind) => `'${kind}'`)
      .join(', '),
  }
}

/** The hashes of the terms, by which the product's lists publish them: `sha_en` and so on. */
function hashesIn(templates, words) {
  const folder = join(templates, 'server', 'src', '{{names}}', 'documents')
  return Object.fromEntries(
    readdirSync(folder).map((file) => {
      const text = filled(readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n'), words)
      const [, language] = /\.(\w+)\.txt\.txt$/.exec(file)
      return [`sha_${language}`, createHash('sha256').update(text, 'utf8').digest('hex')]
    }),
  )
}

/** The words that a domain of the database accepts, by the last migration that defines it. */
function listIn(root, domain) {
  const folder = join(root, 'server', 'migrations')
  const texts = readdirSync(folder)
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
  const lists = texts.flatMap((text) => [
    ...text.matchAll(new RegExp(`domain ${domain} [^;]*?any \\('\\{([a-z_,]+)\\}'\\)`, 'g')),
  ])
  const [, words] = lists.at(-1) ?? []
  if (words === undefined) throw new Error(`No migration gives the domain ${domain} a list of words.`)
  return words
}

function filled(text, words) {
  return text.replace(/\{\{(\w+)\}\}/g, (_blank, word) => {
    if (words[word] === undefined) throw new Error(`A template asks for ${word}, which is no word of a product.`)
    return String(words[word])
  })
}

const roofOf = (change, { names, name, Names, NAME }) => [
  change(
    'core/src/calls.ts',
    imported(`import { ${names}Calls } from './${names}/${names}.contract.ts'`),
    imported(`import { ${names}StaffCalls } from './${names}/${names}.staff.contract.ts'`),
    before('} as const', `  ...${names}Calls,\n  ...${names}StaffCalls,\n`),
  ),
  change(
    'core/src/lists.ts',
    imported(`import { ${names}Lists, ${names}Words } from './${names}/${names}.lists.ts'`),
    imported(`import { ${name}Review } from './${names}/${names}.review.ts'`),
    before('} as const satisfies Readonly<Record<string, FeatureLists>>', `  ${names}: ${names}Lists,\n`),
    listed('export const REVIEW_KINDS = [', `${name}Review`),
    after('  ...withdrawalsWords,\n', `  ...${names}Words,\n`),
  ),
  change(
    'server/src/routes.ts',
    imported(`import { ${names}Routes } from './${names}/${names}.routes.ts'`),
    imported(`import { ${names}StaffRoutes } from './${names}/${names}.staff.routes.ts'`),
    after(
      '    ...proofRoutes(opened, { grant: config.startingGrant, fees: trading.fees, off: config.off, secret }),\n',
      `    ...${names}Routes(config.review, documents),\n    ...${names}StaffRoutes(reviews),\n`,
    ),
  ),
  change(
    'server/src/books.ts',
    imported(`import { ${NAME}_BOOKS } from './${names}/${names}.verify.ts'`),
    before('  LEAVING_BOOKS,\n]', `  ${NAME}_BOOKS,\n`),
  ),
  change(
    'app/src/routes.ts',
    after(
      'export const ROUTES: Readonly<Record<string, Route>> = {\n',
      `  '/subPackages/${names}/${names}': ours('${names}', 'customer', () =>\n    import('./${names}/${Names}.tsx').then((m) => m.${Names}),\n  ),\n`,
    ),
  ),
  change(
    'staff/src/routes.ts',
    imported(`import { ${name}Review } from '@lonja/core/${names}/${names}.review'`),
    before(
      "  '/customers': {",
      `  '/${names}': {\n    ...queueOf(${name}Review),\n    label: '${names}',\n    icon: ArrowUpRightIcon,\n    screen: async () => ({ default: (await import('./${names}/${Names}.tsx')).${Names} }),\n  },\n`,
    ),
  ),
]

/** Adds the product's rows to the tables that tests compare with the code. */
const comparedOf = (change, { names, name, Name, Names }) => [
  change(
    'server/src/testing/access.matrix.ts',
    alsoImported('TEST_DOCUMENT', 'testAcceptance'),
    before(
      '\n}\n',
      `\n  // ${names}\n  list${Names}: [owners(), nothing],\n  submit${Name}: [\n    below(1, owners()),\n    () => ({ id: newId(), amount: { amount: '1.00', currency: 'EUR' }, terms: testAcceptance('${name}_terms') }),\n  ],`,
    ),
  ),
  change(
    'server/src/testing/access.matrix.staff.ts',
    before(
      '\n} satisfies ',
      `\n  // ${names}\n  open${Name}: [seats({ treasurer: 'unknown_${name}', auditor: 'unknown_${name}' }), () => ({ id: newId() })],\n  decide${Name}: [seats({ treasurer: 'unknown_${name}' }), () => ({ id: newId(), opinion: 'approve', reason: 'fits', seen: '' })],`,
    ),
  ),
  change(
    'tools/tidy.exceptions.ts',
    after(
      'export const FOREIGN_READS: readonly ForeignReads[] = [\n',
      `  {\n    path: 'server/src/${names}/${names}.store.ts',\n    tables: ['reviews'],\n    because: 'the state of a ${name} is the state of its review',\n  },\n`,
    ),
  ),
  change(
    'server/src/testing/fuzz.inputs.ts',
    alsoImported('TEST_DOCUMENT', 'testAcceptance'),
    after(
      '  ...LEAVING,\n',
      `  list${Names}: () => ({}),\n  submit${Name}: () => ({ id: newId(), amount: { amount: '1.00', currency: 'EUR' }, terms: testAcceptance('${name}_terms') }),\n  open${Name}: () => ({ id: newId() }),\n  decide${Name}: () => ({ id: newId(), opinion: 'approve', reason: 'fits', seen: '' }),\n`,
    ),
  ),
]

/** Inserts an import before the first one. */
const imported = (line) => (text) => text.replace(/^import /m, `${line}\nimport `)

/** Adds a name to the import that ends with another one, unless an earlier product did. */
const alsoImported = (last, name) => (text, path) =>
  text.includes(`${name} } from`) ? text : after(last, `, ${name}`, ' } from')(text, path)

const placed = (text, path, mark) => {
  const at = text.lastIndexOf(mark)
  if (at < 0) throw new Error(`${path} has no place for a line: it lacks "${mark.trim()}".`)
  return at
}

const before = (mark, lines) => (text, path) => {
  const at = placed(text, path, mark)
  return text.slice(0, at) + lines + text.slice(at)
}

/** Adds an item at the end of the list that `head` opens. */
const listed = (head, item) => (text, path) => {
  const at = text.indexOf(']', placed(text, path, head) + head.length)
  // A list on several lines ends with a comma and a line break.
  return text[at - 1] === '\n'
    ? `${text.slice(0, at)}  ${item},\n${text.slice(at)}`
    : `${text.slice(0, at)}, ${item}${text.slice(at)}`
}

/** Inserts lines after the last `mark` that `next` follows. */
const after =
  (mark, lines, next = '') =>
  (text, path) => {
    const at = placed(text, path, mark + next) + mark.length
    return text.slice(0, at) + lines + text.slice(at)
  }
