// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { readOwnHead } from '@lonja/core/audit/head.contract'
import type { Role } from '@lonja/core/base/contract'
import { openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { readHouseDay } from '@lonja/core/ledger/house.staff.contract'
import { countQueues, listQueue } from '@lonja/core/reviews.contract'
import { listRestricted } from '@lonja/core/restrictions/restrictions.staff.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { listThreads } from '@lonja/core/support/support.staff.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { openNav } from '@lonja/kit/nav'
import { enter, inside, plain, show } from '@lonja/kit/screens.testing'
import { countNone } from '../review/queue.testing.ts'
import { kindOf } from '../routes.ts'
import { withConsole } from '../screens.testing.tsx'
import { Frame } from './Frame.tsx'

const wire = withConsole()

function openFrame(url: string, roles: Role[]) {
  countNone(wire.house)
  wire.house.answer(listQueue, { rows: [], cursor: null, count: null })
  wire.house.answer(readAbout, no('unavailable', 'Ahora no'))
  wire.house.answer(readOwnHead, { n: 0, hash: '', signedAt: null })
  const seat = { id: newId<'seat'>(), number: 3, name: 'Eva', roles, hasCustomer: false, claimedAt: Date.now() }
  wire.house.answer(readSeat, seat)
  enter()
  history.replaceState(null, '', `#${url}`)
  openNav(kindOf)
  return show(<Frame />)
}

test.each([
  ['/deposits', openDeposit, 'reviewer'],
  ['/identities', openKyc, 'treasurer'],
] as const)('%s says that it is not of a seat without its role, and opens nothing', async (path, call, role) => {
  const page = openFrame(`${path}?id=${newId()}`, [role])
  expect(await page.findByText('Tu puesto no abre esta página')).toBeTruthy()
  expect(wire.house.asked(call)).toEqual([])
  expect(wire.house.asked(listQueue)).toEqual([])
  const links = page.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links.some((href) => href?.includes(path))).toBe(false)
})

test('a seat with the role gets the page and its place in the navigation', async () => {
  const page = openFrame('/identities', ['reviewer'])
  expect(plain((await page.findByRole('heading', { level: 1 })).textContent)).toContain('Identidad')
  await expect.poll(() => wire.house.asked(listQueue).length).toBeGreaterThan(0)
  expect(page.getAllByRole('link').some((link) => link.getAttribute('href')?.includes('/identities'))).toBe(true)
})

test('what waits stands beside the name of its page, and who decides in the header', async () => {
  const page = openFrame('/identities', ['reviewer', 'support'])
  const none = { late: 0, oldestAt: null, firstDueAt: null, second: 0, secondForYou: 0, mine: 0, mineDueAt: null }
  const rows = [{ kind: 'kyc', waiting: 3, ...none }]
  wire.house.answer(countQueues, { rows, limit: 10_000_00n, onePerson: false })
  wire.house.answer(listThreads, { rows: [], cursor: null, waiting: 2 })
  expect(await page.findByRole('link', { name: 'Identidad3' })).toBeTruthy()
  expect(await page.findByRole('link', { name: 'Conversaciones2' })).toBeTruthy()
  const deciding = await page.findByText(/^Dos personas por encima de/)
  expect(plain(deciding.textContent)).toContain('10.000,00')
})

test('the menu of a narrow window has every page of the seat by its name, with what waits there', async () => {
  const page = openFrame('/identities', ['reviewer'])
  await page.user.click(await page.findByRole('button', { name: 'Menú' }))
  const menu = inside(await page.findByRole('dialog', { name: 'Ir a' }))
  const names = menu.getAllByRole('link').map(({ textContent }) => plain(textContent))
  expect(names).toEqual([
    'Hoy',
    'Identidad',
    'Límites',
    'Bloques',
    'Clientes',
    'Limitados ahora',
    'Estado',
    'Tu puesto',
  ])
  await page.user.click(menu.getByRole('link', { name: 'Identidad' }))
  expect(page.queryByRole('dialog')).toBeNull()
})

test('the sheet of all keys names the figure of each key, the bar says what they have in common', async () => {
  wire.house.answer(listRestricted, no('unavailable', 'Ahora no'))
  wire.house.answer(readHouseDay, no('unavailable', 'Ahora no'))
  const page = openFrame('/today', ['treasurer'])
  await page.findByRole('link', { name: /^Fuera de plazo/ })
  expect(plain(page.getByRole('contentinfo').textContent)).toContain('ir a la cifra')
  await page.user.click(page.getByRole('button', { name: /todas las teclas/ }))
  const words = plain((await page.findByRole('dialog', { name: 'Teclas' })).textContent)
  expect(words).toContain('11Fuera de plazo22Las tienes tú33Esperan segunda')
})
