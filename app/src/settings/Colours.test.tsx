// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { changeRise } from '@lonja/kit/session'
import { openPage, withApp } from '../screens.testing.tsx'

withApp()
afterEach(() => changeRise('green'))

const rise = () => document.documentElement.dataset['rise']

test('rises are green until a person chooses red; the device keeps the choice, and the figures keep their signs', async () => {
  const page = await openPage('/subPackages/settings/language')
  const red = await page.findByRole<HTMLInputElement>('radio', { name: 'Rojo' })
  expect([red.checked, rise()]).toEqual([false, undefined])
  await page.user.click(red)
  expect([red.checked, rise(), localStorage.getItem('rise')]).toEqual([true, 'red', 'red'])
  expect([page.getByText('+1,15%').className, page.getByText('-0,85%').className]).toEqual([
    expect.stringContaining('gain'),
    expect.stringContaining('loss'),
  ])
  await page.user.click(page.getByRole('radio', { name: 'Verde' }))
  expect([rise(), localStorage.getItem('rise')]).toEqual([undefined, 'green'])
})
