import type { Browser, Page } from 'playwright-core'
import type { Language } from '@lonja/core/base/language'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { listNews } from '@lonja/core/news/news.contract'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { addBankCard, addWallet } from '@lonja/core/payees/payees.contract'
import { sendMessage } from '@lonja/core/support/thread.contract'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { askFor, newId } from './client.ts'
import { newCustomer, newTrader, type Customer } from './customers.ts'
import type { Welcome } from './house.ts'
import { newPerson, type Person } from './person.ts'
import { offerFont, wearFont, type Font } from './pictures.font.ts'
import type { Shown, State } from './pictures.screens.ts'
import type { Words } from './words.ts'

/** A house with somebody who has nothing and somebody who has traded: every screen can be seen in every state. */
export interface Scene {
  readonly house: Welcome
  readonly browser: Browser
  readonly nobody: Customer
  readonly trader: Customer
  readonly fillIn: (path: string) => string
  /** A Chinese font, where the machine has none. */
  readonly font: Font | null
}

export async function sceneOf(house: Welcome, browser: Browser, font: Font | null = null): Promise<Scene> {
  const [nobody, trader] = [await newCustomer(house), await newTrader(house)]
  await addPayees(house, trader)
  const deposit = await addDeposit(house, trader)
  await writeToSupport(house, trader)
  const shares = await askFor(house.url, listInstruments, { list: 'active', venue: 'XMAD', limit: 1 })
  const indices = await askFor(house.url, listInstruments, { list: 'indices', limit: 1 })
  const { rows } = await askFor(house.url, listOrders, { which: 'filled' }, { token: trader.token })
  const open = await askFor(house.url, listOrders, { which: 'open' }, { token: trader.token })
  const news = await firstNews(house)
  const names: Readonly<Record<string, string | undefined>> = {
    share: shares.listing[0],
    index: indices.listing[0],
    order: rows[0]?.id,
    open: open.rows[0]?.id,
    deposit,
    news,
  }
  const fillIn = (path: string): string => path.replace(/\{(\w+)\}/g, (_blank, name: string) => names[name] ?? '')
  return { house, browser, nobody, trader, fillIn, font }
}

/** Coins that are said to be on their way. */
async function addDeposit({ url }: Welcome, { token }: Customer): Promise<string> {
  const id = newId()
  const sent = { currency: 'USDC', chain: 'polygon', amount: 200_000_000_000n, cash: 'EUR' } as const
  await askFor(url, submitDeposit, { id, ...sent, hash: `0x${newId().replaceAll('-', '').repeat(2)}` }, { token })
  return id
}

/** Two messages that wait for an answer. */
async function writeToSupport({ url }: Welcome, { token }: Customer): Promise<void> {
  const texts = [
    'Hola. Me han rechazado la retirada porque el titular no coincide.\n¿Cómo la pido bien?',
    '¿La puedo usar hoy?',
  ]
  for (const text of texts) await askFor(url, sendMessage, { id: newId(), text, pictures: [] }, { token })
}

/** A wallet and two bank cards, of which names are long. */
async function addPayees({ url }: Welcome, { token }: Customer): Promise<void> {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  await askFor(url, addWallet, { id: newId(), currency: 'USDC', chain: 'polygon', address }, { token })
  const cards = [
    { iban: 'ES9121000418450200051332', accountName: 'Marta Ibáñez Soler', bankName: 'Banco Ribera' },
    {
      iban: 'DE89370400440532013000',
      accountName: 'Maximiliana de los Ángeles Fernández-Villaverde y Santamaría',
      bankName: 'Caja Costera de Ahorros y Préstamos del Mediterráneo Occidental',
    },
  ]
  for (const card of cards) {
    await askFor(url, addBankCard, { id: newId(), ...card, bankAddress: 'Calle Mayor 1, Vigo' }, { token })
  }
}

/** A piece of news of a share: a house tells its first ones in the moments after it has opened. */
async function firstNews(house: Welcome): Promise<string | undefined> {
  for (let tried = 0; tried < 60; tried += 1) {
    const { rows } = await askFor(house.url, listNews, { topic: 'earnings', limit: 1 })
    if (rows[0]) return rows[0].id
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return undefined
}

export interface Looks {
  readonly language: Language
  readonly width: number
  readonly height: number
  /** Size of text in per cent. */
  readonly textSize?: number
}

export async function personIn(scene: Scene, screen: Shown, state: State, looks: Looks): Promise<Person> {
  const person = await newPerson(scene.browser, scene.house.url, { ...looks, bypassCSP: scene.font !== null })
  if (scene.font) await offerFont(person.context, scene.font)
  const { textSize } = looks
  if (textSize) {
    await person.context.addInitScript(
      (size) => location.protocol === 'about:' || localStorage.setItem('textSize', String(size)),
      textSize,
    )
  }
  if (screen.who === 'person') {
    const { token, userId } = state === 'empty' ? scene.nobody : scene.trader
    await person.context.addInitScript(
      (session) => {
        if (location.protocol === 'about:') return
        localStorage.setItem('token', session.token)
        localStorage.setItem('userId', session.userId)
      },
      { token, userId },
    )
  }
  return person
}

/** Bring a screen into a state and wait until it stands still. */
export async function show(
  { fillIn, font }: Scene,
  { page, goTo, words }: Person,
  screen: Shown,
  state: State,
): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('about:blank')
  if (state === 'loading') await page.route('**/api/**', () => new Promise(() => {}))
  if (state === 'failed') await page.route('**/api/**', (route) => route.fulfill({ status: 503, body: 'away' }))
  if (state === 'failed') await page.routeWebSocket('**/stream', (stream) => stream.close())
  if (state === 'loading') await page.routeWebSocket('**/stream', () => undefined)
  await goTo(fillIn(screen.path))
  // A page that never comes is no picture of anything, and nothing could be found wrong with it.
  await page.getByRole('main').first().waitFor({ timeout: 30_000 })
  // Without data there is nothing to press.
  for (const what of screen.press ?? []) await press(page, words, what).catch((error) => ifFull(state, error))
  if (font) await wearFont(page, font)
  await settled(page, state)
}

const ifFull = (state: State, error: unknown): void => {
  if (state === 'full') throw error
}

/** Press the first thing in sight that reads so, or that a selector finds. */
async function press(page: Page, words: Words, what: NonNullable<Shown['press']>[number]): Promise<void> {
  const found =
    typeof what === 'string' ? page.locator(what) : page.getByText(words(...what)).or(page.getByLabel(words(...what)))
  await found.locator('visible=true').first().click({ timeout: 8_000 })
}

/** Give what is still on its way a moment: data or the word that there is none, the lines of a chart, fonts. */
async function settled(page: Page, state: State): Promise<void> {
  if (state !== 'loading') {
    const busy = page.locator('main [aria-busy="true"], main [data-waiting]').locator('visible=true')
    await busy
      .first()
      .waitFor({ state: 'detached', timeout: 8_000 })
      .catch(() => undefined)
  }
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForTimeout(state === 'loading' ? 700 : 500)
}
