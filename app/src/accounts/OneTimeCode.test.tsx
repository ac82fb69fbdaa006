// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { beginSecondStep, makeRecoveryCodes, readSecondStep } from '@lonja/core/accounts/second-step.contract'
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

test.each([
  [true, 'Copiado'],
  [false, 'No se ha podido copiar. Está seleccionado: cópialo a mano.'],
])('recovery codes are copied (%s), and a copy that fails is told: %s', async (copies, message) => {
  wire.house.answer(readSecondStep, { setAt: 1, recoveryLeft: 3 })
  wire.house.answer(makeRecoveryCodes, { recovery: ['AAAA-BBBB', 'CCCC-DDDD'] })
  enter()
  const page = await openPage('/subPackages/accounts/code')
  const [code] = await page.findAllByLabelText('Código')
  await page.write(code!, '123456')
  await page.user.click(page.getByRole('button', { name: 'Diez códigos nuevos' }))
  await page.findByText('CCCC-DDDD')
  const written = vi.spyOn(navigator.clipboard, 'writeText')
  if (!copies) {
    written.mockRejectedValue(new Error('no'))
    document.execCommand = () => false
  }
  await page.user.click(page.getByRole('button', { name: 'Copiar' }))
  await expect.poll(() => wire.toasts).toEqual([message])
  expect(written).toHaveBeenCalledWith('AAAA-BBBB\nCCCC-DDDD')
  if (!copies) expect(getSelection()?.toString()).toContain('AAAA-BBBB')
})
