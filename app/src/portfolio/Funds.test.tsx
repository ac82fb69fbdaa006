// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { eur, usd, type Amount } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listEvents, readEvent } from '@lonja/core/ledger/events.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { readWithdrawalTerms } from '@lonja/core/withdrawals/withdrawals.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, inside, plain } from '@lonja/kit/screens.testing'
import { accountFigures, openMarket } from '../orders/market.testing.ts'
import { openPage, switchOff, whereNow, withApp } from '../screens.testing.tsx'
import type { WithdrawalState } from './events.ts'

const wire = withApp()

type Event = ReplyOf<typeof listEvents>['rows'][number]
type WithdrawalRecords = ReplyOf<typeof readWithdrawalTerms>['records']
type Line = ReplyOf<typeof readEvent>['steps'][number]['lines'][number]

const AT = Date.UTC(2026, 10, 23, 13, 31, 9)
const ORDER = newId()
const kld = (units: bigint): Amount => ({ asset: 'XNYS:KLD', units })

const event = (more: Partial<Event>): Event => ({
  id: '9',
  name: 'buy',
  state: 'done',
  shares: kld(10n),
  effect: eur(-2_102_67n),
  held: eur(0n),
  left: eur(12_418_36n),
  cause: ORDER,
  causeKind: 'order',
  causeNumber: null,
  listing: 'XNYS:KLD',
  beganAt: AT - 1_000,
  movedAt: AT,
  ...more,
})

const ROWS = [
  event({}),
  event({ id: '5', name: 'hold', state: 'open', shares: null, effect: eur(-1_741_74n), left: eur(14_521_03n) }),
  event({
    id: '3',
    name: 'hold',
    state: 'void',
    shares: null,
    effect: eur(0n),
    left: eur(16_262_77n),
    cause: newId(),
    causeKind: 'withdrawal',
    causeNumber: 'R-3311',
    listing: null,
  }),
]

const line = (account: Line['account'], kind: Line['kind'], change: Amount, after: Amount | null): Line => ({
  account,
  kind,
  change,
  after,
})

const STEPS = [
  {
    posting: 4,
    name: 'hold' as const,
    at: AT - 1_000,
    lines: [
      line('free', 'hold', eur(-2_155_46n), eur(12_365_57n)),
      line('held', 'hold', eur(2_155_46n), eur(2_155_46n)),
    ],
  },
  {
    posting: 6,
    name: 'buy' as const,
    at: AT,
    lines: [
      line('held', 'conversion', eur(-2_102_67n), eur(52_79n)),
      line('conversion', 'conversion', eur(2_102_67n), null),
      line('held', 'conversion', usd(2_317_12n), usd(2_317_12n)),
      line('conversion', 'conversion', usd(-2_317_12n), null),
      line('held', 'buy', usd(-2_317_12n), usd(0n)),
      line('market', 'buy', usd(2_317_12n), null),
      line('free', 'buy', kld(10n), kld(10n)),
      line('market', 'buy', kld(-10n), null),
      line('free', 'release', eur(52_79n), eur(12_418_36n)),
      line('held', 'release', eur(-52_79n), eur(0n)),
    ],
  },
]

const withdrawal = (id: string, state: WithdrawalState): NonNullable<WithdrawalRecords>['rows'][number] => ({
  id,
  number: 'R-3311',
  amount: eur(12_000_00n),
  coins: null,
  payee: newId(),
  place: { kind: 'card', wallet: null, card: null, ending: '1332' },
  state,
  at: AT,
  dueAt: AT,
  decidedAt: null,
  sentAt: null,
  reason: null,
  cancellable: true,
})

beforeEach(() => {
  enter()
  openMarket(wire.house)
  wire.house.answer(listEvents, { rows: ROWS, cursor: null })
  wire.house.answer(listEntries, { rows: [], cursor: null, count: 0 })
  wire.house.answer(readEvent, { steps: STEPS })
})

const PAGE = '/subPackages/portfolio/funds'
const textOf = (element: HTMLElement) => plain(element.textContent).replaceAll('−', '-')

