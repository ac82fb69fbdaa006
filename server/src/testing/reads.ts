import type { Read } from '@lonja/core/base/contract'
import { CALLS, type CallName } from '@lonja/core/calls'
import { MATRIX } from './access.matrix.ts'
import type { Owner } from './access.owner.ts'
import type { TestHouse } from './house.ts'
import { READS } from './scenes.ts'

/** Everything that a customer can read of the own account, asked at once: what a test compares before and after a write. */

/** Every read of one's own. */
export const OWN_READS = READS.filter((name) => CALLS[name].caller === 'customer')

/** No screen keeps a file: it is made anew each time. */
const isFile = (name: CallName): boolean => (CALLS[name] as Read).file !== undefined

/** Further inputs of a read, besides that of its row in the access matrix. */
const FURTHER: Readonly<Partial<Record<CallName, readonly object[]>>> = {
  listOrders: [{ which: 'ended' }, { which: 'filled' }],
  readWithdrawalTerms: [{ record: '1' }],
}

/** One question of a customer's: asked twice, it has the same input. */
export interface Question {
  readonly name: CallName
  readonly input: unknown
}

export const questionsOf = (owner: Owner): Question[] =>
  OWN_READS.filter((name) => !isFile(name)).flatMap((name) =>
    [MATRIX[name][1](owner), ...(FURTHER[name] ?? [])].map((input) => ({ name, input })),
  )

export const topicsOf = (name: CallName): readonly string[] => (CALLS[name] as Read).topics

/** The answer to each question, in order: the data, or the name of the refusal. */
export async function answersTo(house: TestHouse, questions: readonly Question[], token: string): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const { name, input } of questions) {
    const told = await house.ask(CALLS[name], input, { token, ip: '10.9.0.2' })
    answers.push(told.status === 200 ? (told.data as unknown) : told.error)
  }
  return answers
}
