import { newId } from './client.ts'
import { opened, type Alteration, type PictureScreen } from './pictures.entry.ts'

/*
 * Orders that wait, in every standing that the market can bring about: filled in part, replaced, with a stop, ended by
 * a corporate action; the form that changes one, and the sheet that cancels all of them.
 */

const DETAIL = '/subPackages/trade/detail?id={open}'
const CHANGE = '/subPackages/trade/change?id={open}'
const OPEN = '/pages/trade/index?tab=open'
const BUY = '/subPackages/home/socketDetail/place?listing={share}&side=buy'
const SELL = '/subPackages/home/socketDetail/place?listing={held}&side=sell'
const EXIT = (n: number): string => `main input[type=checkbox] >> nth=${n}`
const AMOUNT = 'main input[inputmode=decimal], main input[data-keypad]'
const PRICE = ['[inputmode=decimal]', '[data-keypad]'].map((by) => `main input:not([role=spinbutton])${by}`).join()
const FILLED = '[data-dock] button[data-look=filled]'

type WireRow = Readonly<Record<string, unknown>>
interface Story {
  readonly order: WireRow & { readonly listing: string; readonly limit: string; readonly placedAt: number }
}

/** The page of an order with some of its data changed. */
const order = (change: (story: Story) => WireRow & { readonly order?: WireRow }): Alteration => ({
  path: '/orders/one',
  change: (data) => {
    const story = data as Story
    const { order: own, ...rest } = change(story)
    return { ...story, ...rest, order: { ...story.order, ...own } }
  },
})

const held = (units: string) => ({ asset: 'EUR', units })
const euros = (amount: string) => ({ amount, currency: 'EUR' })

const fill = (shares: string, price: string, cost: string, at: number) => ({
  id: newId(),
  shares,
  price,
  at,
  cost: euros(cost),
  fee: euros('0.08'),
  financed: null,
  feeTable: 2,
  feeBps: 10,
  quote: { at: at - 120, bid: price, ask: price, bidSize: '320', askSize: '160', source: 'practice' },
  conversion: null,
  posting: 7,
})

/** Shares at a limit, in cents, with the fee of a tenth of a per cent if it is asked for. */
const cost = (shares: number, limit: string, withFee = 1): string => (shares * Number(limit) * withFee).toFixed(2)

const PARTS = order(({ order: { limit, placedAt } }) => ({
  order: {
    shares: '120',
    filled: '80',
    state: 'part_filled',
    held: [held(cost(120, limit, 1.001))],
    heldNow: [held(cost(40, limit, 1.001))],
    filledAt: placedAt + 61_000,
    fillPrice: limit,
    fee: euros(cost(80, limit, 0.001)),
    total: euros(cost(80, limit, 1.001)),
  },
  fills: [12_000, 61_000].map((after) => fill('40', limit, cost(40, limit), placedAt + after)),
}))

/** Terms that the customer changed. */
const REPLACEMENT = { split: null, move: null, fill: null }

const REPLACED = order(({ order: { placedAt, limit, ...rest } }) => ({
  order: { changes: 2 },
  former: [
    { ...rest, limit, shares: '5', timeInForce: 'day', at: placedAt + 65_000, held: [held('85.09')], ...REPLACEMENT },
    { ...rest, limit, shares: '3', timeInForce: 'day', at: placedAt + 128_000, held: [held('51.05')], ...REPLACEMENT },
  ],
}))

const sold = ({ limit, listing }: Story['order']) => ({
  side: 'sell',
  kind: 'stop',
  limit: null,
  stop: limit,
  stopNow: limit,
  shares: '12',
  held: [{ asset: listing, units: '12' }],
  heldNow: [{ asset: listing, units: '12' }],
})
const STOP = order(({ order: own }) => ({ order: sold(own), worst: null }))
const STOP_REACHED = order(({ order: own }) => ({
  worst: null,
  order: {
    ...sold(own),
    kind: 'stop_limit',
    limit: own.limit,
    triggered: { at: own.placedAt + 9_000, bid: own.limit, ask: own.limit, stop: own.limit, best: null },
  },
}))
const SPLIT = order(({ order: { placedAt } }) => ({
  order: { state: 'cancelled', endReason: 'split', endedAt: placedAt + 3_600_000, heldNow: [] },
}))

/** A buy with exits, which its first fill has placed. */
const EXITS = order(() => ({ order: { exits: { stop: '15', profit: '95' }, exitOrder: newId() } }))

/** A buy that waits with both exits. */
const WAITING_EXITS = order(({ order: { limit } }) => ({
  order: { exits: { stop: (Number(limit) * 0.95).toFixed(2), profit: (Number(limit) * 1.1).toFixed(2) } },
}))