describe('the fund flow', () => {
  test('has one row for each event: its effect over what is left, and what became of it', async () => {
    const page = await openPage(PAGE)
    const rows = await page.findAllByRole('button', { expanded: false, name: /Compra|Orden|Retirada/ })
    expect(rows.map(textOf)).toEqual([
      'Compra de 10 KLD14:31:09-2.102,67 €12.418,36 €',
      'Orden abierta14:31:09 · KLD · reservado-1.741,74 €14.521,03 €',
      'Retirada R-331114:31:09 · todo devuelto0,00 €16.262,77 €',
    ])
    expect(wire.house.asked(listEntries)).toEqual([])
    // Nothing is held, so there is no way to what is.
    await page.findByText('Reservado')
    expect(page.queryByRole('button', { name: /^Reservado/ })).toBeNull()
  })

  test('opens an event to its steps, which add up to its effect', async () => {
    const page = await openPage(PAGE)
    await page.user.click(await page.findByRole('button', { name: /Compra de 10 KLD/ }))
    await page.findByText('2 pasos')
    expect(wire.house.asked(readEvent).map(({ input }) => input)).toEqual([{ entry: 9 }])
    const list = textOf(document.querySelector('main dl')!)
    expect(list).toContain('Reservado14:31:08-2.155,46 €')
    expect(list).toContain('Devuelto de lo reservado14:31:09+52,79 €')
    expect(list).toContain('Salió de tu disponible-2.102,67 €')
  })

  test('opens the steps to all entries, whose sums are zero by asset, with the way to the order', async () => {
    const page = await openPage(PAGE)
    await page.user.click(await page.findByRole('button', { name: /Compra de 10 KLD/ }))
    await page.user.click(await page.findByRole('button', { name: 'Ver los 12 apuntes' }))
    const sheet = await page.findByRole('dialog', { name: 'Compra de 10 KLD' })
    expect(
      inside(sheet)
        .getAllByText(/^Apunte \d/)
        .map(textOf),
    ).toEqual(['Apunte 4 · 14:31:08', 'Apunte 6 · 14:31:09'])
    expect(textOf(sheet)).toContain('EUR0,00USD0,00KLD0Suma de los 12 apuntescuadra')
    const way = inside(sheet).getByRole('link', { name: 'Ver la orden' })
    expect(way.getAttribute('href')).toBe(`#/subPackages/trade/detail?id=${ORDER}`)
  })

  test('an application for new shares says what it is held for, in a group with its records, and leads to its offer', async () => {
    const cause = newId()
    const hold = event({ name: 'hold', state: 'open', shares: null, cause, causeKind: 'application', listing: null })
    wire.house.answer(listEvents, { rows: [hold], cursor: null })
    const page = await openPage(`${PAGE}?records=offers`)
    const group = await page.findByRole('button', { name: 'Salidas a bolsa' })
    expect(group.getAttribute('aria-pressed')).toBe('true')
    expect(page.getByRole('link', { name: 'Mis solicitudes' }).getAttribute('href')).toContain('/applications/records')
    await page.user.click(await page.findByRole('button', { name: /Reservado por una salida a bolsa/ }))
    await page.user.click(await page.findByRole('button', { name: 'Ver los 12 apuntes' }))
    const way = inside(await page.findByRole('dialog')).getByRole('link', { name: 'Ver la solicitud' })
    expect(way.getAttribute('href')).toBe(`#/subPackages/home/ipo/detail?id=${cause}`)
  })

  test('says so when the entries of an event do not add up to zero', async () => {
    const [hold] = STEPS
    wire.house.answer(readEvent, { steps: [{ ...hold!, lines: hold!.lines.slice(0, 1) }] })
    const page = await openPage(PAGE)
    await page.user.click(await page.findByRole('button', { name: /Compra de 10 KLD/ }))
    await page.user.click(await page.findByRole('button', { name: 'Ver el apunte' }))
    expect(textOf(await page.findByRole('dialog'))).toContain('no cuadra')
  })

  test('all entries are its other view, beside the events, which stands in the address', async () => {
    const page = await openPage(PAGE)
    const views = inside(await page.findByRole('group', { name: 'Cómo verlos' }))
    expect(views.getAllByRole('radio').map((view) => view.getAttribute('value'))).toEqual(['events', 'entries'])
    expect(views.getByRole<HTMLInputElement>('radio', { name: 'Por movimiento' }).checked).toBe(true)
    await page.user.click(views.getByRole('radio', { name: 'Por apunte' }))
    expect(whereNow()).toBe(`${PAGE}?view=entries`)
    expect(wire.house.asked(listEntries)).toEqual([])
    await openPage(whereNow())
    await expect
      .poll(() => wire.house.asked(listEntries).map(({ input }) => input))
      .toEqual([{ asset: 'EUR', limit: 30 }])
  })

  test('a kind of entries ends with the way back to the events', async () => {
    const page = await openPage(`${PAGE}?kind=hold&records=trades`)
    const views = inside(await page.findByRole('group', { name: 'Cómo verlos' }))
    expect(views.getByRole<HTMLInputElement>('radio', { name: 'Por apunte' }).checked).toBe(true)
    await page.user.click(views.getByRole('radio', { name: 'Por movimiento' }))
    expect(whereNow()).toBe(`${PAGE}?records=trades`)
  })

  test('what is held says in how many events, and leads to those', async () => {
    const held = { ...accountFigures('EUR', 1_000_00n), held: 13_741_74n }
    openMarket(wire.house)
    wire.house.answer(readFigures, {
      byCurrency: [held, accountFigures('USD', 500_00n)],
      display: held,
      rate: null,
      margin: { currency: 'EUR', equity: 0n, used: 0n, financed: 0n },
      at: AT,
      unpriced: [],
    })
    wire.house.answer(listEvents, ({ input }) => ({ rows: input.held ? ROWS.slice(1, 2) : ROWS, cursor: null }))
    const page = await openPage(`${PAGE}?records=trades`)
    await page.user.click(await page.findByRole('button', { name: /^Reservado, en 1 cosa.*13\.741,74/ }))
    expect(whereNow()).toBe(`${PAGE}?held=yes`)
  })

  test('only what is held is a filter with a cross, which the list is asked with', async () => {
    const page = await openPage(`${PAGE}?held=yes`)
    await page.findByText('Compra de 10 KLD')
    expect(wire.house.asked(listEvents).map(({ input }) => input)).toEqual([{ asset: 'EUR', held: 'yes', limit: 30 }])
    await page.user.click(page.getByRole('button', { name: 'Reservado' }))
    expect(whereNow()).toBe(PAGE)
  })

  test.each([
    ['pending', 'pendiente, reservada'],
    ['in_review', 'en revisión, reservada'],
    ['approved', 'aprobada, aún reservada'],
  ] as const)('a withdrawal that is %s and holds its amount says so', async (state, words) => {
    const cause = newId()
    const hold = { name: 'hold', state: 'open', shares: null, listing: null } as const
    wire.house.answer(listEvents, {
      rows: [event({ ...hold, cause, causeKind: 'withdrawal', causeNumber: 'R-3311' })],
      cursor: null,
    })
    wire.house.answer(readWithdrawalTerms, {
      terms: null,
      records: { rows: [withdrawal(cause, state)], cursor: null },
    })
    const page = await openPage(PAGE)
    await page.findByText(words)
    expect(wire.house.asked(readWithdrawalTerms).map(({ input }) => input)).toEqual([
      { record: 1, state: 'open', limit: 100 },
    ])
  })

  test('its filters are those of the events: records, and from a day on', async () => {
    await openPage(`${PAGE}?records=withdrawals&asset=USD&since=1700000000000`)
    await expect
      .poll(() => wire.house.asked(listEvents).map(({ input }) => input))
      .toEqual([{ asset: 'USD', records: 'withdrawals', from: 1_700_000_000_000, limit: 30 }])
  })

  test.each([
    ['leads to a first loan', [], true],
    ['leads nowhere while no new loan is given', ['loans'], false],
  ] as const)('without an event of a loan it %s', async (_what, off, leads) => {
    if (off.length > 0) switchOff(...off)
    wire.house.answer(listEvents, { rows: [], cursor: null })
    const page = await openPage(`${PAGE}?records=loans`)
    await page.findByText('Aún no hay préstamos en este saldo')
    expect(page.queryByRole('link', { name: 'Ver las condiciones' }) !== null).toBe(leads)
  })

  test('without an event it leads to a first step, and a failure can be tried again', async () => {
    wire.house.answer(listEvents, { rows: [], cursor: null })
    const page = await openPage(PAGE)
    await page.findByText('Este saldo aún no tiene apuntes')
    wire.house.answer(listEvents, no('internal', 'No ha ido bien'))
    const failed = await openPage(`${PAGE}?asset=USD`)
    await failed.findByText('No hemos podido cargar tus movimientos')
    wire.house.answer(listEvents, { rows: ROWS, cursor: null })
    await failed.user.click(await failed.findByRole('button', { name: 'Reintentar' }))
    await failed.findByText('Compra de 10 KLD')
  })
})
