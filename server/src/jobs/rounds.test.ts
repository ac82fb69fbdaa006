import { describe, expect, test, vi } from 'vitest'
import { HOUR } from '@lonja/core/base/instant'
import { outage } from '../database/db.ts'
import { openLog } from '../base/log.ts'
import { eachAtOnce, eachInTurn, eachOfPages, runRounds } from './rounds.ts'

describe('each in turn', () => {
  test('a failing item does not stop the others, and its error is thrown at the end', async () => {
    const done: string[] = []
    const work = async (item: string): Promise<void> => {
      if (item.startsWith('bad')) throw new Error(item)
      done.push(item)
    }
    await expect(eachInTurn(['one', 'bad', 'two', 'bad too', 'three'], work)).rejects.toThrow(/^bad$/)
    expect(done).toEqual(['one', 'two', 'three'])
  })

  test('an unreachable database stops the remaining items', async () => {
    const tried: string[] = []
    const work = async (item: string): Promise<void> => {
      tried.push(item)
      throw outage('away')
    }
    await expect(eachInTurn(['one', 'two'], work)).rejects.toThrow('away')
    expect(tried).toEqual(['one'])
  })
})

describe('each of pages', () => {
  const pages = (most: number) => async (behind: number | null) =>
    [1, 2, 3, 4, 5].filter((item) => item > (behind ?? 0)).slice(0, most)

  test('all items of all pages are worked on once, also if the last page is full', async () => {
    for (const most of [1, 2, 5, 6]) {
      const done: number[] = []
      await eachOfPages(most, pages(most), async (item) => done.push(item))
      expect(done).toEqual([1, 2, 3, 4, 5])
    }
  })

  test('a failing item does not stop the pages after it, and its error is thrown at the end', async () => {
    const done: number[] = []
    const work = async (item: number): Promise<void> => {
      if (item === 2) throw new Error('two is bad')
      done.push(item)
    }
    await expect(eachOfPages(2, pages(2), work)).rejects.toThrow('two is bad')
    expect(done).toEqual([1, 3, 4, 5])
  })

  test('an unreachable database stops the remaining pages', async () => {
    const tried: number[] = []
    const work = async (item: number): Promise<void> => {
      tried.push(item)
      throw outage('away')
    }
    await expect(eachOfPages(2, pages(2), work)).rejects.toThrow('away')
    expect(tried).toEqual([1])
  })
})

describe('each at once', () => {
  test('a failing item is told with its error, and the others are done', async () => {
    const [done, failed]: [string[], string[]] = [[], []]
    const work = async (item: string): Promise<void> => {
      if (item === 'bad') throw new Error('it is bad')
      done.push(item)
    }
    await eachAtOnce(['one', 'bad', 'two'], work, (item, error) => failed.push(`${item}: ${String(error)}`))
    expect([done, failed]).toEqual([['one', 'two'], ['bad: Error: it is bad']])
  })

  test('an unreachable database is thrown once the others have ended, and is no failure of an item', async () => {
    const [done, failed]: [string[], string[]] = [[], []]
    const work = async (item: string): Promise<void> => {
      if (item === 'one') throw outage('away')
      await new Promise((resolve) => setTimeout(resolve, 1))
      done.push(item)
    }
    await expect(eachAtOnce(['one', 'two'], work, (item) => failed.push(item))).rejects.toThrow('away')
    expect([done, failed]).toEqual([['two'], []])
  })
})

test('rounds follow one another, and stopping waits for the one under way', async () => {
  let [begun, ended] = [0, 0]
  let letEnd: () => void = () => {}
  const heard: boolean[] = []
  const round = async (): Promise<void> => {
    begun += 1
    if (begun === 1) throw new Error('the first fails')
    await new Promise<void>((resolve) => (letEnd = resolve))
    ended += 1
  }
  const log = openLog('silent')
  const pauses = {
    pauseMs: 1,
    afterFailureMs: 1,
    log,
    waits: '',
    failed: '',
    heard: (well: boolean) => heard.push(well),
  }
  const rounds = runRounds(round, pauses)
  await vi.waitFor(() => expect(begun).toBe(2))
  const stopped = rounds.stop()
  expect(ended).toBe(0)
  letEnd()
  await stopped
  expect([begun, ended, heard]).toEqual([2, 1, [false, true]])
})

test('a round that is hurried begins at once, and after the one under way', async () => {
  let begun = 0
  let letEnd: () => void = () => {}
  const round = (): Promise<void> => {
    begun += 1
    return new Promise<void>((resolve) => (letEnd = resolve))
  }
  const rest = { pauseMs: HOUR, afterFailureMs: HOUR, log: openLog('silent'), waits: '', failed: '' }
  const rounds = runRounds(round, rest)
  rounds.hurry()
  expect(begun).toBe(1)
  letEnd()
  await vi.waitFor(() => expect(begun).toBe(2))
  letEnd()
  await new Promise((resolve) => setImmediate(resolve))
  rounds.hurry()
  expect(begun).toBe(3)
  letEnd()
  await rounds.stop()
  rounds.hurry()
  expect(begun).toBe(3)
})
