import { isRefused, refuse } from '@lonja/core/base/refusal'
import {
  checkOwnStrategy,
  listOwnStrategies,
  readOwnStrategy,
  readSharedStrategy,
  removeOwnStrategy,
  saveOwnStrategy,
  shareOwnStrategy,
  startOwnBacktest,
  startOwnRun,
  unshareOwnStrategy,
} from '@lonja/core/strategies/own.contract'
import { NOT_SIGNED_IN, onEntry, onPreparedWrite, onRead, onWrite, type Route } from '../door/serve.ts'
import { OWN_LIMITS, check, faultLineOf, newLink, save, startOwn, startRunOf, summaryOf } from './own.actions.ts'
import { deleteOwn, findByLink, findOwn, findVersion, listOwn, listVersions, updateLink } from './own.store.ts'
import { countOpenRunsOf } from './runs.store.ts'
import { openChecks, sandboxThreads, type RunSandbox } from './sandbox.thread.ts'
import type { StrategyParts } from './strategies.actions.ts'
import { countOpenOf } from './strategies.store.ts'

/** The customer's calls on strategies of their own. */
export const ownRoutes = (parts: StrategyParts, run: RunSandbox = sandboxThreads()): Route[] => [
  ...textRoutes(),
  backtestRoute(parts),
  ...compilingRoutes(parts, run),
]

const textRoutes = (): Route[] => [
  onRead(listOwnStrategies, async ({ tx, customer }) => ({
    rows: (await listOwn(tx, customer)).map(summaryOf),
    limits: OWN_LIMITS,
  })),

  onRead(readOwnStrategy, async ({ tx, customer }, { id, version }) => {
    const own = await findOwn(tx, { customer, id })
    const text = own && (await findVersion(tx, own, version ?? own.version))
    if (!own || !text) return refuse('unknown_own_strategy')
    const versions = await listVersions(tx, own)
    return { ...summaryOf(own), link: own.link, read: text.version, text: text.text, versions }
  }),

  onWrite(saveOwnStrategy, async ({ tx, customer, now, publish }, form) => {
    const saved = await save(tx, { customer, now }, form)
    if (!isRefused(saved)) publish('strategies')
    return saved
  }),

  onWrite(removeOwnStrategy, async ({ tx, customer, publish }, { id }) => {
    if (!(await findOwn(tx, { customer, id }))) return refuse('unknown_own_strategy')
    const open = (await countOpenOf(tx, customer, id)) + (await countOpenRunsOf(tx, customer, id))
    if (open > 0) return refuse('own_strategy_in_use')
    await deleteOwn(tx, { customer, id })
    publish('strategies')
    return { id }
  }),

  onWrite(shareOwnStrategy, async ({ tx, customer, publish }, { id, version }) => {
    if (!(await findVersion(tx, { customer, id }, version))) return refuse('unknown_own_strategy')
    const link = newLink()
    await updateLink(tx, { customer, id }, { link, version })
    publish('strategies')
    return { id, version, link }
  }),

  onWrite(unshareOwnStrategy, async ({ tx, customer, publish }, { id }) => {
    if (!(await findOwn(tx, { customer, id }))) return refuse('unknown_own_strategy')
    await updateLink(tx, { customer, id }, null)
    publish('strategies')
    return { id }
  }),

  onRead(readSharedStrategy, async ({ tx }, { link }) => {
    const own = await findByLink(tx, link)
    const shown = own?.shared ? await findVersion(tx, own, own.shared) : null
    if (!own || !shown) return refuse('unknown_own_strategy')
    return { name: own.name, version: shown.version, at: shown.at, text: shown.text }
  }),
]

const backtestRoute = (parts: StrategyParts): Route =>
  onWrite(startOwnBacktest, async ({ tx, customer, now, publish }, form) => {
    const backtest = await startOwn(tx, parts, { customer, now }, form)
    if (isRefused(backtest)) return backtest
    publish('strategies')
    return { id: backtest.id, at: backtest.at }
  })

/** The calls that compile a text. That takes a while, so it holds no connection to the database. */
function compilingRoutes(parts: StrategyParts, run: RunSandbox): Route[] {
  const inTurn = openChecks()
  return [
    onEntry(checkOwnStrategy, async ({ token, now, input }, { db, sessions }) => {
      const asker = token && (await db.read((tx) => sessions.find(tx, token, now)))
      if (!asker) return NOT_SIGNED_IN
      sessions.seen(asker, now)
      return (await inTurn(asker.customer, () => check(run, parts, now, input))) ?? refuse('own_checks_busy')
    }),

    onPreparedWrite(
      startOwnRun,
      async ({ house, customer }, { own, version }) => {
        const saved = await house.db.read((tx) => findVersion(tx, { customer, id: own }, version))
        const compiled = await inTurn(customer, async () => ({ faultLine: await faultLineOf(run, saved) }))
        return compiled ?? refuse('own_checks_busy')
      },
      async ({ tx, customer, now, publish }, form, { faultLine }) => {
        const started = await startRunOf(tx, parts, { customer, now }, form, faultLine)
        if (isRefused(started)) return started
        publish('strategies', 'balances')
        return { id: started.id, at: started.at }
      },
    ),
  ]
}
