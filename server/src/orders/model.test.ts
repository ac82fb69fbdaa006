import { expect, test } from 'vitest'
import { runModel } from './model.commands.testing.ts'

/**
 * Random commands of many customers on the orders of a server in memory, and on the model of `core/src/orders/model.check.ts`.
 * `LONJA_SEED` repeats a run.
 */

const COMMANDS = process.env['LONJA_LONG'] === '1' ? 200_000 : 5_000
const seed = Number(process.env['LONJA_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

test('after each of many random commands orders, fills, holds, cash and lots are those of the model', async () => {
  const { commands, differences, hash } = await runModel(seed, COMMANDS)
  console.info(`orders by the model: seed ${seed}, ${commands} commands, ${hash}`)
  expect(differences).toEqual([])
  expect(commands).toBe(COMMANDS)
})

test('a seed gives the same run twice, in which each kind of order comes to each of its ends', async () => {
  const [once, again] = [await runModel(SEED, 2_000), await runModel(SEED, 2_000)]
  expect(again.hash).toBe(once.hash)
  expect((await runModel(SEED + 1, 100)).hash).not.toBe((await runModel(SEED, 100)).hash)
  const { counts, differences } = await runModel(SEED, 12_000)
  expect(differences).toEqual([])
  expect([...KINDS, ...ENDS].filter((name) => !counts.has(name))).toEqual([])
})

const SEED = 20_261_205

const KINDS = ['buy', 'sell'].flatMap((side) => [
  ...['day', 'gtc', 'ioc', 'fok', 'open', 'close'].flatMap((force) => [`${side} ${force}`, `${side} ${force} limit`]),
  ...['day', 'gtc'].flatMap((force) =>
    ['stop', 'limit stop', 'trail', 'share', ...(side === 'sell' ? ['stop profit', 'share profit'] : [])].map(
      (kind) => `${side} ${force} ${kind}`,
    ),
  ),
])
const ENDS = [
  ...['day', 'gtc', 'ioc', 'fok', 'open', 'close'].map((force) => `${force} filled`),
  ...['day', 'gtc', 'open', 'close'].map((force) => `${force} cancelled by_customer`),
  'day expired end_of_day',
  'ioc expired not_at_once',
  'fok expired not_at_once',
  'open expired auction_over',
  'close expired auction_over',
  'several fills',
  'conversions',
  'leverage 2',
  'leverage 5',
  'debts',
  'nights',
  'split',
  'reverse split',
  'fraction of a split',
  'buy adjusted by a split',
  'sell adjusted by a split',
  ...['day', 'gtc'].map((force) => `${force} cancelled split`),
  'attached cancelled split',
  'new ticker',
  'position with a new ticker',
  'buy with a new ticker',
  'sell with a new ticker',
  'dividend in XMAD',
  'dividend in XNYS',
  'dividend on sold shares',
  'no dividend on new shares',
  'exit',
  'exit of a lot',
  'sell of a lot',
  'close-out filled',
  ...['customer', 'take_profit', 'stop_loss', 'close_out'].map((type) => `closed by ${type}`),
  'taken over',
  'sell by hand',
  'cancel all',
  'several cancelled at once',
  'filled before its cancel with all',
  'attached before its cancel with all',
  'place again',
  ...['stop', 'limit', 'stop profit', 'trailBps', 'trailBps profit'].map((prices) => `attached ${prices}`),
  ...['filled', 'cancelled by_customer', 'cancelled closed_by_hand'].map((end) => `attached ${end}`),
  'attached and grown',
  'attached again',
  'attached no more',
  'attached with leverage',
  'day cancelled exit_reached',
  'gtc cancelled exit_reached',
  'refused exits_for_buys',
  'refused exits_empty',
  'refused exits_out_of_range',
  'refused exit_stop_too_high',
  'refused exit_profit_too_low',
  'refused exits_placed',
]
