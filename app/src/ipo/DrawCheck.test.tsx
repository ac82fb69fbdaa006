// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { LANGUAGES } from '@lonja/core/base/language'
import { readDraw, readOffer } from '@lonja/core/ipo/ipo.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import type { DrawAnswer, DrawQuestion } from './checking.ts'
import { DRAW_TEXT, DRAWN_OFFER, drawnOffer, loadDrawWorker, OWN_PLACE, textWithoutOwn } from './drawn.testing.ts'
import type { WholeOffer } from './offer.ts'

const wire = withApp()
const answer = await loadDrawWorker()

/** The browser's workers: each runs the real code, and a test can hold its answers back. */
class TestWorker extends EventTarget {
  static held: number | null = null
  static all: TestWorker[] = []
  isEnded = false
  constructor() {
    super()
    TestWorker.all.push(this)
  }
  postMessage(question: DrawQuestion): void {
    const answers: DrawAnswer[] = []
    answer(question, (each) => answers.push(each))
    for (const each of answers.slice(0, TestWorker.held ?? answers.length)) setTimeout(() => this.tell(each))
  }
  tell(data: DrawAnswer): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  terminate(): void {
    this.isEnded = true
  }
}

/** The published file, or what happens instead; null for an answer of the house. */
let file: (() => Promise<Response>) | null
let requests: { address: string; headers: HeadersInit | undefined }[]
const publish = (text: string): void => {
  file = () => Promise.resolve(new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } }))
}

beforeEach(() => {
  const rest = globalThis.fetch
  requests = []
  globalThis.fetch = (address, init) => {
    const url = address instanceof Request ? address.url : address.toString()
    if (!url.includes('/ipo/draw')) return rest(address, init)
    requests.push({ address: url, headers: init?.headers })
    return file ? file() : rest(address, init)
  }
  globalThis.Worker = TestWorker as unknown as typeof Worker
  TestWorker.held = null
  TestWorker.all = []
  publish(DRAW_TEXT)
})

const PAGE = `/subPackages/ipo/check?id=${DRAWN_OFFER}`
const OPEN = 'Sin comprobar'
const HOLDS = 'Se cumple'
const BREAKS = 'No se cumple'

async function openAs(offer: WholeOffer | null): Promise<Page> {
  if (offer) {
    wire.house.answer(readOffer, offer)
    enter()
  }
  const page = await openPage(PAGE)
  await page.findByRole('button', { name: 'Comprobar ahora' })
  return page
}

const press = async (page: Page): Promise<void> =>
  page.user.click(page.getByRole('button', { name: 'Comprobar ahora' }))

async function checkedAs(offer: WholeOffer | null): Promise<Page> {
  const page = await openAs(offer)
  await press(page)
  await page.findByText(/^(El sorteo es correcto|No encaja)$/)
  return page
}

/** The steps with their states, as a screen reader says them. */
const stepsOf = (page: Page): Record<string, string> =>
  Object.fromEntries(
    page
      .getAllByRole('listitem')
      .filter((item) => item.querySelector('[role=img]'))
      .map((item) => [plain(item.textContent), item.querySelector('[role=img]')?.getAttribute('aria-label') ?? '']),
  )

/** The answer of the check, which is read out. */
const status = (): HTMLElement => document.querySelector<HTMLElement>('main [role=status]')!

/** The titles of the steps that break, from the page and from the answer that is read out. */
function brokenIn(page: Page): string[] {
  const broken = Object.entries(stepsOf(page)).flatMap(([title, state]) => (state === BREAKS ? [title] : []))
  const lines = [...status().querySelectorAll('li')].map((item) => plain(item.textContent))
  expect(lines).toEqual(broken)
  return broken
}

test('a visitor without a session checks the published file: every step holds', async () => {
  const page = await openAs(null)
  expect(new Set(Object.values(stepsOf(page)))).toEqual(new Set([OPEN]))
  expect(requests).toEqual([])
  await press(page)
  expect(await page.findByText('El sorteo es correcto')).toBeTruthy()
  expect(new Set(Object.values(stepsOf(page)))).toEqual(new Set([HOLDS]))
  expect(Object.keys(stepsOf(page))).toHaveLength(9)
  expect(requests).toHaveLength(1)
  expect(requests[0]?.address).toContain(DRAWN_OFFER)
  expect(JSON.stringify(requests[0]?.headers)).not.toContain('token')
  expect(wire.house.asked(readOffer)).toEqual([])
  expect(page.queryByText(/^Tu boleto/)).toBeNull()
})

