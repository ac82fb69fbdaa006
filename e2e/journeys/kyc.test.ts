import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readKyc } from '@lonja/core/kyc/kyc.contract'
import { register, tokenOf } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { deskPanel, keys, newClerk, openFirst, takeSeat } from '../desk.ts'
import { openHouse, type House } from '../house.ts'
import { picture } from '../noise.ts'
import { newPerson, type Person } from '../person.ts'

let house: House
let browser: Browser
beforeAll(async () => {
  house = await openHouse()
  browser = await startBrowser()
})
afterAll(async () => {
  await browser.close()
  await house.stop()
  house.remove()
})

/** Open this identity check in the console's queue. */
async function openIdentity(reviewer: Person): Promise<void> {
  await reviewer.goTo('/identities')
  await openFirst(reviewer)
}

async function decideNow(reviewer: Person): Promise<void> {
  await keys(reviewer, 'Control+Enter')
  await reviewer.page.getByText(reviewer.words('review', 'outcome_decided')).waitFor()
}

test('identity: submitted with a sample, one side refused by a reviewer at the console, repeated with the rest kept, passed', async () => {
  const person = await newPerson(browser, house.url, { keepsPages: true })
  const { page, context, words, goTo, faults } = person
  const say = (key: string, blanks?: Record<string, string>) => words('kyc', key, blanks)
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name })
  await goTo('/subPackages/register/register')
  await register(person, house)
  const token = await tokenOf(person)
  const kyc = async () => askFor(house.url, readKyc, {}, { token })

  // An empty form: both fields show an error, and the first has the focus.
  await goTo('/subPackages/real/real')
  await button(say('next')).click()
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(2)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  await page.getByLabel(say('firstName'), { exact: true }).fill('Nadia')
  await page.getByLabel(say('lastName'), { exact: true }).fill('Beltrán Coy')
  await button(say('next')).click()

  // A text file disguised as a picture is refused in words; a sample takes its place.
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

  // The reviewer opens both sides, and refuses one of them.
  const reviewer = await newClerk(browser, house.url, await takeSeat(house, house.links[0] ?? '', 'Papeles'))
  await openIdentity(reviewer)
  const looks = reviewer.page.getByRole('button', { name: reviewer.words('review', 'seePicture'), exact: true })
  for (const left of [1, 0]) {
    await looks.first().press('Enter')
    await expect.poll(() => looks.count()).toBe(left)
  }
  await keys(reviewer, 'r')
  await deskPanel(reviewer).getByRole('radio', { name: 'El documento no se lee' }).check()
  const side = (key: string): Locator => deskPanel(reviewer).getByRole('checkbox', { name: reviewer.words('kyc', key) })
  await side('field_back').check()
  await side('field_front').uncheck()
  await decideNow(reviewer)
  const repeat = button(new RegExp(say('repeatOne', { fields: say('back') })))
  await repeat.waitFor()
  expect((await kyc()).submission?.papers.map(({ views }) => views)).toEqual([1, 1])

  // The form opens at the document: the front and the number are kept, the back must be given again.
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

  await reviewer.page.reload()
  await openIdentity(reviewer)
  await reviewer.page
    .getByText(new RegExp(reviewer.words('kyc', 'earlier', { day: '.+', reason: 'El documento no se lee' })))
    .waitFor()
  // Nothing is passed before each picture was opened.
  await keys(reviewer, 'a', '1', 'Control+Enter')
  await reviewer.page.getByRole('alert').filter({ hasText: '2' }).waitFor()
  const see = reviewer.page.getByRole('button', { name: reviewer.words('review', 'seePicture') })
  for (let left = await see.count(); left > 0; left--) {
    await see.first().click()
    await expect.poll(() => see.count()).toBe(left - 1)
  }
  await decideNow(reviewer)
  await page.getByRole('heading', { name: say('passedTitle') }).waitFor()
  expect((await kyc()).state).toBe('passed')
  expect([faults, reviewer.faults]).toEqual([[], []])
})
