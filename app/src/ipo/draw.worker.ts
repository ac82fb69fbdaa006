import { checkDraw, ownTicketIn, pathToRoot, termsHashOf } from '@lonja/core/ipo/draw.check'
import type { CheckedFile } from '@lonja/core/ipo/drawfile.check'
import type { DrawAnswer, DrawContent, DrawQuestion } from './checking.ts'

/* The check of a draw in the browser, off the main thread: a list of 100,000 tickets takes seconds. */

const tell = (answer: DrawAnswer): void => postMessage(answer)

addEventListener('message', ({ data }: MessageEvent<DrawQuestion>) => {
  const { text, application } = data
  const own = application === null ? null : ownTicketIn(text, application)
  if (application !== null) tell({ kind: 'own', own })
  const { file } = checkDraw(text, undefined, (step, holds) => tell({ kind: 'step', step, holds }))
  tell({ kind: 'end', content: file && contentOf(file), path: file && own ? pathToRoot(file, own.row) : [] })
})

/** The part of a file that the page shows and compares: never its rows. */
const contentOf = (file: CheckedFile): DrawContent => ({
  offer: file.terms.offer,
  company: file.terms.company,
  termsHash: termsHashOf(file),
  root: file.applications.root,
  tickets: file.rows.length,
  isOfSeeds: 'day' in file.beacon,
})
