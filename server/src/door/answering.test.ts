import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { answerTo } from './answering.ts'
import { outage } from '../database/db.ts'
import { openLog } from '../base/log.ts'

test('an outage is logged without a stack, and a bug is logged with one', () => {
  const lines: string[] = []
  const log = openLog(
    'warn',
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString())
        done()
      },
    }),
  )
  const request = { id: 'H7K2M9QX', url: '/x?listing=ABC' }
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  expect(answerTo(outage('The database cannot be reached.', refused), request, log).status).toBe(503)
  expect(answerTo(new Error('Assertion failed: it holds'), request, log).status).toBe(500)
  const [away, bug] = lines.map((line) => JSON.parse(line) as { why?: string; msg: string; err?: { stack: string } })
  expect(away).toMatchObject({
    why: 'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:5432',
    msg: 'the database is away',
    path: '/x',
    request: 'H7K2M9QX',
  })
  expect([lines[0]?.includes('stack'), bug?.err?.stack.includes('answering.test')]).toEqual([false, true])
})
