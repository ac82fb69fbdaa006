// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { HealthFacts } from '@lonja/core/proof/health.rules'
import { readHealth } from '@lonja/core/proof/health.staff.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, plain, show } from '@lonja/kit/screens.testing'
import { withConsole } from '../screens.testing.tsx'
import { FACTS, reportOf } from './health.testing.ts'
import { Health } from './Health.tsx'

const wire = withConsole()
const NOW = Date.now()

const lineOf = (servers: HealthFacts['servers']): Promise<string> =>
  lineNamed('Servidores que ejecutan órdenes', { servers })

async function lineNamed(name: string, change: Partial<HealthFacts>): Promise<string> {
  wire.house.answer(readAbout, no('unavailable', 'Ahora no'))
  wire.house.answer(readHealth, reportOf(change))
  enter()
  const page = show(<Health />)
  await page.findByRole('list', { name: 'Cómo está cada cosa' })
  const line = page.getAllByRole('listitem').find((each) => each.textContent.includes(name))
  return plain(line?.textContent ?? '')
}

test('servers that fill their orders are well', async () => {
  expect(await lineOf([])).toMatch(/todos lo hacen.*bien/)
})

test('a silent server is named, with what to do about it', async () => {
  const line = await lineOf([{ name: 'uno, process 7', renewedAt: NOW - 9_000, isStopped: false }])
  expect(line).toMatch(/uno, process 7, sin señales desde .*Otro se hace cargo/)
})

test('a server that has stopped is named until another has its orders', async () => {
  expect(await lineOf([{ name: 'dos, process 8', renewedAt: NOW, isStopped: true }])).toContain(
    'dos, process 8, parado',
  )
})

test('a stream that gives a part of the directory says how much of it, with what to do about it', async () => {
  const streams = [{ name: 'IEX', state: 'live' as const, since: NOW, heard: 30, wanted: 54 }]
  const line = await lineNamed('IEX', { market: { ...FACTS.market, streams } })
  expect(line).toMatch(/IEX: 30 de 54 valores.*ALPACA_FIRST/)
})

test.each<[string, HealthFacts['relays'], RegExp]>([
  ['a house without relays takes day seeds', [], /ninguno: los sorteos usan la semilla de un día.*bien/],
  [
    'before the answer',
    [{ relay: 'https://uno.example', at: null, fault: null }],
    /uno\.example: aún sin preguntar.*bien/,
  ],
  [
    'one that is away',
    [
      { relay: 'https://uno.example', at: NOW, fault: null },
      { relay: 'https://dos.example', at: NOW, fault: 'it answers 425' },
    ],
    /uno\.example: dio la ronda.*dos\.example: it answers 425.*DRAND_RELAYS/,
  ],
])('relays of drand: %s', async (_what, relays, line) => {
  expect(await lineNamed('Repetidores de drand', { relays })).toMatch(line)
})
