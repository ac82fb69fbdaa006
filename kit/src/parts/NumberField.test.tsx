// @vitest-environment jsdom
import { useState } from 'react'
import { fireEvent } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { show, withHouse } from '../screens.testing.tsx'
import { NumberField } from './NumberField.tsx'

withHouse()

/** The frame after the focus comes when `draw` is called, as on a busy phone. */
function withLateFrame(): { draw: () => void } {
  const due: FrameRequestCallback[] = []
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => due.push(callback))
  return { draw: () => due.splice(0).forEach((callback) => callback(0)) }
}
afterEach(() => void vi.restoreAllMocks())

function Amount({ first }: { first: bigint | null }) {
  const [value, setValue] = useState(first)
  return (
    <>
      <NumberField label="Importe" decimals={2} value={value} onChange={setValue} />
      <output aria-label="Céntimos">{String(value)}</output>
    </>
  )
}

test('a digit that is typed before the next frame is kept', async () => {
  const frame = withLateFrame()
  const page = show(<Amount first={null} />)
  await page.user.tab()
  await page.user.keyboard('2')
  frame.draw()
  await page.user.keyboard('0')
  expect(page.getByRole('textbox')).toHaveProperty('value', '20')
  expect(page.getByRole('status', { name: 'Céntimos' }).textContent).toBe('2000')
})

test('the same digit that stood there is kept too', async () => {
  const frame = withLateFrame()
  const page = show(<Amount first={1_00n} />)
  const field = page.getByRole('textbox')
  await page.user.click(field)
  await page.user.clear(field)
  await page.user.keyboard('1,00')
  frame.draw()
  await page.user.keyboard('5')
  expect(field).toHaveProperty('value', '1,005')
})

test('what is typed at once takes the place of the amount that stood there', async () => {
  withLateFrame()
  const page = show(<Amount first={1_000_00n} />)
  const field = page.getByRole<HTMLInputElement>('textbox')
  expect(field.value).toBe('1.000,00')
  field.focus()
  await Promise.resolve()
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['1000,00', 0, 7])
})

test('the caret of the tap that entered the field gives way to the whole amount', () => {
  const frame = withLateFrame()
  const page = show(<Amount first={50_00n} />)
  const field = page.getByRole<HTMLInputElement>('textbox')
  fireEvent.focus(field)
  field.focus()
  field.setSelectionRange(1, 1)
  frame.draw()
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 5])
})