/** The same after its first fill. */
const PLACED_EXITS = order(({ order: { limit, placedAt } }) => ({
  order: {
    shares: '120',
    filled: '80',
    state: 'part_filled',
    exits: { stop: (Number(limit) * 0.95).toFixed(2), profit: null },
    exitOrder: newId(),
    held: [held(cost(120, limit, 1.001))],
    heldNow: [held(cost(40, limit, 1.001))],
    filledAt: placedAt + 61_000,
    fillPrice: limit,
    fee: euros(cost(80, limit, 0.001)),
    total: euros(cost(80, limit, 1.001)),
  },
  fills: [fill('80', limit, cost(80, limit), placedAt + 61_000)],
}))

/** Two more buys and two sells beside the order that waits, with long names. */
const MANY: Alteration = {
  path: '/orders/list',
  change: (data) => {
    const { rows, ...rest } = data as { readonly rows: readonly (WireRow & { readonly limit: string })[] }
    const [first] = rows
    if (!first) return data
    const name = 'Compañía Hispanoamericana de Infraestructuras y Energías del Mediterráneo'
    const other = { listing: 'XMAD:CHI', name, shares: '123456', heldNow: [held('1234567.89')] }
    const shares = [{ asset: 'XMAD:CHI', units: '4000' }]
    const sells = { ...other, side: 'sell', shares: '4000', heldNow: shares, held: shares }
    const part = { ...sells, filled: '1500', state: 'part_filled', heldNow: [{ asset: 'XMAD:CHI', units: '2500' }] }
    return {
      ...rest,
      rows: [
        first,
        { ...first, ...other, id: IDS[0] },
        { ...first, ...sells, id: IDS[1] },
        { ...first, ...part, id: IDS[2] },
      ],
    }
  },
}
const IDS = [newId(), newId(), newId()] as const

/** An answer that no house was asked for: the scene’s order goes on waiting. */
const CANCELLED: Alteration = {
  path: '/orders/cancelAll',
  instead: {
    ended: [
      { id: IDS[1], state: 'filled', filled: '4000' },
      { id: IDS[2], state: 'cancelled', filled: '1500' },
    ],
  },
}

const full = { who: 'person', states: ['full'] } as const
const sheet: NonNullable<PictureScreen['press']> = [['orders', 'cancelAll']]

export const ORDER_SCREENS: readonly PictureScreen[] = [
  { name: 'trade-open', path: DETAIL, ...full },
  opened('trade-cancel', DETAIL, '[data-dock] button'),
  { name: 'trade-parts', path: DETAIL, ...full, alters: PARTS },
  { name: 'trade-replaced', path: DETAIL, ...full, alters: REPLACED },
  { name: 'trade-stop', path: DETAIL, ...full, alters: STOP },
  { name: 'trade-exits', path: DETAIL, ...full, alters: EXITS },
  { name: 'trade-split', path: DETAIL, ...full, alters: SPLIT },
  { name: 'trade-change', path: CHANGE, who: 'person', states: ['loading', 'failed', 'full'] },
  opened('trade-change-shares', CHANGE, { into: 'main [role=spinbutton]', text: '9' }),
  opened('trade-change-short', CHANGE, { into: 'main [role=spinbutton]', text: '99999999' }),
  { name: 'trade-change-exits', path: CHANGE, ...full, alters: WAITING_EXITS, press: [EXIT(2)] },
  { name: 'trade-change-placed', path: CHANGE, ...full, alters: PLACED_EXITS },
  { name: 'trade-change-parts', path: CHANGE, ...full, alters: PARTS },
  { name: 'trade-change-stop', path: CHANGE, ...full, alters: STOP },
  { name: 'trade-change-reached', path: CHANGE, ...full, alters: STOP_REACHED },
  { name: 'trade-change-ended', path: '/subPackages/trade/change?id={order}', ...full },
  { name: 'cancel-all', path: OPEN, ...full, press: sheet },
  { name: 'cancel-all-many', path: OPEN, ...full, press: sheet, alters: MANY },
  {
    name: 'cancel-all-done',
    path: OPEN,
    ...full,
    press: [...sheet, 'dialog [aria-pressed] >> nth=2', 'dialog [data-look=filled]'],
    alters: [MANY, CANCELLED],
  },
  opened('ticket-amount', BUY, 'label:has([value=amount])', { into: AMOUNT, text: '1500' }),
  opened('ticket-amount-small', BUY, 'label:has([value=amount])', { into: AMOUNT, text: '1' }),
  opened('ticket-exits', `${BUY}&shares=100`, { kind: 'limit' }, 'label:has([value="5"])', EXIT(1), EXIT(0)),
  opened('ticket-exits-follow', `${BUY}&shares=100`, EXIT(1), EXIT(0), EXIT(1)),
  opened('ticket-exits-wrong', BUY, EXIT(0), { into: 'fieldset input[type=text]', text: '9999' }),
  opened('ticket-missing', BUY, { kind: 'stop' }, { into: PRICE, text: '' }, FILLED),
  opened('ticket-stop', SELL, { kind: 'stop' }),
  opened('ticket-stop-limit', BUY, { kind: 'stop_limit' }),
  opened('ticket-trailing', SELL, { kind: 'trailing' }),
]
