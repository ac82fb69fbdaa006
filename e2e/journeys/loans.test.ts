import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { formatAmount } from '@lonja/core/base/formats'
import { listLoans, readLoan, readLoanTerms } from '@lonja/core/loans/loans.contract'
import { LOAN_TERMS, nightOf } from '@lonja/core/loans/schedule.rules'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { expectAccessible, expectEveryCent } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { openClockedHouse, type ClockedHouse } from '../clock.ts'
import { newCustomer, type Customer } from '../customers.ts'
import { approveFirst, keys, newClerk, openFirst, signInAgain, takeSeat, type Seat } from '../desk.ts'
import { newPerson, PASSWORD, signInAs, type Person } from '../person.ts'
import { addPapers, NAME } from '../scenes.money.ts'

/**
 * The whole way of a loan: an application that is refused, one that two people pay out, its interest by night, a repayment in
 * part and one of the rest.
 */

const DAY_MS = 24 * 3_600_000
/** A machine that does much else takes long over each day. */
const BUSY_MS = 300_000
const LOAN = '/subPackages/home/loan/loan'
const RECORDS = '/subPackages/home/loan/record'
const AMOUNT = 100_000_00n
const PART = 30_000_00n
const NIGHTS = 4
/** The number of the papers that pass the identity check, which are the first of this process. */
const NUMBER = '12345678Z'

let browser: Browser
let house: ClockedHouse
let customer: Customer
let person: Person
let one: Person
let two: Person
let seats: Seat[]
let id: string

beforeAll(async () => {
  browser = await startBrowser()
  house = await openClockedHouse()
  customer = await newCustomer(house)
  seats = [await takeSeat(house, house.links[0] ?? '', 'Una'), await takeSeat(house, house.links[1] ?? '', 'Otra')]
  person = await newPerson(browser, house.url)
  await signInAs(person, customer)
  one = await newClerk(browser, house.url, seats[0]!)
  two = await newClerk(browser, house.url, seats[1]!)
}, BUSY_MS)
afterAll(async () => {
  await browser.close()
  await house.stop()
  house.remove()
})

const see = (where: Locator): Promise<void> => where.locator('visible=true').first().waitFor()
const inEuros = (units: bigint): string => formatAmount(eur(units), 'tur')
const loans = async (list: 'loans' | 'applications' | 'repayments') =>
  askFor(house.url, listLoans, { list }, { token: customer.token })
const loanOf = async (id: string) => askFor(house.url, readLoan, { id }, { token: customer.token })

/** Another day: the sessions of the day before have ended, and the phone has the time of the house. */
async function comeBack(): Promise<void> {
  expect(person.faults).toEqual([])
  await person.context.close()
  const { token } = await askFor(house.url, logIn, { phone: customer.phone, password: PASSWORD })
  customer = { ...customer, token }
  person = await newPerson(browser, house.url)
  await person.context.addInitScript((ahead) => {
    const wall = Date.now
    Date.now = () => wall() + ahead
  }, house.now() - Date.now())
  await signInAs(person, customer)
  for (const clerk of [one, two]) await clerk.context.close()
  const again = seats.map((seat) => signInAgain(house, seat, house.now() - Date.now()))
  const [first, second] = await Promise.all(again)
  one = await newClerk(browser, house.url, first!)
  two = await newClerk(browser, house.url, second!)
}

/** Reads the agreement to its end and agrees. */
async function agree(): Promise<void> {
  const { page, words } = person
  const text = page.getByRole('main').getByRole('region', { name: words('loans', 'agreement') })
  await text.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await page.getByRole('checkbox').check()
}

test('without an identity check the page says what is missing, and leads there', async () => {
  const { page, words, goTo } = person
  await goTo('/')
  await page.getByRole('link', { name: new RegExp(words('discover', 'entryLoanFact')) }).click()
  await see(page.getByText(words('loans', 'lacksIdentity')))
  await expectAccessible(person)
  await page.getByRole('link', { name: words('loans', 'toIdentity') }).click()
  await page.waitForURL(/subPackages\/real\/real/)
  await addPapers({ house, one: seats[0]!, two: seats[1]! }, customer, 'approve')
})

