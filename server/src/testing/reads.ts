import type { Read } from '@lonja/core/base/contract'
import { CALLS, type CallName } from '@lonja/core/calls'
import { MATRIX } from './access.matrix.ts'
import type { Owner } from './access.owner.ts'
import type { TestHouse } from './house.ts'
import { READS } from './scenes.ts'

/** All reads of a customer's own account, so that a test can compare their answers before and after a write. */

/** Every read that only its customer may ask. */
export const OWN_READS = READS.filter((name) => CALLS[name].caller === 'customer')

/** True for a read whose reply is a file, which no screen caches. */
const isFile = (name: CallName): boolean => (CALLS[name] as Read).file !== undefined

/** Reads of nothing that is stored: a text is worked out in a thread, and its answer follows from the text alone. */
const OF_INPUT_ALONE: readonly CallName[] = ['checkOwnStrategy']

/** Further inputs of a read, besides that of its row in the access matrix. */
const FURTHER: Readonly<Partial<Record<CallName, readonly object[]>>> = {
  listOrders: [{ which: 'ended' }, { which: 'filled' }],
  readWithdrawalTerms: [{ record: '1' }],
}

/** A read with its input, which stays the same when it is asked again. */
export interface Question {
  readonly name: CallName
  readonly input: unknown
}

export const questionsOf = (owner: Owner): Question[] =>
  OWN_READS.filter((name) => !isFile(name) && !OF_INPUT_ALONE.includes(name)).flatMap((name) =>
    [MATRIX[name][1](owner), ...(FURTHER[name] ?? [])].map((input) => ({ name, input })),
  )

export const topicsOf = (name: CallName): readonly string[] => (CALLS[name] as Read).topics

/** The answer to each question, in order: the data, or the name of the refusal. */
export async function answersTo(house: TestHouse, questions: readonly Question[], token: string): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const { name, input } of questions) {
    const answer = await house.ask(CALLS[name], input, { token, ip: '10.9.0.2' })
    answers.push(answer.status === 200 ? (answer.data as unknown) : answer.error)
  }
  return answers
}