test('a customer sees the own ticket with its place, rank, leaf and path, and that it is the one of the receipt', async () => {
  const offer = drawnOffer()
  const page = await checkedAs(offer)
  expect(brokenIn(page)).toEqual([])
  expect(page.getByText(`Tu boleto ${offer.application!.ticket}`)).toBeTruthy()
  expect(figureOf('Tu puesto en el sorteo')).toBe(String(OWN_PLACE))
  expect(page.getByText(offer.application!.leaf)).toBeTruthy()
  expect(page.getByRole('button', { name: /Cifra de orden, de semilla y boleto/ })).toBeTruthy()
  expect(page.getByText(/^\d+ huellas? hasta la raíz/)).toBeTruthy()
  expect(stepsOf(page)['Tu fila tiene tu huella y tu resultado']).toBe(HOLDS)
  expect(page.getByText(/la casa podría conocer|podría conocer/)).toBeTruthy()
})

test('the own ticket is there before the list has been read', async () => {
  TestWorker.held = 1
  const offer = drawnOffer()
  const page = await openAs(offer)
  await press(page)
  expect(await page.findByText(`Tu boleto ${offer.application!.ticket}`)).toBeTruthy()
  expect(page.getByRole('progressbar', { name: '0 de 8 pasos' })).toBeTruthy()
})

const own = (change: Partial<NonNullable<WholeOffer['application']>>): WholeOffer => {
  const offer = drawnOffer()
  return drawnOffer({ application: { ...offer.application!, ...change } })
}
const replaced = (form: RegExp, by: string): string => {
  const text = DRAW_TEXT.replace(form, by)
  expect(text).not.toBe(DRAW_TEXT)
  return text
}
const ROOT_STEP = 'Condiciones y boletos dan la huella de la lista'
const OWN_STEP = 'Tu fila tiene tu huella y tu resultado'
const SHOWN_STEP = 'Oferta, condiciones y huella son las que se te muestran'
const zeros = '0'.repeat(64)

test.each<[string, () => string, readonly string[]]>([
  ['another version of the rule', () => replaced(/^lonja draw 1$/m, 'lonja draw 2'), [OWN_STEP, 'Es un sorteo por la versión 1 de la regla']],
  ['a page of another site', () => '<!doctype html>\n', [OWN_STEP, 'Es un sorteo por la versión 1 de la regla']],
  ['another price in the terms', () => replaced(/^price 12.40$/m, 'price 12.41'), [SHOWN_STEP, ROOT_STEP]],
  ['another offer', () => replaced(/^offer 019a9000/m, 'offer 019a9001'), [SHOWN_STEP, 'El público sale de la semilla de su día', ROOT_STEP, 'Huella, oferta y ese número dan la semilla']],
  ['another mark', () => replaced(/^(\d+ \d+ )\w{64}/m, `$1${zeros}`), [ROOT_STEP]],
  ['another day seed', () => replaced(/^day (\S+) \w+$/m, `day $1 ${zeros}`), ['El número posterior es el anunciado']],
  ['another seed', () => replaced(/^seed \w+$/m, `seed ${zeros}`), ['Huella, oferta y ese número dan la semilla', 'Semilla y boletos dan el orden']],
  ['another sum', () => replaced(/^allotted 40 0$/m, 'allotted 39 1'), ['Orden y regla dan cada reparto']],
  ['the own row left out', textWithoutOwn, [OWN_STEP, SHOWN_STEP]],
])('%s: it does not check out, and the page says which step', async (_what, text, broken) => {
  publish(text())
  const page = await checkedAs(drawnOffer())
  expect(page.getByText('No encaja')).toBeTruthy()
  expect(brokenIn(page)).toEqual(broken)
}) // prettier-ignore

test.each<[string, WholeOffer, string]>([
  ['another root than the house shows', drawnOffer({ root: zeros }), SHOWN_STEP],
  ['other terms than the house shows', drawnOffer({ termsHash: zeros }), SHOWN_STEP],
  ['another leaf than the receipt’s', own({ leaf: zeros }), OWN_STEP],
  ['another row than the receipt’s', own({ row: `1 1 ${zeros}` }), OWN_STEP],
  ['another place than the result’s', own({ result: { ...drawnOffer().application!.result!, place: 99 } }), OWN_STEP],
])('%s: the page says so', async (_what, offer, step) => {
  expect(brokenIn(await checkedAs(offer))).toEqual([step])
})

test('a visitor who asked for another offer is told that this is not its draw', async () => {
  const page = await openPage(`/subPackages/ipo/check?id=${DRAWN_OFFER.replace('41', '42')}`)
  await press(page)
  await page.findByText('No encaja')
  expect(brokenIn(page)).toEqual(['Es el sorteo de esta oferta'])
})