test('an application says its cost first, is drawn with a finger, and is refused with a reason', async () => {
  const { page, words, goTo } = person
  await goTo(LOAN)
  const say = (key: string, blanks?: Record<string, string>) => words('loans', key, blanks)
  const night = nightOf(AMOUNT, LOAN_TERMS[1])
  await see(page.getByText(say('costs', { cost: inEuros(night * 365n) })))
  await expectAccessible(person)
  await page.getByRole('button', { name: new RegExp(`^${say('next')}`) }).click()

  // Every field that is missing is said at once; the first has the focus. A blank number is that of the verified document.
  await page.getByRole('button', { name: new RegExp(`^${say('next')}`) }).click()
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(2)
  await expectAccessible(person)
  await page.getByLabel(say('number'), { exact: true }).fill('XK550011')
  await page.getByLabel(say('address'), { exact: true }).fill('Gran Vía 12, 48001 Bilbao')
  await page.getByLabel(say('email'), { exact: true }).fill('marta@ejemplo.es')
  await page.getByRole('button', { name: new RegExp(`^${say('next')}`) }).click()

  // Nothing is sent before the agreement is read and the pad is signed.
  const sign = page.getByRole('button', { name: say('signAndApply', { amount: inEuros(AMOUNT) }) })
  await sign.click()
  await see(page.getByText(say('agreeFirst')))
  await expectAccessible(person)
  await agree()
  const pad = page.getByRole('img', { name: say('padEmpty') })
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox())!
  await page.mouse.move(box.x + 40, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 30, { steps: 8 })
  await page.mouse.up()
  await see(page.getByRole('img', { name: say('padSigned') }))
  await sign.dblclick()
  await see(page.getByText(say('done'), { exact: true }))
  const { loans: rows } = await loans('applications')
  expect(rows.map(({ amount, state }) => [amount.units, state])).toEqual([[AMOUNT, 'pending']])
  await see(page.getByText(say('state_pending'), { exact: true }))
  await expectAccessible(person)

  await one.goTo('/loans')
  await openFirst(one)
  await one.page.getByRole('button', { name: one.words('review', 'seePicture'), exact: true }).click()
  await see(
    one.page.getByRole('img', { name: one.words('review', 'pictureOf', { label: one.words('loans', 'drawn') }) }),
  )
  // The number of the document is another one than that of the identity check.
  await see(one.page.getByText(one.words('loans', 'check_number_matches')))
  await keys(one, 'r', '2', 'Control+Enter')
  await see(one.page.getByText(one.words('review', 'outcome_needs_second')))
  await two.goTo('/loans')
  await openFirst(two)
  await keys(two, 'r', '2', 'Control+Enter')
  await see(two.page.getByText(two.words('review', 'outcome_decided')))
  await see(page.getByText(say('state_refused'), { exact: true }))
  expect((await loans('loans')).loans).toEqual([])
  await expectEveryCent(house.url, customer.token)
})

test('a second application is signed by a typed name, and two people pay it out', async () => {
  const { page, words } = person
  const say = (key: string, blanks?: Record<string, string>) => words('loans', key, blanks)
  const { free } = (await askFor(house.url, readFigures, {}, { token: customer.token })).display
  await page.getByRole('link', { name: say('reapply'), exact: true }).click()
  await page.getByRole('button', { name: new RegExp(`^${say('next')}`) }).click()
  await page.getByLabel(say('number'), { exact: true }).fill(NUMBER)
  await page.getByLabel(say('address'), { exact: true }).fill('Gran Vía 12, 48001 Bilbao')
  await page.getByLabel(say('email'), { exact: true }).fill('marta@ejemplo.es')
  await page.getByRole('button', { name: new RegExp(`^${say('next')}`) }).click()
  await agree()
  await page.getByRole('radio', { name: say('type') }).check()
  const name = page.getByLabel(say('signedName'), { exact: true })
  await name.fill('Marta Ibáñez')
  await name.press('Enter')
  await see(page.getByText(say('nameDiffers')))
  await name.fill(`${NAME.firstName} ${NAME.lastName}`)
  await see(page.getByText(say('nameMatches')))
  await name.press('Enter')
  await see(page.getByText(say('state_pending'), { exact: true }))

  // The queues of both show the application before it until they are read again.
  const [application] = (await loans('applications')).loans
  for (const clerk of [one, two]) {
    await clerk.goTo('/today')
    await clerk.goTo('/loans')
    await see(clerk.page.getByRole('link', { name: new RegExp(application!.number) }))
  }
  await openFirst(one)
  await keys(one, 'a', '1', 'Control+Enter')
  await see(one.page.getByText(one.words('review', 'outcome_needs_second')))
  await approveFirst(two, '/loans')
  await see(page.getByText(say('owedToday'), { exact: true }))
  const { loans: rows } = await loans('loans')
  expect(rows.map(({ principal, interest, state }) => [principal, interest, state])).toEqual([[AMOUNT, 0n, 'paid_out']])
  id = rows[0]!.id
  expect((await askFor(house.url, readFigures, {}, { token: customer.token })).display.free).toBe(free + AMOUNT)
  await expectEveryCent(house.url, customer.token)
  expect([one.faults, two.faults]).toEqual([[], []])
})

