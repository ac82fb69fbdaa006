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

const DOES_NOT_SHOW = [
  'What this shows: list, rule and beacon give this allotment and no other. What it does not show: when the root was',
  'published. Compare root and terms with what the house published before the draw.',
]

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

/** The report of a check, line by line, and the exit code: 0 all of it holds, 1 a step or the own application does not. */
export function reportDraw({ wrong, file }: DrawCheck, application: string | null) {
  const missing = file !== null && application !== null && rowOfApplication(file, application) === null
  const steps = file ? DRAW_STEPS : (['form'] as const)
  const holds = wrong.length === 0 && !missing
  return {
    lines: [
      ...(file ? contentLines(file, application) : []),
      ...steps.map((step) => `  ${wrong.includes(step) ? `DIFFERS ${SAID[step][1]}` : `holds   ${SAID[step][0]}`}`),
      holds ? 'It checks out.' : 'IT DOES NOT CHECK OUT. Keep the file, and ask whoever runs the house.',
      ...DOES_NOT_SHOW,
    ],
    code: holds ? 0 : 1,
  }
}
