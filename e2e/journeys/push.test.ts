import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPush } from '@lonja/core/notices/push.contract'
import type { PushMessage } from '@lonja/core/notices/push.rules'
import { register, tokenOf } from '../acts.ts'
import { startBrowser } from '../browser.ts'
import { askFor } from '../client.ts'
import { newPerson } from '../person.ts'
import { house } from '../journeys.house.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/*
 * No push service can be reached from here, so the browser's answer to a subscription is replaced. The permission
 * question, the worker's `push` event and the shown notices are the browser's own.
 */
function withPushService(): void {
  const key = 'test-push'
  const fake = (endpoint: string) => ({
    endpoint,
    toJSON: () => ({
      endpoint,
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    }),
    unsubscribe: () => {
      localStorage.removeItem(key)
      return Promise.resolve(true)
    },
  })
  const stand = {
    subscribe: () => {
      localStorage.setItem(key, `https://push.example.org/${Math.random()}`)
      return Promise.resolve(fake(localStorage.getItem(key) ?? ''))
    },
    getSubscription: () => Promise.resolve(localStorage.getItem(key) ? fake(localStorage.getItem(key) ?? '') : null),
  }
  if ('PushManager' in globalThis) Object.assign(PushManager.prototype, stand)
}

/** The browser delivers a message to the app's worker, as its push service would. */
async function deliver(cdp: CDPSession, message: PushMessage): Promise<void> {
  const registration = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const registration = registrations.find(({ isDeleted }) => !isDeleted)
      if (registration) resolve(registration.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  const data = JSON.stringify(message)
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: house.url,
    registrationId: await registration,
    data,
  })
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
  })

/** The bare browser from npm always forbids notices, so it cannot show them. */
async function canShowNotices(): Promise<boolean> {
  const context = await browser.newContext()
  try {
    await context.grantPermissions(['notifications'], { origin: house.url })
    const page = await context.newPage()
    await page.goto(house.url)
    return await page.evaluate(() => Notification.permission === 'granted')
  } finally {
    await context.close()
  }
}

test('notices on a device: asked for by a tap, shown by the worker, opened at their record, ended with the session', async ({
  skip,
}) => {
  if (!(await canShowNotices())) skip('This browser shows no notices: install Chromium, or set CHROME to its path.')
  const person = await newPerson(browser, house.url, { keepsPages: true })
  const { page, context, words, goTo, faults } = person
  const say = (key: string) => words('notices', key)
  await page.addInitScript(withPushService)
  await goTo('/subPackages/register/register')
  await register(person, house)
  const token = await tokenOf(person)
  const isOn = async () => (await askFor(house.url, readPush, {}, { token })).on

  // Before any permission: the notices page links to the question, and nothing else has asked it.
  await goTo('/subPackages/message/message')
  await page.getByRole('link', { name: say('pushWay') }).click()
  await page.getByText(say('pushAsks')).waitFor()
  expect(await page.evaluate(() => Notification.permission)).not.toBe('granted')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.grantPermissions(['notifications'], { origin: house.url })
  await page.getByRole('button', { name: say('pushTurnOn') }).dblclick()
  await page.getByRole('main').getByText(say('pushOn'), { exact: true }).waitFor()
  expect(await isOn()).toBe(true)
  await page.reload()
  await page.getByRole('main').getByText(say('pushOn'), { exact: true }).waitFor()

  // The worker shows the message; a tap opens the screen in the open window.
  const message: PushMessage = {
    id: '01a2',
    title: 'Dinero de práctica recibido: 100.000,00 €',
    body: 'Esta casa abre cada cuenta con él.',
    link: '#/subPackages/portfolio/funds?asset=EUR',
    lang: 'es-ES',
  }
  const cdp = await context.newCDPSession(page)
  await deliver(cdp, message)
  await expect.poll(() => shown(page)).toEqual([{ title: message.title, body: message.body, tag: message.id }])
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  // Evaluated inside the worker, whose globals differ from a page's.
  await worker.evaluate(`self.registration.getNotifications().then(([notification]) => {
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })`)
  await page.getByRole('heading', { name: words('portfolio', 'funds') }).waitFor()
  expect(new URL(page.url()).hash).toBe(message.link)
  expect(await shown(page)).toEqual([])

  // Turn it off and on again; it also ends with the session, here and on the server.
  await goTo('/subPackages/message/push')
  await page.getByRole('button', { name: say('pushTurnOff') }).click()
  await page.getByRole('main').getByText(say('pushOff'), { exact: true }).waitFor()
  expect(await isOn()).toBe(false)
  await page.getByRole('button', { name: say('pushTurnOn') }).click()
  await page.getByRole('main').getByText(say('pushOn'), { exact: true }).waitFor()
  await goTo('/subPackages/accounts/security')
  await page.getByRole('button', { name: words('accounts', 'logOut') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('accounts', 'logOut') })
    .click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('test-push'))).toBeNull()
  expect(faults).toEqual([])
})
