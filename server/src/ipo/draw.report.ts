import { readFileSync } from 'node:fs'
import { DRAW_STEPS, rowOfApplication, termsHashOf, type DrawCheck, type DrawStep } from '@lonja/core/ipo/draw.check'
import type { CheckedFile } from '@lonja/core/ipo/drawfile.check'
import { CannotOpen } from '../base/cannot.ts'

/** The text of a published draw. */
export function drawIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new CannotOpen(`${file} cannot be read: save the file of a draw from the page of its offer.`, { cause })
  }
}

const SAID: Readonly<Record<DrawStep, readonly [holds: string, differs: string]>> = {
  form: ['the file has the form of a draw', 'THIS IS NO FILE OF A DRAW, or of another version'],
  list: ['the list is in order', 'THE LIST IS NOT ONE: its tickets, its counts, or its time'],
  crowd: ['the crowd is that of the day’s seed', 'THE CROWD IS NOT THAT OF THE DAY’S SEED'],
  root: ['the roots are those of terms and list', 'A ROOT IS NOT THAT OF TERMS AND LIST: something was changed'],
  beacon: ['the beacon is the one that counts', 'THE BEACON IS NOT THE ONE THAT COUNTS, or nobody signed it'],
  seed: ['the seed is of root, offer and beacon', 'THE SEED IS NOT OF ROOT, OFFER AND BEACON'],
  order: ['the order is by rank', 'THE ORDER IS NOT BY RANK'],
  allotment: ['every lot is allotted by the rule', 'THE ALLOTMENT IS NOT BY THE RULE'],
}

/** The hashes that the house published before the draw, as far as the caller knows them. */
export interface PublishedHashes {
  readonly terms: string | null
  readonly root: string | null
}

/** A file that was drawn anew as a whole holds in itself: only these tell it from the published one. */
const PUBLISHED: Readonly<Record<keyof PublishedHashes, readonly [holds: string, differs: string]>> = {
  terms: ['the terms are the published ones', 'THE TERMS ARE NOT THE PUBLISHED ONES: this is the file of other terms'],
  root: ['the root is the published one', 'THE ROOT IS NOT THE PUBLISHED ONE: this is the file of another list'],
}

const SHOWS = 'What this shows: list, rule and beacon give this allotment and no other. What it does not show: '
const UNCOMPARED = [
  `${SHOWS}whether this`,
  'list is the published one. Give terms and root as the house published them before the draw: --terms HASH --root HASH',
]
const COMPARED = [`${SHOWS}when the`, 'root was published, and who the customers are.']

const SEEDED = 'This draw took the seed of a day, which the operator of the house could know before.'

/** The lines about the content of a file: its offer, what to compare, and the caller's own application. */
function contentLines(file: CheckedFile, application: string | null): string[] {
  const { terms, customers, crowd, applications, beacon } = file
  const row = application === null ? null : rowOfApplication(file, application)
  const outcome = row && `asks for ${row.lots}, place ${row.place} of ${applications.count}, gets ${row.won}`
  return [
    `The draw of ${terms.company}, ${terms.listing}: ${terms.lots} lots of ${terms.lot} shares`,
    `  ${customers.count} applications of customers and ${crowd.count} of the invented crowd`,
    `  terms ${termsHashOf(file)}`,
    `  root  ${applications.root}`,
    `  ${'round' in beacon ? `round ${beacon.round} of drand` : `the seed of ${beacon.day}`}`,
    ...('round' in beacon ? [] : [`  ${SEEDED}`]),
    ...(application === null ? [] : [`  ${row ? `ticket ${row.ticket} ${outcome ?? ''}` : 'YOUR APPLICATION IS NOT ON THE LIST'}`]),
  ] // prettier-ignore
}

/**
 * The report of a check, line by line, and the exit code: 0 all of it holds, 1 a step, a published hash or the own application
 * does not.
 */
export function reportDraw({ wrong, file }: DrawCheck, application: string | null, published: PublishedHashes) {
  const missing = file !== null && application !== null && rowOfApplication(file, application) === null
  const steps = file ? DRAW_STEPS : (['form'] as const)
  const compared = file ? comparisonOf(file, published) : []
  const holds = wrong.length === 0 && !missing && compared.every(({ holds: same }) => same)
  return {
    lines: [
      ...(file ? contentLines(file, application) : []),
      ...steps.map((step) => `  ${wrong.includes(step) ? `DIFFERS ${SAID[step][1]}` : `holds   ${SAID[step][0]}`}`),
      ...compared.map(({ line }) => line),
      holds ? 'It checks out.' : 'IT DOES NOT CHECK OUT. Keep the file, and ask whoever runs the house.',
      ...(published.root === null ? UNCOMPARED : COMPARED),
    ],
    code: holds ? 0 : 1,
  }
}

/** Compares a file with what the house published, as far as the caller knows it. */
const comparisonOf = (file: CheckedFile, published: PublishedHashes) =>
  (['terms', 'root'] as const).flatMap((name) => {
    if (published[name] === null) return []
    const own = name === 'terms' ? termsHashOf(file) : file.applications.root
    const holds = own === published[name]
    return { holds, line: `  ${holds ? `holds   ${PUBLISHED[name][0]}` : `DIFFERS ${PUBLISHED[name][1]}`}` }
  })
