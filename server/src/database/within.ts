import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, type Refused } from '@lonja/core/base/refusal'
import { newId } from '../base/ids.ts'
import type { Command } from './batch.ts'
import { openBook } from './book.ts'
import type { Lane } from './lane.ts'
import type { LockedTx } from './locks.ts'

/**
 * Runs commands of the lane within an ordinary write that holds the lock of their customer. Commands of one turn of the
 * event loop go together, in two trips, and each batch begins after the one before has written: it reads what that one
 * changed. They are committed with the write, whose caller checks the session and publishes the topics.
 */
export function laneWithin(tx: LockedTx, now: Instant): Pick<Lane, 'submit'> {
  let queue: Command<unknown>[] = []
  let next: Promise<unknown[]> | null = null
  let before: Promise<unknown> = Promise.resolve()
  const runTurn = async (): Promise<unknown[]> => {
    await new Promise((resolve) => setImmediate(resolve))
    await before
    const batch = queue
    queue = []
    next = null
    const answers = runBatch(tx, batch, now)
    before = answers.catch(() => undefined)
    return answers
  }
  return {
    submit: async <Answer>(command: Command<Answer>) => {
      const place = queue.push(command) - 1
      next ??= runTurn()
      const answers = await next
      return answers[place] as Answer | Refused
    },
  }
}

async function runBatch(tx: LockedTx, batch: readonly Command<unknown>[], now: Instant) {
  const book = openBook()
  for (const { needs } of batch) for (const needed of needs) book.need(needed)
  book.take(await tx.trip(book.loads()))
  const answers: unknown[] = []
  for (const command of batch) {
    const before = book.changes()
    const answer = command.decide(book, now)
    assert(!isRefused(answer) || book.changes() === before, 'a refusal changes nothing')
    answers.push(answer)
  }
  await tx.trip(book.saves({ id: newId(), at: now }))
  return answers
}
