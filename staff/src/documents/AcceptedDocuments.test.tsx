// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { openAcceptedDocument } from '@lonja/core/documents/documents.staff.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, show } from '@lonja/kit/screens.testing'
import { withConsole } from '../screens.testing.tsx'
import { AcceptedDocuments } from './AcceptedDocuments.tsx'

const wire = withConsole()

const ROW = {
  id: newId(),
  name: 'pledge_terms',
  version: 1,
  language: 'fr',
  sha256: 'a'.repeat(64),
  acceptedAt: Date.UTC(2026, 10, 23, 11),
} as const

test('the text is opened on request only, once, in the language of the customer', async () => {
  const { id, acceptedAt, ...text } = ROW
  const about = { kind: 'pledge', id: newId() }
  wire.house.answer(openAcceptedDocument, no('unknown_document', 'No hay tal documento'))
  enter()
  const page = show(<AcceptedDocuments rows={[ROW]} />)
  expect(page.getByText('Versión 1 en Français, aceptada el 23/11/2026 12:00:00')).toBeTruthy()
  expect(wire.house.asked(openAcceptedDocument)).toEqual([])
  const open = page.getByRole('button', { name: 'Abrir el texto aceptado' })
  await page.user.click(open)
  expect(await page.findByText(/No hay tal documento/)).toBeTruthy()
  const texted = { ...text, day: '2026-11-01', text: 'Conditions\n\nUn paragraphe.\n' }
  wire.house.answer(openAcceptedDocument, { ...texted, customer: newId<'customer'>(), about, acceptedAt })
  await page.user.click(open)
  expect((await page.findByText('Un paragraphe.')).closest('[lang]')?.getAttribute('lang')).toBe('fr-FR')
  expect(wire.house.asked(openAcceptedDocument)).toMatchObject([{ input: { id } }, { input: { id } }])
  expect(page.queryByRole('button')).toBeNull()
})
