import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openClosing } from './closing.ts'
import { openLog } from '../base/log.ts'

const never = (): Promise<void> => new Promise(() => {})

function closingOf(lines: string[] = []) {
  return openClosing(openLog('silent'), (line) => lines.push(line), { allMs: 60, leastMs: 20, quietMs: 25 })
}

test('parts that run by themselves close first and together, the rest in reverse order', async () => {
  const closing = closingOf()
  const order: string[] = []
  const part = (what: string, ms: number) => async (): Promise<void> => {
    order.push(`${what} begins`)
    await sleep(ms)
    order.push(`${what} ended`)
  }
  closing.add('database', part('database', 0))
  closing.addFirst('job', part('job', 15))
  closing.add('lane', part('lane', 0))
  closing.addFirst('door', part('door', 1))
  await Promise.all([closing.close(), closing.close()])
  expect(order).toEqual([
    ...['job begins', 'door begins', 'door ended', 'job ended'],
    ...['lane begins', 'lane ended', 'database begins', 'database ended'],
  ])
})

test('a part that fails or never ends delays no other, and the operator is told which parts are open', async () => {
  const lines: string[] = []
  const closing = closingOf(lines)
  const ended: string[] = []
  closing.add('the database', () => void ended.push('the database'))
  closing.add('the lane', never)
  closing.add('the feed', () => Promise.reject(new Error('it breaks')))
  closing.add('the file', () => {
    throw new Error('it breaks at once')
  })
  closing.addFirst('the door', never)
  closing.addFirst('the alerts', never)
  await closing.close()
  expect(ended).toEqual(['the database'])
  // The line is printed once, however long it lasts.
  expect(lines.filter((line) => line === 'Still stopping: the door, the alerts.')).toHaveLength(1)
})

test('a part with its own time limit gets that time', async () => {
  const closing = closingOf()
  let isOver = false
  closing.add('the database', () => sleep(150).then(() => void (isOver = true)), 5_000)
  closing.add('the lane', never)
  await closing.close()
  expect(isOver).toBe(true)
})

test('a part opened while the house closes is closed too', async () => {
  const closing = closingOf()
  const ended: string[] = []
  closing.add('the folder', () => sleep(10))
  const closed = closing.close()
  closing.add('the database', async () => {
    await sleep(30)
    ended.push('the database')
  })
  await closed
  expect(ended).toEqual(['the database'])
})
