// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { changeLoginPassword } from '@lonja/core/accounts/accounts.contract'
import { newId } from '@lonja/kit/ids'
import { currentSession, expireSession } from '@lonja/kit/session'
import { enter } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'

const wire = withApp()

test('a change of the password goes on with its new token, though the old one has expired meanwhile', async () => {
  enter()
  const before = currentSession()
  wire.house.answer(changeLoginPassword, () => {
    expireSession(before?.token ?? null) // The stream hears first that the old session has ended.
    return { sessionsEnded: 2, token: 'renewed', userId: newId<'customer'>(), expiresAt: 0 }
  })
  const page = await openPage('/subPackages/loginPwd/index')
  await page.user.type(page.getByLabelText('Contraseña actual'), 'la de antes')
  await page.user.type(page.getByLabelText('Contraseña nueva'), 'lonja1')
  expect(page.getByText('Ni tu teléfono, ni Lonja, ni caracteres repetidos o seguidos')).toBeTruthy()
  await page.user.clear(page.getByLabelText('Contraseña nueva'))
  await page.user.type(page.getByLabelText('Contraseña nueva'), 'nutria marisma')
  await page.user.type(page.getByLabelText(/Repite|Repetir/), 'nutria marisma')
  await page.user.click(page.getByRole('button', { name: /Cambiar/ }))
  await expect.poll(() => currentSession()?.token).toBe('renewed')
  expect(localStorage.getItem('token')).toBe('renewed')
})
