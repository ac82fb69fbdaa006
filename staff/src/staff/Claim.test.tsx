// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { claimSeat, readSeatLink } from '@lonja/core/staff/staff.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { here, openNav } from '@lonja/kit/nav'
import { HOME } from '@lonja/kit/nav.rules'
import { queries } from '@lonja/kit/reads'
import { plain, show, type Page } from '@lonja/kit/screens.testing'
import { kindOf } from '../routes.ts'
import { withConsole } from '../screens.testing.tsx'
import { Claim } from './Claim.tsx'

const wire = withConsole()
const LINK = 'a one-time link'
const PASSWORD = 'ventana con vistas al mar'

function showClaim(): Page {
  history.replaceState(null, '', `#/claim/${LINK}`)
  openNav(kindOf)
  return show(<Claim link={LINK} />)
}

/** The page of a link whose set-up is another in each answer. */
async function openClaim(): Promise<Page> {
  let answers = 0
  wire.house.answer(readSeatLink, () => {
    answers += 1
    return {
      roles: ['treasurer' as const],
      endsAt: Date.parse('2026-11-28T10:00:00Z'),
      secret: `SECRET${answers}`,
      setUp: `set-up ${answers}`,
    }
  })
  const page = showClaim()
  await page.findByRole('heading', { level: 1 })
  return page
}

const WELL = {
  'Nombre del puesto': 'Eva Sanz',
  'Contraseña nueva': PASSWORD,
  'La contraseña otra vez': PASSWORD,
  'Código de un solo uso': '123 456',
}

async function fill(page: Page, change: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...WELL, ...change })) {
    await page.user.type(page.getByLabelText(label), value)
  }
  await page.user.click(page.getByRole('button', { name: 'Tomar el puesto' }))
}

test('another answer of the link does not change the secret that a device has taken', async () => {
  const page = await openClaim()
  expect(page.getByText('SECR ET1')).toBeTruthy()
  await queries.refetchQueries()
  expect(wire.house.asked(readSeatLink)).toHaveLength(2)
  await page.user.type(page.getByLabelText('Nombre del puesto'), 'Eva')
  expect(page.getByText('SECR ET1')).toBeTruthy()
})

test('a seat is claimed with the set-up on the page, and leads to the first page', async () => {
  const page = await openClaim()
  const seat = {
    id: newId<'seat'>(),
    number: 3,
    name: 'Eva Sanz',
    roles: ['treasurer' as const],
    hasCustomer: false,
    claimedAt: 0,
  }
  wire.house.answer(claimSeat, { token: 'a session', expiresAt: Date.now() + 1_000_000, seat })
  await fill(page)
  await expect.poll(() => here().path).toBe(HOME)
  const [claim] = wire.house.asked(claimSeat).map(({ input }) => input)
  expect(claim).toMatchObject({ link: LINK, setUp: 'set-up 1', name: 'Eva Sanz', password: PASSWORD, code: '123 456' })
  expect(claim).not.toHaveProperty('phone')
})

test('each field says what is wrong with it at once, and nothing is sent', async () => {
  const page = await openClaim()
  await page.user.click(page.getByRole('button', { name: 'Tomar el puesto' }))
  const text = plain(document.body.textContent)
  expect(text).toContain('Escribe el nombre del puesto.')
  expect(text).toContain('Hacen falta 12 caracteres o más.')
  expect(wire.house.asked(claimSeat)).toEqual([])
})

test('the own telephone number is no password', async () => {
  const page = await openClaim()
  await page.user.type(page.getByLabelText(/^Tu cuenta de cliente/), '+34 612 345 678')
  await fill(page, { 'Contraseña nueva': '34 612 345 678', 'La contraseña otra vez': '34 612 345 678' })
  expect(await page.findByText(/^No uses tu número de teléfono/)).toBeTruthy()
  expect(wire.house.asked(claimSeat)).toEqual([])
})

test('a code that is wrong is said at its field', async () => {
  const page = await openClaim()
  wire.house.answer(claimSeat, no('wrong_code', 'Ese código no vale', { field: 'code' }))
  await fill(page)
  expect(await page.findByText('Ese código no vale')).toBeTruthy()
  expect(page.getByLabelText('Código de un solo uso').getAttribute('aria-invalid')).toBe('true')
})

test('a link that was used leads to the sign-in', async () => {
  wire.house.answer(readSeatLink, no('link_used', 'Este enlace ya se usó'))
  const page = showClaim()
  expect(await page.findByText('Este enlace ya se usó')).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  await page.user.click(page.getByRole('button', { name: 'Ir a entrar' }))
  expect(here().path).toBe(HOME)
})
