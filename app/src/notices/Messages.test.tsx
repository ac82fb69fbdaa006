// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { listNotices, readNotice } from '@lonja/core/notices/notices.contract'
import { newId } from '@lonja/kit/ids'
import { markStale } from '@lonja/kit/reads'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import type { Notice } from './notice.ts'

const wire = withApp()

const MESSAGES = '/subPackages/message/message'
const AT = Date.parse('2026-11-20T12:30:11Z')
const record = { kind: 'withdrawal', id: newId() } as const
const step = (code: Notice['code'], title: string, minute: number) => ({
  id: newId(),
  code,
  title,
  body: `${title}: 500,00 €.`,
  at: AT + minute * 60_000,
})
const received = step('withdrawal_received', 'Retirada pedida', 0)
const approved = step('withdrawal_approved', 'Retirada aprobada', 5)

const message = (change: Partial<Notice> = {}): Notice => ({
  ...step('withdrawal_sent', 'Retirada enviada', 9),
  kind: 'money',
  language: null,
  is_read: '0',
  order: null,
  record,
  listing: null,
  earlier: [approved, received],
  ...change,
})

let shown: Notice
beforeEach(() => {
  shown = message()
})

async function open(query = ''): Promise<Page> {
  wire.house.answer(listNotices, () => ({ data: [shown], cursor: null, unread: shown.is_read === '0' ? 1 : 0 }))
  wire.house.answer(readNotice, () => (shown = { ...shown, is_read: '1' }))
  enter()
  return openPage(`${MESSAGES}${query}`)
}

describe('the steps of one withdrawal', () => {
  test('are one message, which says its last step and opens down to the earlier ones, newest first', async () => {
    const page = await open()
    const head = await page.findByRole('button', { name: /Retirada enviada/ })
    expect(page.queryByRole('button', { name: /Retirada (aprobada|pedida)/ })).toBeNull()
    await page.user.click(head)
    const earlier = page.getByRole('region', { name: 'Antes' })
    const steps = [...earlier.querySelectorAll('li')].map(({ textContent }) => plain(textContent))
    expect(steps).toEqual([
      'Retirada aprobada20/11/2026 13:35:11Retirada aprobada: 500,00 €.',
      'Retirada pedida20/11/2026 13:30:11Retirada pedida: 500,00 €.',
    ])
    await expect.poll(() => wire.house.asked(readNotice).map(({ input }) => input)).toEqual([{ id: shown.id }])
  })

  test('stay open when the next one comes', async () => {
    shown = message({ ...approved, earlier: [received], is_read: '1' })
    const page = await open()
    await page.user.click(await page.findByRole('button', { name: /Retirada aprobada/ }))
    shown = message({ is_read: '1' })
    markStale(['notices'])
    const head = await page.findByRole('button', { name: /Retirada enviada/ })
    expect(head.getAttribute('aria-expanded')).toBe('true')
  })

  test('are opened by the id of any of them', async () => {
    const page = await open(`?id=${received.id}`)
    const head = await page.findByRole('button', { name: /Retirada enviada/ })
    expect(head.getAttribute('aria-expanded')).toBe('true')
  })
})

test('a message about no record has nothing before it', async () => {
  shown = message({ record: null, code: 'house_message', title: 'Cerramos el martes', earlier: [] })
  const page = await open()
  await page.user.click(await page.findByRole('button', { name: /Cerramos el martes/ }))
  expect(page.queryByRole('region', { name: 'Antes' })).toBeNull()
})

test.each([
  ['application_listed', 'Ver las solicitudes', '#/subPackages/applications/records'],
  ['alert_above', 'Tus avisos', '#/subPackages/watchlist/alerts?listing=XMAD:MRA'],
] as const)('a message about a share leads to its page first: %s', async (code, label, address) => {
  shown = message({ record: null, code, title: 'Ya cotiza: Marisma', listing: 'XMAD:MRA', earlier: [] })
  const page = await open()
  await page.user.click(await page.findByRole('button', { name: /Ya cotiza/ }))
  expect(page.getAllByRole('link').map((link) => [plain(link.textContent), link.getAttribute('href')])).toEqual(
    expect.arrayContaining([
      ['Ver el valor', '#/subPackages/home/socketDetail/socketDetail?listing=XMAD:MRA'],
      [label, address],
    ]),
  )
  expect(page.queryAllByRole('link', { name: /Tus avisos|Ver las solicitudes/ }).length).toBe(1)
})
