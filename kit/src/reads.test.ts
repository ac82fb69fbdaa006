import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { markAllStale, markStale, queries } from './reads.ts'

test('what is told while the first answer is on its way is not lost: it is asked again', async () => {
  let calls = 0
  const answers: ((value: string) => void)[] = []
  const observer = new QueryObserver(queries, {
    queryKey: ['order'],
    meta: { topics: ['orders'] },
    queryFn: ({ signal }) =>
      new Promise<string>((resolve, reject) => {
        calls++
        answers.push(resolve)
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  })
  const leave = observer.subscribe(() => undefined)
  expect(calls).toBe(1)
  markStale(['balances'])
  markStale(['orders'])
  await expect.poll(() => calls).toBe(2)
  answers[0]?.('open')
  answers[1]?.('filled')
  await expect.poll(() => observer.getCurrentResult().data).toBe('filled')
  leave()
  queries.clear()
})

test('after a gap all is asked again, also what is on its way; but not what a person asked for this once', async () => {
  const calls: string[] = []
  const pending = (name: string) => ({
    queryKey: [name],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      new Promise<string>((resolve, reject) => {
        calls.push(name)
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        if (name === 'once') setTimeout(resolve, 50, 'the link')
      }),
  })
  const leave = new QueryObserver(queries, pending('list')).subscribe(() => undefined)
  const once = queries.fetchQuery({ ...pending('once'), meta: { once: true } })
  markAllStale()
  await expect.poll(() => calls).toEqual(['list', 'once', 'list'])
  expect(await once).toBe('the link')
  leave()
  queries.clear()
})
