// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { readFirstSteps } from '@lonja/core/discover/first-steps.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { newId } from '@lonja/kit/ids'
import { openKept } from '@lonja/kit/kept'
import { queries } from '@lonja/kit/reads'
import { enter, later, plain, type Page } from '@lonja/kit/screens.testing'
import { signIn } from '@lonja/kit/session'
import { openPage, whereNow, withApp } from '../screens.testing.tsx'
import { HOME, openHome } from './home.testing.ts'

const wire = withApp()
openKept()

const STEPS = { name: 'Primeros pasos' }
const VALUE = { name: 'Valor en el tiempo' }

type Steps = ReplyOf<typeof readFirstSteps>
const newcomer: Steps = { done: [], shown: true, looked: null }

beforeEach(() => openHome(wire.house))

const money = (page: Page) => page.queryByText((text) => plain(text) === 'Qué son estos 100.000,00 €')

/** A visit that saw home, after which the page is reloaded: the house has not answered again yet. */
async function reloaded(steps: Steps): Promise<Page> {
  const session = enter()
  wire.house.answer(readFirstSteps, steps)
  const before = await openPage(HOME)
  await before.findByRole('region', steps.shown ? STEPS : VALUE)
  if (steps.shown) await expect.poll(() => money(before)).not.toBeNull()
  dispatchEvent(new Event('pagehide'))
  before.leave()
  queries.clear()
  wire.house.answer(readFirstSteps, () => later<Steps>().value)
  wire.house.answer(listEntries, () => later<ReplyOf<typeof listEntries>>().value)
  signIn(session)
  return openPage(HOME)
}

describe('home that was seen on this device has its layout in the first frame', () => {
  test('of a newcomer: the first money and the steps', async () => {
    const page = await reloaded(newcomer)
    expect(page.getByRole('region', STEPS)).toBeTruthy()
    expect(money(page)).not.toBeNull()
    expect(page.queryByRole('region', VALUE)).toBeNull()
  })

  test('of a customer after the steps: the value over time', async () => {
    const page = await reloaded({ ...newcomer, shown: false })
    expect(page.getByRole('region', VALUE)).toBeTruthy()
    expect(page.queryByRole('region', STEPS)).toBeNull()
  })

  test('of somebody else than the customer before it is not known', async () => {
    const before = await reloaded(newcomer)
    before.leave()
    enter('another token')
    const page = await openPage(HOME)
    expect(page.queryByRole('region', STEPS)).toBeNull()
  })
})

test('the log-in page stays until the layout of home is known', async () => {
  const places: string[] = []
  wire.house.answer(readFirstSteps, async () => {
    await new Promise((resolve) => setTimeout(resolve))
    places.push(whereNow())
    return newcomer
  })
  wire.house.answer(logIn, {
    token: 'a token',
    userId: newId<'customer'>(),
    expiresAt: Date.parse('2099-01-01T00:00:00Z'),
  })
  const page = await openPage('/subPackages/login/login')
  await page.write(page.getByRole('textbox', { name: 'Teléfono' }), '34600111222')
  await page.write(page.getByLabelText('Contraseña'), 'ocho letras 1')
  await page.user.click(page.getByRole('button', { name: 'Entrar' }))
  await expect.poll(whereNow).toBe(HOME)
  expect(places).toEqual(['/subPackages/login/login'])
  page.leave()
  const home = await openPage(HOME)
  expect(home.getByRole('region', STEPS)).toBeTruthy()
  expect(money(home)).not.toBeNull()
})
