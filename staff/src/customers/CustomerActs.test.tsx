// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Role } from '@lonja/core/base/contract'
import { previewRestriction } from '@lonja/core/restrictions/restrictions.staff.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { newId } from '@lonja/kit/ids'
import { useKeys } from '@lonja/kit/keys'
import { enter, show, type Page } from '@lonja/kit/screens.testing'
import { withConsole } from '../screens.testing.tsx'
import { CustomerActs } from './CustomerActs.tsx'
import type { File } from './file.ts'

const wire = withConsole()

const AT = Date.UTC(2026, 10, 23, 13, 33)
const RESTRICTION: NonNullable<File['restriction']> = {
  level: 2,
  reason: 'reported_stolen',
  role: 'support',
  byCustomer: false,
  madeAt: AT,
  untilAt: AT,
  note: null,
}
const FILE: File = {
  id: newId<'customer'>(),
  number: 'L-204118',
  displayName: 'Marta Ruiz',
  phone: '•••• 118',
  language: 'tur',
  displayCurrency: 'EUR',
  kyc: 'passed',
  joinedAt: AT,
  closedAt: null,
  restriction: null,
  underWay: { orders: [], withdrawals: [], deposits: [], applications: [] },
  ownAccount: false,
  parts: [],
  identity: null,
  money: null,
  security: null,
  activity: null,
  chain: { rows: 1, head: '', signedAt: null },
  notes: [],
  hasThread: false,
  at: AT,
}

/** The page around the acts, which has a key of its own. */
function Around({ file, filtered }: { file: File; filtered: () => void }) {
  useKeys([{ key: 'f', label: 'Filter', act: filtered }])
  return <CustomerActs file={file} onAgain={() => {}} />
}

let filters = 0

async function open(more: Partial<File>, roles: Role[] = ['support']): Promise<Page> {
  filters = 0
  wire.house.answer(previewRestriction, { title: 'Notice', body: '' })
  wire.house.answer(readSeat, { id: newId<'seat'>(), number: 1, name: 'Eva', roles, hasCustomer: false, claimedAt: 0 })
  enter()
  const page = show(<Around file={{ ...FILE, ...more }} filtered={() => (filters += 1)} />)
  await expect.poll(() => wire.house.asked(readSeat).length).toBeGreaterThan(0)
  return page
}

const names = (page: Page): string[] => page.queryAllByRole('button').map(({ textContent }) => textContent)

test('a free account can be restricted, and nothing be lifted', async () => {
  const free = await open({})
  await expect.poll(() => names(free)).toEqual(['Limitar cuentaR', 'MensajeM'])
})

test('L asks for the lifting; the key of the page’s filter stays the filter’s', async () => {
  const page = await open({ restriction: RESTRICTION })
  await expect.poll(() => names(page)).toEqual(['Cambiar el límiteR', 'Levantar el límiteL', 'MensajeM'])
  await page.user.keyboard('f')
  expect([filters, page.queryByRole('dialog')]).toEqual([1, null])
  await page.user.keyboard('l')
  expect(page.getByRole('dialog', { name: '¿Pedir que se levante el límite de Marta Ruiz?' })).toBeTruthy()
})

// prettier-ignore
test.each<[string, Partial<File>, Role[]]>([
  ['a role that restricts nobody', { restriction: RESTRICTION }, ['auditor']],
  ['a closed account',             { closedAt: AT },             ['support']],
  ['the seat’s own account',       { ownAccount: true },         ['support']],
])('%s: nothing is restricted or lifted', async (_case, more, roles) => {
  const page = await open(more, roles)
  await page.user.keyboard('rl')
  expect([page.queryByRole('dialog'), names(page)]).toEqual([null, []])
})
