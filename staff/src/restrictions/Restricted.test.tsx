// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { listRestricted } from '@lonja/core/restrictions/restrictions.staff.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withConsole } from '../screens.testing.tsx'
import { restricted, type RestrictedRow } from './restrictions.testing.ts'

const wire = withConsole()

async function openList(...rows: readonly RestrictedRow[]): Promise<Page> {
  wire.house.answer(listRestricted, { rows: [...rows], cursor: null })
  enter()
  return openPage('/restricted')
}

const rowOf = (page: Page, number: string): string =>
  plain(page.getByRole('link', { name: number }).closest('tr')?.textContent)
const finds = () => wire.house.asked(listRestricted).map(({ input }) => input.find)

describe('the list', () => {
  test('says of each account how far it is restricted, why, by whom, since and until when, and what is stopped', async () => {
    const page = await openList(restricted())
    await page.findByRole('link', { name: 'L-204118' })
    const row = rowOf(page, 'L-204118')
    for (const part of ['M•••• I•••', '•••• 118', 'Sin dinero fuera', 'Denunciada como robada', 'Puesto 2, soporte'])
      expect(row).toContain(part)
    for (const part of ['1 persona', 'desde 23/11/2026 14:33:07', '26/11/2026 14:33:07', '1 retirada'])
      expect(row).toContain(part)
  })

  // prettier-ignore
  test.each<[string, Partial<RestrictedRow>, string[]]>([
    ['by two people',       { people: 2, level: 3 },                                                  ['Puesto 2, soporte', '2 personas', 'Cerrada a todo']],
    ['by the customer',     { seat: null, role: null, people: null, byCustomer: true },               ['el propio cliente']],
    ['at the command line', { seat: null, role: null, people: null },                                 ['línea de comandos']],
    ['with a note',         { note: 'Llamó a las 14:21', reason: 'court_order' },                     ['Orden judicial', 'Llamó a las 14:21']],
    ['without withdrawals', { stopped: 0, level: 1 },                                                 ['Sin riesgo nuevo', 'nada']],
  ])('restricted %s', async (_case, more, parts) => {
    const page = await openList(restricted(more))
    await page.findByRole('link', { name: 'L-204118' })
    for (const part of parts) expect(rowOf(page, 'L-204118')).toContain(part)
  })

  test('leads to the customer, and to the review in which two people decide on it', async () => {
    const [one, review] = [restricted(), newId()]
    const page = await openList(one, restricted({ number: 'L-4F09C2', review }))
    const link = await page.findByRole('link', { name: 'L-204118' })
    expect(link.getAttribute('href')).toBe(`#/customers?id=${one.customer}`)
    expect(
      page.getAllByRole('link', { name: 'por decidir, en la cola' }).map((each) => each.getAttribute('href')),
    ).toEqual([`#/restrictions?id=${review}`])
  })

  test('is worked by keys: an arrow chooses, Enter opens the customer', async () => {
    const [one, other] = [restricted(), restricted({ number: 'L-4F09C2' })]
    const page = await openList(one, other)
    await page.findByRole('link', { name: 'L-204118' })
    await page.user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(location.hash).toBe(`#/customers?id=${other.customer}`)
  })
})

test('a search goes to the house, and says if nobody restricted is found', async () => {
  const page = await openList(restricted())
  await page.findByRole('link', { name: 'L-204118' })
  wire.house.answer(listRestricted, { rows: [], cursor: null })
  await page.user.type(page.getByRole('searchbox', { name: 'Buscar un cliente limitado' }), 'L-4F09C2')
  expect(await page.findByText('Nadie limitado coincide con la búsqueda.')).toBeTruthy()
  expect(finds().at(-1)).toBe('L-4F09C2')
})

test('without a restricted account the list says so', async () => {
  expect(await (await openList()).findByText('Ninguna cuenta está limitada.')).toBeTruthy()
})

test('a list that cannot be read says so in its place, and is read again', async () => {
  wire.house.answer(listRestricted, no('unavailable', 'La casa está ocupada'))
  enter()
  const page = await openPage('/restricted')
  expect(await page.findByText('No hemos podido cargar la lista')).toBeTruthy()
  wire.house.answer(listRestricted, { rows: [restricted()], cursor: null })
  await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
  expect(await page.findByRole('link', { name: 'L-204118' })).toBeTruthy()
})
