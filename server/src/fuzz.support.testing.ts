import { newId } from './base/ids.ts'
import { idFrom, paged, type Dice, type Fields } from './fuzz.dice.testing.ts'

interface Talker {
  readonly id: string
  readonly pictures: readonly string[]
  readonly threads: readonly string[]
}
type Make = (who: Talker, chance: Dice) => Fields

const said = (chance: Dice): string => chance.pick(['Hola', '<b>¿?</b>\n{{x}}', '您好', 'x'.repeat(2_000)])

/** Calls of the support thread, of both its sides. */
export const SUPPORT = {
  readThread: (_who, chance) => paged(chance),
  sendMessage: ({ pictures }, chance) => ({
    id: newId(),
    text: said(chance),
    pictures: chance.once(90) ? [] : [idFrom(pictures, chance)],
  }),
  markThreadRead: (_who, chance) => ({ through: chance.below(50) }),
  rateThread: ({ threads }, chance) => ({ thread: idFrom(threads, chance), rating: 1 + chance.below(5) }),
  listThreads: (_who, chance) => ({ ...paged(chance), which: chance.pick(['open', 'closed']) }),
  openThread: ({ id }, chance) => ({ ...paged(chance), customer: id }),
  readThreadPicture: ({ id, pictures }, chance) => ({ customer: id, id: idFrom(pictures, chance) }),
  answerThread: ({ id }, chance) => ({ id: newId(), customer: id, text: said(chance) }),
  closeThread: ({ id, threads }, chance) => ({ customer: id, thread: idFrom(threads, chance) }),
} satisfies Readonly<Record<string, Make>>
