// @vitest-environment jsdom
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '@lonja/kit/screens.testing'
import { withApp } from '../screens.testing.tsx'
import { AsTraded, type CandleForm } from './AsTraded.tsx'

withApp()

function Chart({ splits }: { splits: number | undefined }) {
  const [form, setForm] = useState<CandleForm>('adjusted')
  return (
    <>
      <AsTraded splits={splits} form={form} onChange={setForm} />
      <p>the form is {form}</p>
    </>
  )
}

test('a chart with a split says that its prices are adjusted, and leads to those that were traded and back', async () => {
  const page = show(<Chart splits={1} />)
  expect(await page.findByText('Precios ajustados por desdoblamientos')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Ver sin ajustar' }))
  expect(page.getByText('Precios tal como se negociaron')).toBeTruthy()
  expect(page.getByText('the form is raw')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Ver ajustados' }))
  expect(page.getByText('the form is adjusted')).toBeTruthy()
})

test.each([0, undefined])('a chart with %s splits says nothing', (splits) => {
  expect(show(<Chart splits={splits} />).queryByRole('button')).toBeNull()
})