test(
  'each night adds its interest, and a repayment in part is booked as of its day',
  { timeout: BUSY_MS },
  async () => {
    await house.passTo(house.now() + NIGHTS * DAY_MS)
    await comeBack()
    const night = nightOf(AMOUNT, LOAN_TERMS[1])
    await expect.poll(async () => (await loanOf(id)).interest, { timeout: 60_000 }).toBe(night * BigInt(NIGHTS))
    const { page, words, goTo } = person
    const say = (key: string, blanks?: Record<string, string>) => words('loans', key, blanks)
    await goTo(`${RECORDS}?id=${id}`)
    const owed = AMOUNT + night * BigInt(NIGHTS)
    await see(page.getByText(inEuros(owed), { exact: true }))
    await see(page.getByText(say('step_interest_other', { count: String(NIGHTS) })))
    await expectAccessible(person)

    await page.getByRole('button', { name: new RegExp(`^${say('repay')}`) }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel(say('repayment'), { exact: true }).fill('30000')
    await see(sheet.getByText(inEuros(owed - PART)))
    await expectAccessible(person)
    await sheet.locator('[data-look=filled]').dblclick()
    await see(page.getByText(say('repayDone'), { exact: true }))
    await see(page.getByText(say('repaymentOf', { amount: inEuros(PART) })))
    expect((await loanOf(id)).principal).toBe(AMOUNT)

    await approveFirst(one, '/loan-repayments')
    await see(page.getByText(inEuros(owed - PART), { exact: true }))
    // It pays the interest first, and then the loan.
    const { principal, interest } = await loanOf(id)
    expect([principal, interest]).toEqual([owed - PART, 0n])
    expect((await loans('repayments')).repayments.map(({ state }) => state)).toEqual(['booked'])
    await expectEveryCent(house.url, customer.token)
  },
)

test('the rest is repaid, and no debt is left', async () => {
  const { page, words, goTo } = person
  const say = (key: string, blanks?: Record<string, string>) => words('loans', key, blanks)
  await goTo(`${RECORDS}?id=${id}`)
  await page.getByRole('button', { name: new RegExp(`^${say('repay')}`) }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: say('all'), exact: true }).click()
  await sheet.locator('[data-look=filled]').click()
  await see(page.getByText(say('cancelRepayment')))
  await approveFirst(two, '/loan-repayments')
  await see(page.getByText(say('state_repaid'), { exact: true }))
  expect((await askFor(house.url, readLoanTerms, {}, { token: customer.token })).owed).toBe(0n)
  const { lent, owed } = (await askFor(house.url, readFigures, {}, { token: customer.token })).display
  expect([lent, owed]).toEqual([0n, 0n])
  // The agreement as it was signed can be opened for ever.
  await page.getByRole('button', { name: say('openAgreement'), exact: true }).click()
  const { agreement } = await loanOf(id)
  await see(page.getByText(say('wholeHash', { hash: agreement.sha256 })))
  await expectEveryCent(house.url, customer.token)
  expect(person.faults).toEqual([])
})
