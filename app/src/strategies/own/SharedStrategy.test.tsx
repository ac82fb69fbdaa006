// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readSharedStrategy } from '@lonja/core/strategies/own.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, whereNow, withApp } from '../../screens.testing.tsx'
import { allDrafts } from './drafts.ts'
import { codeFields, codeText, NOW, TEXT } from './own.testing.ts'

const wire = withApp()
afterEach(() => void vi.restoreAllMocks())
const LINK = 'abcdefghijklmnopqrstuv'
const text = (): string => plain(document.body.textContent)

async function open(link = LINK): Promise<Page> {
  enter()
  return openPage(`/subPackages/strategies/shared?link=${link}`)
}

describe('the page of a shared text', () => {
  test('shows it, to be read alone: there is nothing that runs it', async () => {
    wire.house.answer(readSharedStrategy, { name: 'Media ajena', version: 2, at: NOW, text: TEXT })
    const page = await open()
    await page.findByRole('heading', { name: 'Media ajena' })
    expect(codeText()).toBe(TEXT)
    const [field] = codeFields()
    expect([field!.getAttribute('contenteditable'), field!.getAttribute('aria-readonly')]).toEqual(['false', 'true'])
    expect(field!.tabIndex).toBe(0)
    expect(text()).toContain('Aquí solo se lee; nada la ejecuta.')
    expect(page.queryByRole('button', { name: /Probar/ })).toBeNull()
  })

  test('makes a copy that is the reader’s own draft', async () => {
    wire.house.answer(readSharedStrategy, { name: 'Media ajena', version: 2, at: NOW, text: TEXT })
    const page = await open()
    await page.user.click(await page.findByRole('button', { name: /^Copiarla a las mías/ }))
    const [[id, draft]] = Object.entries(allDrafts()) as [[string, unknown]]
    expect(draft).toEqual({ name: 'Media ajena', text: TEXT, version: 0 })
    expect(whereNow()).toBe(`/subPackages/strategies/text?id=${id}&from=copy`)
  })

  test('copies nothing where this phone keeps nothing', async () => {
    wire.house.answer(readSharedStrategy, { name: 'Media ajena', version: 2, at: NOW, text: TEXT })
    const page = await open()
    const copy = await page.findByRole('button', { name: /^Copiarla a las mías/ })
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await page.user.click(copy)
    expect(whereNow()).toContain('/strategies/shared')
    expect(wire.toasts.join()).toContain('Este teléfono no puede guardar')
  })

  test('of a link that ended says so', async () => {
    wire.house.answer(readSharedStrategy, no('unknown_own_strategy', 'Esa estrategia no existe'))
    const page = await open()
    await page.findByText('Este enlace no muestra nada')
    expect(page.queryByRole('button', { name: /Copiarla/ })).toBeNull()
  })

  test('of no link asks the house for nothing', async () => {
    const page = await open('../secret')
    await page.findByText('Puede que ya no se comparta.')
    expect(wire.house.asked(readSharedStrategy)).toEqual([])
  })
})
