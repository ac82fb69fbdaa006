import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import { LANGUAGES } from '@lonja/core/base/language'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { sendMessage } from '@lonja/core/support/thread.contract'
import { newId } from '../base/ids.ts'
import { idFrom, maybe, paged, type Dice, type Fields } from './fuzz.dice.ts'
import type { TestCustomer, TestHouse } from './house.ts'

interface Talker {
  readonly id: CustomerId
  /** A picture that was sent to customer service. */
  readonly sent: string
  readonly pictures: readonly string[]
  readonly threads: readonly string[]
}

/** Sends a customer's message with a picture and returns the picture's id. */
export async function pictureSent(house: TestHouse, { token }: TestCustomer): Promise<string> {
  const id = newId()
  const stored = await house.ask(storePicture, { id, use: 'support' }, { token })
  const answer = await house.ask(sendMessage, { id: newId(), text: '', pictures: [id] }, { token })
  assert(stored.code === 1 && answer.code === 1, `a picture is sent: ${stored.error ?? answer.error}`)
  return id
}

type Make = (who: Talker, chance: Dice) => Fields

const textOf = (chance: Dice): string => chance.pick(['Hola', '<b>¿?</b>\n{{x}}', '您好', 'x'.repeat(2_000)])

/** Valid inputs of the calls of the support thread, for both of its sides. */
export const SUPPORT = {
  readThread: (_who, chance) => paged(chance),
  sendMessage: ({ pictures }, chance) => ({
    id: newId(),
    text: textOf(chance),
    pictures: chance.once(90) ? [] : [idFrom(pictures, chance)],
  }),
  markThreadRead: (_who, chance) => ({ through: chance.below(50) }),
  rateThread: ({ threads }, chance) => ({ thread: idFrom(threads, chance), rating: 1 + chance.below(5) }),
  listThreads: (_who, chance) => ({
    ...paged(chance),
    which: chance.pick(['open', 'closed']),
    ...maybe(chance, () => ({ whose: chance.pick(['mine', 'free']) })),
    ...maybe(chance, () => ({ find: chance.pick(['L-4F09C2', 'R-7K2M-91QX', '%', '600', newId()]) })),
  }),
  openThread: ({ id }, chance) => ({ ...paged(chance), customer: id }),
  readThreadPicture: ({ id, sent }) => ({ customer: id, id: sent }),
  answerThread: ({ id }, chance) => ({ id: newId(), customer: id, text: textOf(chance) }),
  holdThread: ({ id: customer }, chance) => ({ customer, take: chance.once(50) }),
  listSetAnswers: (_who, chance) => ({ language: chance.pick(LANGUAGES) }),
  writeNote: ({ id: customer }, chance) => ({ id: newId(), customer, text: textOf(chance) }),
  closeThread: ({ id, threads }, chance) => ({ customer: id, thread: idFrom(threads, chance) }),
} satisfies Readonly<Record<string, Make>>
