// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react'
import { Activity, useState } from 'react'
import { expect, test } from 'vitest'
import { show, withHouse } from '../screens.testing.tsx'
import { Screen } from './Screen.tsx'

withHouse()

function Hidden() {
  const [isShown, setShown] = useState(true)
  return (
    <>
      <button onClick={() => setShown(!isShown)}>Otra página</button>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <Screen title="Lista">Filas</Screen>
      </Activity>
    </>
  )
}

test('a page that was hidden is where it was scrolled to', async () => {
  const page = show(<Hidden />)
  const content = document.querySelector<HTMLElement>('[data-scroller]')!
  Object.defineProperty(content, 'clientHeight', { value: 600 })
  content.scrollTop = 240
  fireEvent.scroll(content)
  await page.user.click(page.getByRole('button', { name: 'Otra página' }))
  // A browser forgets it with the layout of the page.
  content.scrollTop = 0
  await page.user.click(page.getByRole('button', { name: 'Otra página' }))
  expect(content.scrollTop).toBe(240)
})
