import type { Browser, Page } from 'playwright-core'
import { LANGUAGES, type Language } from '@lonja/core/base/language'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { listNews } from '@lonja/core/news/news.contract'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { askFor } from './client.ts'
import { newCustomer, newTrader, type Customer } from './customers.ts'
import type { Welcome } from './house.ts'
import { chooseKind } from './kinds.ts'
import { newPerson, signInAs, type Person } from './person.ts'
import { offerFont, wearFont, type Font } from './pictures.font.ts'
import type { Alteration, PictureScreen, State } from './pictures.entry.ts'
import { addLevered } from './scenes.leverage.ts'
import { addRestricted } from './scenes.levels.ts'
import { addMoney, addNewPayees, addPayees, type Payees } from './scenes.money.ts'
import type { Others } from './scenes.others.ts'
import { addResets, DEVICES, type Device } from './scenes.resets.ts'
import type { Words } from './words.ts'

/**
 * A house with a customer who has nothing, one who has done everything, and others, so that every screen can be shown
 * in every state.
 */
export interface Scene {
  readonly house: Welcome
  readonly browser: Browser
  readonly nobody: Customer
  readonly trader: Customer
  readonly others: Others
  /** The secrets of devices that have asked for a new password. */
  readonly secrets: Readonly<Record<Device, string>>
  readonly fillIn: (path: string) => string
  /** A Chinese font, if the machine has none. */
  readonly font: Font | null
}

/** A customer who has traded and can withdraw, in a house without a wait for payees (`PAYEE_WAIT_HOURS=0`). */
export interface Payer extends Customer {
  readonly payees: Payees
}

export async function newPayer(house: Welcome): Promise<Payer> {
  const trader = await newTrader(house)
  return { ...trader, payees: await addPayees(house, trader) }
}

/** A customer who can withdraw and has not traded, in a house without a wait for payees. */
export async function newSaver(house: Welcome): Promise<Payer> {
  const saver = await newCustomer(house)
  return { ...saver, payees: await addPayees(house, saver) }
}

/** Customers with payees, of a time when the house had no wait for them. */
export interface Early {
  readonly payer: Payer
  readonly saver: Payer
}

export async function sceneOf(
  house: Welcome,
  browser: Browser,
  { font = null, early }: { font?: Font | null; early?: Early } = {},
): Promise<Scene> {
  const [nobody, trader] = [await newCustomer(house), early?.payer ?? (await newPayer(house))]
  const saver = early?.saver ?? (await newSaver(house))
  await addNewPayees(house, trader)
  const money = await addMoney(house, trader, trader.payees)
  const restricted = await addRestricted(money.desk, saver, trader)
  const resets = await addResets(money.desk)
  const levered = await addLevered(house)
  const shares = await askFor(house.url, listInstruments, { list: 'active', venue: 'XMAD', limit: 1 })
  const indices = await askFor(house.url, listInstruments, { list: 'indices', limit: 1 })
  const { rows } = await askFor(house.url, listOrders, { which: 'filled' }, { token: trader.token })
  const open = await askFor(house.url, listOrders, { which: 'open' }, { token: trader.token })
  const news = await firstNews(house)
  const names: Readonly<Record<string, string | undefined>> = {
    ...money.names,
    ...restricted.names,
    ...levered.names,
    share: shares.listing[0],
    index: indices.listing[0],
    order: rows[0]?.id,
    bought: rows.find(({ side }) => side === 'buy')?.id,
    open: open.rows[0]?.id,
    held: rows.find(({ side }) => side === 'sell')?.listing,
    news,
  }
  const fillIn = (path: string): string => path.replace(/\{(\w+)\}/g, (_blank, name: string) => names[name] ?? '')
  const others = { ...money.others, ...restricted.others, ...resets.others, ...levered.others }
  return { house, browser, nobody, trader, others, secrets: resets.secrets, fillIn, font }
}

/** The viewer of a screen: in its empty state the customer who has nothing. */
const whoLooks = (
  { nobody, trader, others }: Scene,
  who: Exclude<PictureScreen['who'], 'anyone' | Device>,
  state: State,
): Customer => {
  if (who === 'newcomer') return nobody
  if (who === 'person') return state === 'empty' ? nobody : trader
  return others[who]
}

/** A news item about a share: a house publishes its first ones shortly after it has opened. */
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
  /** Text size in per cent. */
  readonly textSize?: number
}

export async function personIn(scene: Scene, screen: PictureScreen, state: State, looks: Looks): Promise<Person> {
  const person = await newPerson(scene.browser, scene.house.url, { ...looks, bypassCSP: scene.font !== null })
  if (scene.font) await offerFont(person.context, scene.font)
  const { textSize } = looks
  if (textSize) {
    await person.context.addInitScript(
      (size) => location.protocol === 'about:' || localStorage.setItem('textSize', String(size)),
      textSize,
    )
  }
  const { who } = screen
  if (isDevice(who)) {
    const secret = scene.secrets[who]
    await person.context.addInitScript(
      (secret) => location.protocol === 'about:' || localStorage.setItem('resetSecret', secret),
      secret,
    )
  } else if (who !== 'anyone') await signInAs(person, whoLooks(scene, who, state))
  return person
}

const isDevice = (who: PictureScreen['who']): who is Device => DEVICES.some((each) => each === who)

