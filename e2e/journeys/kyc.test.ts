import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readKyc } from '@lonja/core/kyc/kyc.contract'
import { decideKyc, openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { viewPicture } from '@lonja/core/pictures/pictures.staff.contract'
import { register, tokenOf } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { takeSeat } from '../desk.ts'
import { picture } from '../noise.ts'
import { newPerson } from '../person.ts'

const house = inject('house')

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

test('identity: submitted with a sample, one side refused by a seat, repeated with the rest kept, passed', async () => {
  const person = await newPerson(browser, house.url)
  const { page, context, words, goTo, faults } = person
  const say = (key: string, blanks?: Record<string, string>) => words('kyc', key, blanks)
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name })
  await goTo('/subPackages/register/register')
  await register(person, house)
  const token = await tokenOf(person)
  const kyc = async () => askFor(house.url, readKyc, {}, { token })

  // Nothing typed: both fields say so, and the first has the focus.
  await goTo('/subPackages/real/real')
  await button(say('next')).click()
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(2)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  await page.getByLabel(say('firstName'), { exact: true }).fill('Nadia')
  await page.getByLabel(say('lastName'), { exact: true }).fill('Beltrán Coy')
  await button(say('next')).click()

  // A text in the dress of a picture is refused in words; a sample takes its place.
  const file = { name: 'front.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await page.locator('input[data-pictures]').first().setInputFiles(file)
  await page
    .getByText(/JPEG, PNG o WebP que se abra/)
    .first()
    .waitFor()
  await context.setOffline(true)
  await page
    .locator('input[data-pictures]')
    .first()
    .setInputFiles({ ...file, buffer: picture() })
  const again = button(words('pictures', 'again'))
  await again.waitFor()
  await context.setOffline(false)
  await again.click()
  await page.getByText(words('pictures', 'sent'), { exact: true }).waitFor()
  await button(say('makeSample')).click()
  await expect
    .poll(() => page.getByText(words('pictures', 'sent'), { exact: true }).count(), { timeout: 30_000 })
    .toBe(2)
  await button(say('next')).click()
  await page.getByText(say('withSample')).waitFor()
  await button(new RegExp(`^${say('send')}`)).dblclick()
  await page.getByRole('heading', { name: say('submittedTitle') }).waitFor()

  // A seat looks, and refuses one side.
  const seat = await takeSeat(house, house.links[0] ?? '', 'Papeles')
  const customer = (await page.evaluate(() => localStorage.getItem('userId'))) ?? ''
  const decide = async (more: { opinion: 'approve' | 'refuse'; reason: string; repeat: ('front' | 'back')[] }) => {
    const id = (await kyc()).submission?.id ?? ''
    const { seen, papers } = await askFor(house.url, openKyc, { id }, { token: seat.token })
    for (const paper of papers) await askFor(house.url, viewPicture, { customer, id: paper.id }, { token: seat.token })
    await askFor(house.url, decideKyc, { id, seen, ...more }, { token: seat.token })
  }
  await decide({ opinion: 'refuse', reason: 'paper_unreadable', repeat: ['back'] })
  const repeat = button(new RegExp(say('repeatOne', { fields: say('back') })))
  await repeat.waitFor()
  expect((await kyc()).submission?.papers.map(({ views }) => views)).toEqual([1, 1])

  // The form opens at the document: the front and the number are kept, the back is asked for.
  await repeat.click()
  await page.getByText(say('kept'), { exact: true }).waitFor()
  await page.getByText(say('samePicture')).waitFor()
  await page.getByRole('img', { name: say('preview', { side: say('front') }) }).waitFor()
  await page
    .getByRole('group', { name: say('back') })
    .locator('input[data-pictures]')
    .first()
    .setInputFiles({ ...file, buffer: picture() })
  await page.getByText(words('pictures', 'sent'), { exact: true }).waitFor()
  await button(say('next')).click()
  await button(new RegExp(`^${say('send')}`)).click()
  await page.getByRole('heading', { name: say('submittedTitle') }).waitFor()

  await decide({ opinion: 'approve', reason: 'papers_match', repeat: [] })
  await page.getByRole('heading', { name: say('passedTitle') }).waitFor()
  expect((await kyc()).state).toBe('passed')
  expect(faults).toEqual([])
})
