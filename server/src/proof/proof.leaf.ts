import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { Day } from '@lonja/core/base/instant'
import { dayNumberOf, dayOf } from '@lonja/core/calendar/days'
import { STEPS, type LeafCheck, type RootPublication, type Step } from '@lonja/core/proof/leaf.check'
import { LeafProof } from '@lonja/core/proof/leaf.contract'
import { listDayRoots } from '@lonja/core/proof/roots.contract'
import { CannotOpen } from '../base/cannot.ts'
import { askHouse } from './proof.price.ts'

/** The proof in a file that the app saved. */
export function proofIn(file: string): LeafProof {
  try {
    return z.parse(LeafProof, JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new CannotOpen(`${file} holds no receipt: save it on the page "In the root of the day" of the app.`, {
      cause,
    })
  }
}

/** The root of a day as a house publishes it to everybody. `line` is empty if it publishes none for that day. */
export async function publishedAt(address: string, day: string): Promise<RootPublication> {
  const after = dayOf(dayNumberOf(day as Day) + 1)
  const { publicKey, rows } = await askHouse(address, listDayRoots, { cursor: after, limit: 1 })
  return { publicKey, line: rows[0]?.day === day ? rows[0].line : '' }
}

const SAID: Readonly<Record<Step, readonly [holds: string, differs: string]>> = {
  leaf: ['each row gives its leaf', 'A ROW DOES NOT GIVE ITS LEAF: its text or its salt was changed'],
  path: ['each leaf leads to the root', 'A LEAF DOES NOT LEAD TO THE ROOT: the row is not part of the signed day'],
  signature: ['the house signed the root', 'THE HOUSE DID NOT SIGN THIS ROOT, or it publishes another one for the day'],
  chain: ['it follows the root before', 'IT DOES NOT FOLLOW THE ROOT BEFORE'],
}

const DOES_NOT_SHOW = [
  'What this shows: these rows were in the day when it was signed, exactly as they are here. What it does not show: that',
  'everybody is given the same root. Compare the root with another person’s.',
]

/** The report of a check, line by line, and the exit code: 0 all of it holds, 1 a step does not. */
export function reportLeaves(proof: LeafProof, { wrong, content }: LeafCheck, published: RootPublication | null) {
  const source = published ? 'the key that the house publishes' : 'the key in the file: compare it, or give --house'
  return {
    lines: [
      `The root of ${proof.day}: ${content ? `${content.root}, of ${content.leaves} rows` : 'the line is no root'}`,
      `  key ${proof.publicKey}, ${source}`,
      ...proof.rows.map(({ text, leaf }) => `  leaf ${leaf}  ${text}`),
      ...STEPS.map((step) => `  ${wrong.includes(step) ? `DIFFERS ${SAID[step][1]}` : `holds   ${SAID[step][0]}`}`),
      wrong.length === 0 ? 'It checks out.' : 'IT DOES NOT CHECK OUT. Keep the file, and ask whoever runs the house.',
      ...DOES_NOT_SHOW,
    ],
    code: wrong.length === 0 ? 0 : 1,
  }
}
