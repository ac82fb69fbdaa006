// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { beginSecondStep, readSecondStep } from '@lonja/core/accounts/second-step.contract'
import { enter } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'

const wire = withApp()

test('the first step has its button docked, and says at its field what is missing', async () => {
  wire.house.answer(readSecondStep, { setAt: null, recoveryLeft: 0 })
  enter()
  const page = await openPage('/subPackages/accounts/code')
  const password = await page.findByLabelText('Contraseña de acceso')
  const button = page.getByRole('button', { name: 'Activar' })
  expect(button.closest('[data-dock]')).toBeTruthy()
  await page.user.click(button)
  expect([password.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', password])
  expect(wire.house.asked(beginSecondStep)).toEqual([])
})
