// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { readThread } from '@lonja/core/support/thread.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, show } from '@lonja/kit/screens.testing'
import { changeTextSize } from '@lonja/kit/session'
import { changeLanguage, language } from '@lonja/kit/text'
import { profile } from '../accounts/profile.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'
import { Own } from './Own.tsx'

const wire = withApp()

const looks = () => [language(), localStorage.getItem('textSize')]

describe('the language and the text size of a customer with another device', () => {
  beforeEach(() => {
    wire.house.answer(readProfile, profile({ language: 'fr', textSize: 150 }))
    wire.house.answer(listNotices, no('unavailable', 'Ahora no'))
    wire.house.answer(readThread, no('unavailable', 'Ahora no'))
    enter()
  })
  afterEach(async () => {
    changeTextSize(100)
    await changeLanguage('tur')
  })

  test('are used on a device without a choice', async () => {
    await changeLanguage('tur')
    localStorage.removeItem('lang')
    localStorage.removeItem('textSize')
    show(<Own />)
    await expect.poll(looks).toEqual(['fr', '150'])
  })

  test('change nothing on a device with a choice, and the setting says so', async () => {
    changeTextSize(125)
    const page = await openPage('/subPackages/settings/language')
    show(<Own />)
    await expect.poll(() => wire.house.asked(listNotices)).not.toEqual([])
    await page.findByRole('heading', { name: 'Idioma y aspecto' })
    await expect.poll(() => localStorage.getItem('userInfo')).toContain('"textSize":150')
    expect(looks()).toEqual(['tur', '125'])
    expect(page.getByText(/^El idioma, el tamaño y los colores son de este dispositivo/)).toBeTruthy()
  })
})
