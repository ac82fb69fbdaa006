import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { formatDate } from '@lonja/core/base/dates'
import { LOCALES } from '@lonja/core/base/language'
import { isBrokenArticle, parseArticle, type Article } from '@lonja/core/news/article.rules'
import { argumentsIn } from './arguments.ts'
import { CannotOpen, exitOnCannotOpen } from '../base/cannot.ts'
import { systemClock } from '../base/clock.ts'
import { withHouseDatabase } from '../database/database.ts'
import type { Db } from '../database/db.ts'
import { listOffered } from '../ipo/listing.actions.ts'
import { listNamed } from '../market/market.named.ts'
import { withdrawArticle } from '../news/news.articles.ts'
import { publishArticle, type CommandResult } from '../news/publications.actions.ts'
import { listArticles } from '../news/news.store.ts'

const USAGE =
  'Say npm run article -- publish FILE, npm run article -- edit FILE, npm run article -- withdraw NAME --reason "…", or npm run article -- list.'

/**
 * `npm run article -- publish why-orders-wait.es.md`: manages the house's own articles, beside an open or closed house.
 */
export const run = (args: readonly string[] = process.argv.slice(2)): Promise<void> =>
  exitOnCannotOpen(async () => {
    const { values, words } = argumentsIn(args, { reason: 'text' }, { words: 2 })
    const [act = '', of = ''] = words
    const reason = (values.reason ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim()
    // Report errors in the file before a database is opened.
    const work = workFor(act, of, reason)
    await withHouseDatabase('article', async (db) => {
      console.log(await work(db))
    })
  })

type Work = (db: Db) => Promise<string>

function workFor(act: string, of: string, reason: string): Work {
  if (act === 'list') return list
  if ((act !== 'publish' && act !== 'edit' && act !== 'withdraw') || of === '') throw new CannotOpen(USAGE)
  if (act === 'withdraw') {
    if (reason === '' || reason.length > 500)
      throw new CannotOpen('--reason is missing or longer than 500 signs: readers are told it.')
    return async (db) => WITHDRAWN[await withdrawArticle(db, of, reason, systemClock.now())](of)
  }
  const article = articleIn(of)
  return async (db) => {
    const result = await publishArticle(db, act, article, await listNamed(db, listOffered), systemClock.now())
    if (typeof result === 'object')
      throw new CannotOpen(`The text promises ("${result.promises}"): say it without a promise of gain.`)
    const sentence = SAID[result](article)
    if (!DONE.includes(result)) throw new CannotOpen(sentence)
    return sentence
  }
}

const MOST_BYTES = 200_000

function articleIn(file: string): Article {
  let text: string
  try {
    if (statSync(file).size > MOST_BYTES)
      throw new CannotOpen(`${file} is larger than ${MOST_BYTES} bytes: no article is.`)
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof CannotOpen) throw cause
    throw new CannotOpen(`${file} cannot be read: name a file with an article.`, { cause })
  }
  const article = parseArticle(text, basename(file))
  if (!isBrokenArticle(article)) return article
  throw new CannotOpen(`${file}${article.line > 0 ? `, line ${article.line}` : ''}: ${article.broken}.`)
}

type Word = Extract<CommandResult, string>

const DONE: readonly Word[] = ['published', 'edited', 'unchanged', 'proposed']

const SAID: Readonly<Record<Word, (article: Article) => string>> = {
  proposed: ({ name, language }) =>
    `Proposed: ${name} in ${LOCALES[language]} names a listing, or this command cannot tell without the open market. Two seats of operations decide it at the console, under Publications.`,
  waits: ({ name, language }) =>
    `${name} in ${LOCALES[language]} waits at the console already: two seats decide it first.`,
  published: ({ name, language }) => `Published: ${name} in ${LOCALES[language]}.`,
  edited: ({ name, language }) =>
    `Edited: ${name} in ${LOCALES[language]}. Readers see that it was; the earlier text is kept.`,
  unchanged: ({ name, language }) => `${name} in ${LOCALES[language]} reads so already: nothing changed.`,
  in_future: () => 'date is to come: publish it then, or leave the date out.',
  there_already: ({ name, language }) =>
    `${name} is published in ${LOCALES[language]} with another text: say edit in place of publish, or give it another name.`,
  not_there: ({ name, language }) => `${name} is not published in ${LOCALES[language]}: say publish in place of edit.`,
  withdrawn: ({ name }) => `${name} was withdrawn: publish the new text under another name.`,
}

const WITHDRAWN = {
  withdrawn: (name: string) => `Withdrawn: ${name}. Its place in the list says so, with the reason.`,
  unchanged: (name: string) => `${name} was withdrawn already.`,
  not_there: (name: string) => `There is no article ${name}: npm run article -- list names them.`,
}

const LISTED = 200

async function list(db: Db): Promise<string> {
  const rows = await db.read((tx) => listArticles(tx, LISTED))
  if (rows.length === 0) return 'The house has published no article.'
  return rows
    .map(({ key, language, at, title, version, withdrawnAt }) => {
      const state = withdrawnAt !== null ? ', withdrawn' : version > 0 ? `, edited ${version}×` : ''
      return `${key.slice('house:'.length)} (${LOCALES[language]}, ${formatDate(at)}${state}): ${title}`
    })
    .join('\n')
}
