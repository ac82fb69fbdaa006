// @vitest-environment jsdom
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show, withHouse } from '../screens.testing.tsx'
import { Button } from './Button.tsx'
import { Confirm, Dialog } from './Dialog.tsx'

withHouse()

function Asking({ onYes = () => undefined, busy = false }: { onYes?: () => void; busy?: boolean }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button label="Borrar" onClick={() => setAsking(true)} />
      {asking && (
        <Confirm
          title="¿Borrar?"
          confirm="Sí, borrar"
          cancel="Volver"
          busy={busy}
          error={busy ? null : 'No se pudo'}
          onConfirm={onYes}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}

async function openDialog(element: React.JSX.Element) {
  const page = show(element)
  const opener = page.getByRole('button', { name: 'Borrar' })
  await page.user.click(opener)
  return { page, opener, dialog: page.getByRole<HTMLDialogElement>('dialog', { name: '¿Borrar?' }) }
}

test('it opens with the focus on its title, says what went wrong, and its button does the act', async () => {
  const onYes = vi.fn()
  const { page } = await openDialog(<Asking onYes={onYes} />)
  expect(document.activeElement?.textContent).toBe('¿Borrar?')
  expect(page.getByText('No se pudo').getAttribute('role')).toBe('alert')
  await page.user.click(page.getByRole('button', { name: 'Sí, borrar' }))
  expect(onYes).toHaveBeenCalledTimes(1)
})

test('while the act is on its way a second press does nothing', async () => {
  const onYes = vi.fn()
  const { page } = await openDialog(<Asking onYes={onYes} busy />)
  await page.user.click(page.getByRole('button', { name: 'Sí, borrar' }))
  expect(onYes).not.toHaveBeenCalled()
})

test.each([
  [
    'its own way back',
    (page: ReturnType<typeof show>) => page.user.click(page.getByRole('button', { name: 'Volver' })),
  ],
  ['Escape', (page: ReturnType<typeof show>) => page.user.keyboard('{Escape}')],
  ['a press on the ground beside it', (page: ReturnType<typeof show>) => page.user.click(page.getByRole('dialog'))],
])('%s closes it, and the focus is where it was before', async (_what, leave) => {
  const { page, opener, dialog } = await openDialog(<Asking />)
  await leave(page)
  expect(page.queryByRole('dialog')).toBeNull()
  expect(dialog.open).toBe(false)
  expect(document.activeElement).toBe(opener)
})

test('a browser that does not give the focus back by itself is helped', async () => {
  const { page, opener } = await openDialog(<Asking />)
  const closing = vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
    this.removeAttribute('open')
  })
  await page.user.keyboard('{Escape}')
  closing.mockRestore()
  expect(document.activeElement).toBe(opener)
})

test('a press inside it leaves it open, and nothing behind it can be pressed', async () => {
  const onYes = vi.fn()
  const page = show(
    <>
      <Button label="Detrás" onClick={onYes} />
      <Dialog title="¿Borrar?" onClose={onYes}>
        <p>Nada se pierde</p>
      </Dialog>
    </>,
  )
  await page.user.click(page.getByText('Nada se pierde'))
  await page.user.click(page.getByText('Detrás'))
  expect(onYes).not.toHaveBeenCalled()
})

test('a dialog that asks for something begins in its field, and Escape calls what it was last given', async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const form = (onClose: () => void) => (
    <Dialog title="Nombre" onClose={onClose}>
      <input aria-label="Nombre" data-first-focus="field" />
    </Dialog>
  )
  const page = show(form(first))
  expect(document.activeElement).toBe(page.getByRole('textbox', { name: 'Nombre' }))
  page.redraw(form(second))
  await page.user.keyboard('{Escape}')
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
})
