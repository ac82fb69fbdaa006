// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listActionFiles, readActionFile } from '@lonja/core/news/actions.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'

const wire = withApp()

type File = ReplyOf<typeof listActionFiles>['rows'][number]
const ROW: File['rows'][number] = {
  line: 2,
  what: 'announce',
  kind: 'dividend',
  listing: 'XNYS:ABC',
  currency: 'USD',
  exDay: '2026-12-10',
  recordAt: Date.UTC(2026, 11, 9, 21),
  ratio: null,
  amount: priceE4(2_500n),
  successor: null,
  withdrawnAt: Date.UTC(2026, 11, 8, 9),
}
const FILE: File = {
  id: newId(),
  announcedAt: Date.UTC(2026, 11, 7, 15),
  roles: ['operations', 'operations'],
  source: 'https://www.example.org/actions',
  sha256: 'ab'.repeat(32),
  rows: [ROW, { ...ROW, line: 3, what: 'withdraw', kind: 'split', amount: null, ratio: { from: 1n, to: 4n }, withdrawnAt: null }], // prettier-ignore
}

async function openFiles(rows: File[]): Promise<Page> {
  wire.house.answer(listActionFiles, { rows, cursor: null })
  return openPage('/subPackages/corporate/files')
}

test('anybody reads when a file was announced, by which roles, its source, its hash and its rows', async () => {
  const page = await openFiles([FILE])
  await page.findByText(FILE.sha256)
  for (const part of [
    '07/12/2026 16:00:00',
    'Propuesto por operaciones, confirmado por operaciones',
    'ABC: Dividendo de 0,25',
    'Retirado el 08/12/2026 10:00:00',
    'ABC: retira el desdoblamiento',
    '10/12/2026',
  ])
    expect(plain(page.getByRole('main').textContent)).toContain(part)
  expect(page.getByRole('link', { name: FILE.source }).getAttribute('href')).toBe(FILE.source)
})

test('the file is saved byte for byte', async () => {
  const text = 'date,listing,kind,value,currency\n2026-12-10,ABC,dividend,0.25,USD\n'
  wire.house.answer(readActionFile, { ...FILE, content: btoa(text) })
  const saved: Blob[] = []
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${saved.push(file as Blob)}`)
  const page = await openFiles([FILE])
  await page.user.click(await page.findByRole('button', { name: 'Descargar el fichero' }))
  await expect.poll(() => saved.length).toBe(1)
  create.mockRestore()
  const reader = new FileReader()
  reader.readAsText(saved[0] as Blob)
  await expect.poll(() => reader.result).toBe(text)
})

test('a house without any says where they would come from', async () => {
  expect(await (await openFiles([])).findByText('No se ha anunciado ningún fichero')).toBeTruthy()
})

test('a failure says so', async () => {
  wire.house.answer(listActionFiles, no('unavailable', 'Ahora no'))
  const page = await openPage('/subPackages/corporate/files')
  expect(await page.findByText('No hemos podido cargar los ficheros')).toBeTruthy()
})
