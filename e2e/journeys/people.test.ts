import { readFileSync } from 'node:fs'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { recordNumber } from '@lonja/core/base/numbers'
import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import { readWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { expectEveryCent } from '../acts.ts'
import { axeFindings } from '../axe.ts'
import { startBrowser } from '../browser.ts'
import { askFor, newId } from '../client.ts'
import { newCustomer, type Customer } from '../customers.ts'
import { codeOf, deskPanel, keys, newClerk, newPayee, openFirst, takeSeat, withdraw, write } from '../desk.ts'
import { openHouse, type House } from '../house.ts'
import { picture } from '../noise.ts'
import { PASSWORD, newPerson, signInAs, type Person } from '../person.ts'

/*
 * A customer with a phone and two people at the console, each in their own window, in one house: each sees the others'
 * acts at once, without a reload.
 */

let house: House
let browser: Browser
let customer: Customer
let person: Person
let one: Person
let two: Person
let payee: string
beforeAll(async () => {
  house = await openHouse({ settings: { PAYEE_WAIT_HOURS: '0', WITHDRAWAL_SEND_SECONDS: '0' } })
  browser = await startBrowser()
  customer = await newCustomer(house)
  payee = await newPayee(house, customer, 'Marta Ibáñez Soler')
  person = await newPerson(browser, house.url)
  await signInAs(person, customer)
  one = await newClerk(browser, house.url, await takeSeat(house, house.links[0] ?? '', 'Caja'))
  two = await newClerk(browser, house.url, await takeSeat(house, house.links[1] ?? '', 'Revisión'))
})
afterAll(async () => {
  await browser.close()
  await house.stop()
  house.remove()
})

/** The place of an element, once two readings agree: more of its page may come above it. */
async function restingBox(of: Locator) {
  let last = await of.boundingBox()
  await expect
    .poll(
      async () => {
        const before = JSON.stringify(last)
        last = await of.boundingBox()
        return JSON.stringify(last) === before
      },
      { interval: 300 },
    )
    .toBe(true)
  return last
}

const shown = ({ page }: Person, text: string | RegExp) =>
  page.getByText(text).locator('visible=true').first().waitFor()
const seeText = (who: Person, key: string, blanks?: Record<string, string>) =>
  shown(who, who.words('review', key, blanks))

/** Open a withdrawal by the queue's search, with its whole number. */
async function find(who: Person, number: string): Promise<void> {
  await who.goTo('/withdrawals')
  // The previous page stays until this one has loaded.
  await who.page.getByRole('heading', { level: 1, name: who.words('withdrawals', 'title') }).waitFor()
  await write(who, '/', number)
  await who.page.locator('main ul a').filter({ hasText: number }).waitFor()
  await keys(who, 'Enter')
  await who.page.getByRole('heading', { name: who.words('review', 'decision') }).waitFor()
}

test('coins are told of on the phone, credited at the console, and seen where the customer stands, down to the entry', async () => {
  const { page, words, goTo } = person
  await one.goTo('/deposits')
  await seeText(one, 'nothingWaits')
  await goTo('/subPackages/recharge/recharge?type=crypto')
  await page.getByLabel(words('deposits', 'amount'), { exact: true }).fill('200')
  await page.getByLabel(words('deposits', 'hash'), { exact: true }).fill(`0x${newId().replaceAll('-', '').repeat(2)}`)
  await page.getByRole('button', { name: new RegExp(`^${words('deposits', 'send')}`) }).click()
  await shown(person, words('deposits', 'pending'))

  // If the count beside the queue's name says that one waits, the list must not be empty.
  const waiting = one.words('review', 'waiting_one')
  await one.page.getByRole('navigation').getByTitle(waiting).locator('visible=true').waitFor()
  await one.page.locator('main ul a').first().waitFor()
  await openFirst(one)
  expect(await axeFindings(one.page)).toEqual([])
  await shown(person, words('deposits', 'inReview'))
  await keys(one, 'a', '1', 'Control+Enter')
  await seeText(one, 'outcome_decided')

  await shown(person, words('deposits', 'seat', { number: '1' }))
  await page.getByRole('link', { name: words('deposits', 'seeEntries') }).click()
  const entry = page.getByRole('button', { name: new RegExp(words('portfolio', 'entry_deposit')) })
  await entry.click()
  await shown(person, words('portfolio', 'account_deposits'))
  await expectEveryCent(house.url, customer.token)
})

test('the address of no deposit of one’s own says so and leads to those that are; there is nothing to try again', async () => {
  const { page, words, goTo } = person
  for (const id of ['abc', newId()]) {
    await goTo(`/subPackages/recharge/record?id=${id}`)
    await shown(person, words('deposits', 'unknown'))
    expect(await page.getByRole('button', { name: words('parts', 'retry') }).count()).toBe(0)
  }
  await page.getByRole('link', { name: words('deposits', 'toRecords') }).click()
  await shown(person, words('deposits', 'credited'))
})

test('a withdrawal is refused by two people and its hold released: the customer reads the reason, the role and the seat', async () => {
  const id = await withdraw(house, customer, payee, eur(1_500_00n))
  const number = recordNumber(withdrawalReview, id)
  await person.goTo(`/subPackages/withdraw/record?id=${id}`)
  await shown(person, person.words('withdrawals', 'pending'))

  await find(one, number)
  // The content that a choice reveals is below it, so that the choice does not move under the pointer.
  const choice = deskPanel(one).getByRole('group').first()
  const at = await restingBox(choice)
  await keys(one, 'r')
  await seeText(one, 'twoPeople')
  await expect.poll(() => choice.boundingBox()).toEqual(at)
  await keys(one, '1', 'Control+Enter')
  await seeText(one, 'outcome_needs_second')
  // The same person may view it again, and nothing else.
  await find(one, number)
  await seeText(one, 'look_same_person')
  await expect.poll(() => deskPanel(one).getByRole('group').count()).toBe(0)

  await find(two, number)
  const caja = two.words('staff', 'seatNamed', { number: '1', name: 'Caja' })
  await seeText(two, 'proposes_refuse', { seat: caja })
  // Nothing is preselected for the second person.
  expect(await deskPanel(two).getByRole('radio', { checked: true }).count()).toBe(0)
  await keys(two, 'r', '1', 'Control+Enter')
  await seeText(two, 'outcome_decided')

  const { words } = person
  const { reason, steps } = await askFor(house.url, readWithdrawal, { id }, { token: customer.token })
  await shown(person, reason?.title ?? 'a reason')
  const seat = words('withdrawals', 'seat', { role: words('withdrawals', 'roleTreasurer'), number: '2' })
  await shown(person, new RegExp(`${seat}.* · ${words('withdrawals', 'secondPerson')}`))
  await shown(person, new RegExp(words('withdrawals', 'availableAgain')))
  expect(steps.some(({ step }) => step === 'released')).toBe(true)
  await expectEveryCent(house.url, customer.token)
})

test('above the limit two people decide: they disagree, each sees both reasons, they agree, and it is sent', async () => {
  const id = await withdraw(house, customer, payee, eur(12_000_00n))
  const number = recordNumber(withdrawalReview, id)
  await person.goTo(`/subPackages/withdraw/record?id=${id}`)
  await find(one, number)
  await keys(one, 'a', '1')
  await seeText(one, 'youPropose_approve')
  await keys(one, 'Control+Enter')
  await seeText(one, 'outcome_needs_second')
  await find(two, number)
  await keys(two, 'd', '2', 'Control+Enter')
  await seeText(two, 'outcome_disagreed')

  await find(two, number)
  await seeText(two, 'haveDisagreed')
  const caja = two.words('staff', 'seatNamed', { number: '1', name: 'Caja' })
  await seeText(two, 'opined_approve', { seat: caja })
  await seeText(two, 'opined_refuse', { seat: two.words('staff', 'seatNamed', { number: '2', name: 'Revisión' }) })
  await keys(two, 'a', '1', 'Control+Enter')
  await seeText(two, 'outcome_needs_second')
  await find(one, number)
  await keys(one, 'a', '2', 'Control+Enter')
  await seeText(one, 'outcome_decided')
  await shown(person, person.words('withdrawals', 'sent'))
  await expectEveryCent(house.url, customer.token)
})

test('what staff saw and decided stands in the customer’s own activity, by role and seat', async () => {
  const { words, goTo, page } = person
  await goTo('/subPackages/accounts/activity')
  await shown(person, words('accounts', 'act_viewed_withdrawal'))
  const what = words('accounts', 'kind_withdrawal')
  for (const opinion of ['opinion_first_refuse', 'opinion_refuse', 'opinion_disagreed', 'opinion_approve'])
    await shown(person, words('accounts', opinion, { what }))
  for (const seat of ['1', '2'])
    await shown(person, new RegExp(words('accounts', 'bySeat', { role: words('accounts', 'role_treasurer'), seat })))
  expect(await page.getByText('Caja').count()).toBe(0)

  // The console shows the same acts as sentences, and its foot shows the end of the seat's own chain.
  await one.goTo('/audit')
  await shown(one, new RegExp(one.words('audit', 'act_judged_withdrawal')))
  await keys(one, 'ArrowDown', 'c')
  await shown(one, one.words('audit', 'whole'))
  await one.page.getByText(/^Registro del puesto 1: …[0-9a-f]{6}/).waitFor()
  expect(await axeFindings(one.page)).toEqual([])
})

test('support: a message with a picture, an answer, read marks on both sides, closed, and five of five', async () => {
  const { page, words, goTo } = person
  await goTo('/subPackages/support/thread')
  const text = '¿Por qué <b>no</b> llegó?'
  await page.getByLabel(words('support', 'message'), { exact: true }).fill(text)
  await page.getByRole('button', { name: words('support', 'addPictures') }).click()
  const file = { name: 'recibo.png', mimeType: 'image/png', buffer: picture() }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await shown(person, words('pictures', 'sent'))
  await page.getByRole('button', { name: words('support', 'send'), exact: true }).click()
  await shown(person, text)

  await one.goTo('/conversations')
  await one.page.locator('main ul a').first().waitFor()
  await keys(one, 'ArrowDown', 'Enter')
  await one.page.getByRole('log').getByText(text).waitFor()
  await one.page.getByRole('button', { name: one.words('support', 'seePicture') }).click()
  await one.page.getByRole('img', { name: one.words('support', 'picture') }).waitFor()
  expect(await axeFindings(one.page)).toEqual([])
  await shown(person, words('support', 'viewed_picture', { seat: '1' }))
  await shown(person, words('support', 'read'))
  await one.goTo(new URL(one.page.url()).hash.slice(1))
  await write(one, 'n', 'Llegó hoy.')
  await keys(one, 'Control+Enter')
  await shown(person, 'Llegó hoy.')
  await one.page
    .getByText(new RegExp(` · ${one.words('support', 'read')}`))
    .first()
    .waitFor()

  await keys(one, 'Escape')
  await one.page.getByRole('button', { name: new RegExp(`^${one.words('support', 'close')}`) }).click()
  await one.page
    .getByRole('dialog')
    .getByRole('button', { name: one.words('support', 'close'), exact: true })
    .click()
  const five = { rating: '5', most: '5' }
  await page
    .locator('label')
    .filter({ hasText: words('support', 'stars', five) })
    .click()
  await page.getByRole('button', { name: words('support', 'rateWith', five) }).click()
  await shown(person, words('support', 'rated', { rating: '5' }))
})

test('the month is saved as a document and as a table, and a one-time code guards the next log-in', async () => {
  const { page, words, goTo } = person
  await goTo('/subPackages/portfolio/statements')
  await page.getByRole('button', { expanded: false }).locator('visible=true').first().click()
  const save = async (format: string): Promise<Buffer> => {
    const button = page.getByRole('button', { name: words('portfolio', 'statementSave', { format }) })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    return readFileSync(await download.path())
  }
  expect((await save('PDF')).subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByRole('radio', { name: words('portfolio', 'statementCsv') }).click()
  expect((await save('CSV')).toString('utf8')).toContain('12000')

  await goTo('/subPackages/accounts/code')
  await page.getByLabel(words('accounts', 'loginPassword'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: words('accounts', 'codeBegin'), exact: true }).click()
  const secret = ((await page.locator('main code').first().textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel(words('accounts', 'code'), { exact: true }).fill(codeOf(secret))
  await page.getByRole('button', { name: words('accounts', 'codeConfirm') }).click()
  await page.getByRole('button', { name: words('accounts', 'recoveryDone') }).click()

  const later = await newPerson(browser, house.url)
  await later.goTo('/subPackages/login/login')
  await later.page.getByLabel(words('accounts', 'phone'), { exact: true }).fill(customer.phone)
  await later.page.getByLabel(words('accounts', 'password'), { exact: true }).fill(PASSWORD)
  await later.page.getByRole('button', { name: words('accounts', 'logIn'), exact: true }).click()
  await later.page.getByRole('heading', { name: words('accounts', 'codeStepTitle') }).waitFor()
  await later.page.getByLabel(words('accounts', 'code'), { exact: true }).fill(codeOf(secret, 1))
  await later.page.getByRole('button', { name: words('accounts', 'codeFinish'), exact: true }).click()
  await later.page.getByRole('region', { name: words('discover', 'total') }).waitFor()
  expect([person.faults, one.faults, two.faults, later.faults]).toEqual([[], [], [], []])
})

test('an online deposit is one tap from the practice checkout, is confirmed there, and found again in the app', async () => {
  const { page, words, goTo } = person
  await goTo('/subPackages/recharge/recharge?type=online')
  const amount = page.getByLabel(words('deposits', 'amount'), { exact: true })
  // An amount that is too small is reported at the field, before there is a checkout.
  await amount.fill('1')
  await amount.press('Enter')
  await page.locator('input[aria-invalid=true]').locator('visible=true').waitFor()
  await amount.fill('50')
  await page.locator('[data-dock] button').locator('visible=true').click()
  await page.locator('form[action*="checkout/"] button').click()
  await shown(person, words('deposits', 'pending'))
  // The way back is a page of the app, never the spent link.
  await page.goBack()
  await page.waitForFunction(() => document.querySelector('[data-page]') !== null)
  await expect.poll(() => page.url()).toMatch(/#\/subPackages\/recharge\//)
})