/** Bring a screen into a state and wait until nothing on it moves, for a picture. */
export async function show(scene: Scene, person: Person, screen: PictureScreen, state: State): Promise<void> {
  await bring(scene, person, screen, state, 'opened')
  // A placeholder exists at once and is visible after 200 ms: looking earlier would miss one.
  if (state !== 'loading') await person.page.waitForTimeout(300)
  await settled(person.page, state)
  await person.page.waitForTimeout(state === 'loading' ? 700 : 500)
}

/** The app opens at a screen, or goes to it from the one that it shows, as customers do: that spares loading it anew. */
export type Way = 'opened' | 'from another'

/** Bring a screen into a state and wait until it has its content, for a check of its parts. */
export async function visit(
  scene: Scene,
  person: Person,
  screen: PictureScreen,
  state: State,
  way: Way,
): Promise<void> {
  await bring(scene, person, screen, state, way)
  await settled(person.page, state)
  await still(person.page)
}

/** A screen draws a `main` of its own: one with this mark is the last screen's. */
const LEFT = 'data-left'

async function bring(
  { fillIn, font }: Scene,
  { page, goTo, words, language }: Person,
  screen: PictureScreen,
  state: State,
  way: Way,
): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (way === 'opened') await page.goto('about:blank')
  // Screens that are hidden behind this one may be the next.
  else
    await page
      .locator('main')
      .evaluateAll((all, mark) => all.forEach((main) => main.toggleAttribute(mark, main.checkVisibility())), LEFT)
  if (state === 'loading') await page.route('**/api/**', () => new Promise(() => {}))
  if (state === 'failed') await page.route('**/api/**', (route) => route.fulfill({ status: 503, body: 'away' }))
  if (state === 'failed') await page.routeWebSocket('**/stream', (stream) => stream.close())
  if (state === 'loading') await page.routeWebSocket('**/stream', () => undefined)
  for (const altered of screen.alters ? [screen.alters].flat() : []) await alter(page, altered)
  // A page of the server has its language in its address.
  const where = fillIn(screen.path).replace('/checkout/tur/', `/checkout/${language}/`)
  await (/^https?:/.test(where) ? page.goto(where) : goTo(where))
  // A page that never loads is no valid picture, and no check could find a fault in it.
  await page.locator(`main:not([${LEFT}])`).locator('visible=true').first().waitFor({ timeout: 30_000 })
  // Without data there is nothing to press.
  for (const what of screen.press ?? []) await press(page, words, what).catch((error) => ifFull(state, error))
  if (font) await wearFont(page, font)
}

/** Change one answer of the house on its way: for a state that no customer and no seat can bring about. */
export async function alter(page: Page, altered: Alteration): Promise<void> {
  await page.route(`**/api/*${altered.path}*`, async (route) => {
    const answer = (data: unknown) => route.fulfill({ json: { code: 1, msg: '', data } })
    if ('state' in altered) return altered.state === 'failed' ? route.fulfill({ status: 503, body: 'away' }) : undefined
    if ('instead' in altered) return answer(altered.instead)
    if ('inWords' in altered) return answer(altered.inWords(languageOf(route.request().url())))
    if ('text' in altered) return route.fulfill({ body: altered.text, contentType: 'text/plain' })
    const response = await route.fetch()
    const envelope = (await response.json()) as { data: unknown }
    await route.fulfill({ response, json: { ...envelope, data: altered.change(envelope.data) } })
  })
}

/** The language of a call is part of its address. */
const languageOf = (url: string): Language => LANGUAGES.find((each) => url.includes(`/api/${each}/`)) ?? 'tur'

const ifFull = (state: State, error: unknown): void => {
  if (state === 'full') throw error
}

/** Press the first visible element with the text, or one that a selector finds; or type into it. */
async function press(page: Page, words: Words, what: NonNullable<PictureScreen['press']>[number]): Promise<void> {
  if (typeof what === 'object' && 'into' in what) {
    const into = page.locator(what.into).first()
    return what.text === undefined ? into.waitFor({ timeout: 8_000 }) : into.fill(what.text)
  }
  if (typeof what === 'object' && 'kind' in what) return chooseKind(page, what.kind)
  const pictureUse =
    typeof what === 'string' ? page.locator(what) : page.getByText(words(...what)).or(page.getByLabel(words(...what)))
  await pictureUse.locator('visible=true').first().click({ timeout: 8_000 })
}

/** Wait for pending parts: data or the empty state, fonts. */
async function settled(page: Page, state: State): Promise<void> {
  if (state !== 'loading') {
    // A placeholder is there at once, and is faded in later.
    const isPending = () =>
      [...document.querySelectorAll('main [aria-busy="true"], main [data-waiting]')].some((part) =>
        part.checkVisibility(),
      )
    for (const end = Date.now() + 8_000; Date.now() < end && (await page.evaluate(isPending));) await twoFrames(page)
  }
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Wait until no part is added any more: a sheet whose code is fetched says nothing meanwhile. */
async function still(page: Page): Promise<void> {
  const parts = () => page.evaluate(() => document.querySelectorAll('*').length)
  for (let [before, same] = [await parts(), 0]; same < 3;) {
    await page.waitForTimeout(50)
    const now = await parts()
    same = now === before ? same + 1 : 0
    before = now
  }
}

/** The browser has drawn what was brought about so far. */
export const twoFrames = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))))