test('a withdrawn application is not looked for', async () => {
  const page = await checkedAs(own({ state: 'withdrawn', result: null }))
  expect(stepsOf(page)[OWN_STEP]).toBeUndefined()
  expect(brokenIn(page)).toEqual([])
})

test('without the house nothing is checked, and the page says so; then it is checked again', async () => {
  file = () => Promise.reject(new TypeError('Failed to fetch'))
  const page = await openAs(null)
  await press(page)
  expect(await page.findByText('No se ha podido comprobar')).toBeTruthy()
  expect(new Set(Object.values(stepsOf(page)))).toEqual(new Set([OPEN]))
  publish(DRAW_TEXT)
  await press(page)
  expect(await page.findByText('El sorteo es correcto')).toBeTruthy()
})

test('an offer that is not drawn yet is refused in the words of the house', async () => {
  wire.house.answer(readDraw, no('not_drawn', 'Aún no se ha sorteado'))
  file = null
  const page = await openAs(null)
  await press(page)
  expect(await page.findByText('No se ha podido comprobar')).toBeTruthy()
  expect(page.getByText('Aún no se ha sorteado')).toBeTruthy()
})

test('a worker that cannot be loaded is told', async () => {
  TestWorker.held = 0
  const page = await openAs(null)
  await press(page)
  await page.findByRole('progressbar', { name: '0 de 8 pasos' })
  TestWorker.all[0]!.dispatchEvent(new Event('error'))
  expect(await page.findByText('No se ha podido comprobar')).toBeTruthy()
})

test('a running check shows its steps and can be stopped by keyboard; a late answer changes nothing', async () => {
  TestWorker.held = 4
  const page = await openAs(drawnOffer())
  page.getByRole('button', { name: 'Comprobar ahora' }).focus()
  await page.user.keyboard('{Enter}')
  expect(await page.findByRole('progressbar', { name: '3 de 8 pasos' })).toBeTruthy()
  page.getByRole('button', { name: 'Cancelar' }).focus()
  await page.user.keyboard('{Enter}')
  expect(await page.findByText('Lo has parado antes del final.')).toBeTruthy()
  expect(document.activeElement).toBe(status())
  const [worker] = TestWorker.all
  expect(worker?.isEnded).toBe(true)
  worker?.tell({ kind: 'step', step: 'order', holds: false })
  worker?.tell({ kind: 'end', content: null, path: [] })
  // The page is drawn again before the next key.
  await page.user.keyboard('{Tab}')
  expect(brokenIn(page)).toEqual([])
  expect(page.getByText('Lo has parado antes del final.')).toBeTruthy()
  expect(page.queryByRole('progressbar')).toBeNull()
})

test('the page names the company: to a visitor once the file has been read', async () => {
  const page = await openAs(null)
  await press(page)
  await page.findByText('Marisma Acuicultura').then(page.leave)
  await (await openAs(drawnOffer())).findByText('Marisma Acuicultura')
})

test('who leaves the page ends the check', async () => {
  TestWorker.held = 1
  const page = await openAs(null)
  await press(page)
  await page.findByRole('progressbar', { name: '1 de 8 pasos' })
  page.leave()
  expect(TestWorker.all.map(({ isEnded }) => isEnded)).toEqual([true])
})

test('an unknown offer leads to the offers, and one that cannot be read is read again', async () => {
  wire.house.answer(readOffer, no('unknown_offer', 'No existe'))
  enter()
  const page = await openPage(PAGE)
  expect(await page.findByRole('link', { name: 'Ver las salidas a bolsa' })).toBeTruthy()
})

test.each(LANGUAGES)('it says what it does in %s', async (language) => {
  const page = await openPage(PAGE, language)
  const button = page.getAllByRole('button').at(-1)!
  await page.user.click(button)
  await expect.poll(() => status().textContent.length).toBeGreaterThan(10)
  expect(page.getByRole('main').textContent).not.toContain('{')
})

/** A file of this device. The DOM of tests cannot read one. */
const fileOf = (text: string): File =>
  Object.assign(new File([text], 'sorteo.txt', { type: 'text/plain' }), { text: () => Promise.resolve(text) })

test.each([
  ['the published one', DRAW_TEXT, 'El sorteo es correcto'],
  ['one without the own row', textWithoutOwn(), 'No encaja'],
])(
  'a file that the reader has kept is checked instead, and the house is asked for none: %s',
  async (_what, text, sentence) => {
    publish('no draw')
    const page = await openAs(drawnOffer())
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    await page.user.upload(input, fileOf(text))
    await page.findByText(sentence)
    expect(requests).toEqual([])
  },
)

test('a file of the reader that is no draw is none', async () => {
  const page = await openAs(drawnOffer())
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await page.user.upload(input, fileOf('notas'))
  await page.findByText('No encaja')
})
