// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { wholeShares } from '@lonja/core/base/amount'
import { listOrders, type OrderRow } from '@lonja/core/orders/orders.contract'
import { bringIntoSight, watchedElements } from '../browser.testing.ts'
import { LOST } from '../house.testing.ts'
import { newId } from '../ids.ts'
import { usePages } from '../pages.ts'
import { enter, later, show, withHouse, type Page } from '../screens.testing.tsx'
import { List } from './List.tsx'
import { Screen } from './Screen.tsx'

const wire = withHouse()

interface Names {
  items: readonly string[] | undefined
  onEnd?: () => void
  error?: React.ReactNode
  loadingMore?: boolean
}

const Names = (props: Names) => (
  <Screen title="Nombres">
    <List
      {...props}
      label="Nombres"
      keyOf={(name) => name}
      row={(name) => <a href={`#${name}`}>{name}</a>}
      empty={<p>No hay ninguno</p>}
      end={<p>No hay más</p>}
    />
  </Screen>
)

const named = (count: number): string[] => Array.from({ length: count }, (_, n) => `fila ${n + 1}`)
const rows = (page: Page) => page.queryAllByRole('listitem').map(({ textContent }) => textContent)
const tail = () => watchedElements().at(-1)!

test('it is on its way, then empty or full, or says why it failed', () => {
  const page = show(<Names items={undefined} />)
  expect([page.queryByText('No hay ninguno'), page.queryByRole('list')]).toEqual([null, null])
  page.redraw(<Names items={[]} />)
  expect(page.getByText('No hay ninguno')).toBeTruthy()
  page.redraw(<Names items={named(2)} />)
  expect(rows(page)).toEqual(['fila 1', 'fila 2'])
  expect(page.getByText('No hay más')).toBeTruthy()
  page.redraw(<Names items={named(2)} error={<p>No se pudo leer</p>} />)
  expect(page.getByText('No se pudo leer')).toBeTruthy()
  expect(rows(page)).toEqual([])
})

test('of a long list only the rows in sight exist, and each says its place among all', () => {
  const page = show(<Names items={named(1_000)} />)
  const drawn = page.getAllByRole('listitem')
  expect(drawn.length).toBeLessThan(40)
  expect([drawn[0]?.getAttribute('aria-posinset'), drawn[0]?.getAttribute('aria-setsize')]).toEqual(['1', '1000'])
})

test('near its end it asks for more, once, and not while more is on its way', async () => {
  const onEnd = vi.fn()
  const page = show(<Names items={named(3)} onEnd={onEnd} />)
  const end = tail()
  bringIntoSight(end)
  bringIntoSight(end)
  expect(onEnd).toHaveBeenCalledTimes(1)
  page.redraw(<Names items={named(3)} onEnd={onEnd} loadingMore />)
  expect(page.getByText('Cargando')).toBeTruthy()
  bringIntoSight(end)
  expect(onEnd).toHaveBeenCalledTimes(1)
  page.leave()
  expect(watchedElements()).toEqual([])
  // More is on its way as it is drawn: its end is nothing to wait for.
  show(<Names items={named(3)} onEnd={onEnd} loadingMore />)
  expect(watchedElements()).toEqual([])
})

test('the order holds still while a row has the focus by keyboard, and the newest one comes when it is left', async () => {
  const page = show(<Names items={['uno', 'dos']} />)
  await page.user.tab()
  expect(document.activeElement?.textContent).toBe('uno')
  page.redraw(<Names items={['dos', 'uno']} />)
  expect(rows(page)).toEqual(['uno', 'dos'])
  await page.user.tab({ shift: true })
  await expect.poll(() => rows(page)).toEqual(['dos', 'uno'])
})

const order = (name: string): OrderRow => ({
  id: newId(),
  listing: 'XMAD:BVE',
  name,
  currency: 'EUR',
  side: 'buy',
  shares: wholeShares(1n),
  filled: 0n,
  leverage: 1,
  financed: null,
  kind: 'market',
  stop: null,
  trail: null,
  trailBps: null,
  profit: null,
  exit: false,
  lot: null,
  exits: null,
  exitOrder: null,
  ofBuy: null,
  run: null,
  stopNow: null,
  triggered: null,
  changes: 0,
  heldNow: [],
  limit: null,
  timeInForce: 'day',
  state: 'working',
  endReason: null,
  placedAt: 1,
  marketAt: 1,
  endsAt: null,
  endedAt: null,
  held: [],
  fillPrice: null,
  filledAt: null,
  fee: null,
  total: null,
  realised: null,
})

function Orders() {
  const orders = usePages(listOrders, { which: 'open', limit: 2 })
  return (
    <>
      <Names
        items={orders.isPending ? undefined : orders.pages.flatMap((page) => page.rows.map(({ name }) => name))}
        {...(orders.hasMore ? { onEnd: orders.more } : {})}
        loadingMore={orders.isFetchingMore}
      />
      <button type="button" onClick={orders.more}>
        Seguir
      </button>
    </>
  )
}

test('an endless list asks piece by piece, each with the place where the last one ended, and ends', async () => {
  const second = later<void>()
  wire.house.answer(listOrders, async ({ input }) => {
    if (input.cursor === undefined) return { rows: [order('uno'), order('dos')], cursor: 'next' }
    await second.value
    return { rows: [order('tres')], cursor: null }
  })
  enter()
  const page = show(<Orders />)
  await page.findByText('dos')
  bringIntoSight(tail())
  await expect.poll(() => wire.house.asked(listOrders)).toHaveLength(2)
  // Pressed while a page loads: nothing more is requested.
  await page.user.click(page.getByRole('button', { name: 'Seguir' }))
  second.give()
  await page.findByText('tres')
  await page.user.click(page.getByRole('button', { name: 'Seguir' }))
  expect(rows(page)).toEqual(['uno', 'dos', 'tres'])
  expect(wire.house.asked(listOrders).map(({ input }) => [input.cursor, input.limit])).toEqual([
    [undefined, 2],
    ['next', 2],
  ])
})

test('a piece that is lost leaves those before it, and can be asked for again', async () => {
  wire.house.answer(listOrders, ({ input }) =>
    input.cursor === undefined ? { rows: [order('uno')], cursor: 'next' } : LOST,
  )
  enter()
  const page = show(<Orders />)
  await page.findByText('uno')
  await page.user.click(page.getByRole('button', { name: 'Seguir' }))
  await expect.poll(() => wire.house.asked(listOrders)).toHaveLength(2)
  expect(rows(page)).toEqual(['uno'])
  wire.house.answer(listOrders, { rows: [order('dos')], cursor: null })
  await expect
    .poll(async () => {
      await page.user.click(page.getByRole('button', { name: 'Seguir' }))
      return rows(page)
    })
    .toEqual(['uno', 'dos'])
})
