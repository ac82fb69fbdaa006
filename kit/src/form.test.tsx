// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { setTradingPassword } from '@lonja/core/accounts/accounts.contract'
import { useForm } from './form.ts'
import { no } from './house.testing.ts'
import { Button } from './parts/Button.tsx'
import { Field } from './parts/Field.tsx'
import { enter, later, show, withHouse } from './screens.testing.tsx'

const wire = withHouse()

const MISSING = 'Falta'
const missing = (text: string) => (text === '' ? MISSING : undefined)

function Passwords({
  onReply = () => undefined,
  onRefused,
}: {
  onReply?: () => void
  onRefused?: (code: string) => void
}) {
  const form = useForm({
    call: setTradingPassword,
    first: { old: '', password: '', again: '' },
    mistakes: ({ old, password, again }) => ({
      old: missing(old),
      password: password.length < 6 ? 'Corta' : undefined,
      again: missing(again),
    }),
    input: (typed) => typed,
    onReply,
    onRefusal: (refused) => onRefused?.(refused),
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <Field {...form.field('old')} label="Actual" />
      <Field {...form.field('password')} label="Nueva" />
      <Field {...form.field('again')} label="Otra vez" />
      <p role="note">{form.elsewhere}</p>
      <Button label="Guardar" busy={form.busy} waitsFor={form.waitsFor} onClick={form.submit} />
    </form>
  )
}

const box = (page: ReturnType<typeof show>, name: string) => page.getByRole('textbox', { name })
const press = (page: ReturnType<typeof show>) => page.user.click(page.getByRole('button', { name: 'Guardar' }))
const isWrong = (page: ReturnType<typeof show>, name: string) => box(page, name).getAttribute('aria-invalid') === 'true'

async function fill(page: ReturnType<typeof show>): Promise<void> {
  await page.user.type(box(page, 'Actual'), 'secreta')
  await page.user.type(box(page, 'Nueva'), 'novedad')
  await page.user.type(box(page, 'Otra vez'), 'novedad')
}

test('before the button is pressed nothing that is empty is wrong; then all of it is, the first mistake is a toast too, nothing is sent, and the focus goes to the first', async () => {
  enter()
  const page = show(<Passwords />)
  await page.user.click(box(page, 'Actual'))
  await page.user.click(box(page, 'Otra vez'))
  expect(page.queryByText(MISSING)).toBeNull()
  await press(page)
  expect(['Actual', 'Nueva', 'Otra vez'].map((name) => isWrong(page, name))).toEqual([true, true, true])
  expect(wire.toasts).toEqual([MISSING])
  expect(document.activeElement).toBe(box(page, 'Actual'))
  // One field is right now: the others are still wrong.
  await page.user.type(box(page, 'Actual'), 'secreta')
  await press(page)
  expect(document.activeElement).toBe(box(page, 'Nueva'))
  expect(wire.house.asked(setTradingPassword)).toEqual([])
})

test('what was typed wrongly is said when its field is left, not while it is typed', async () => {
  const page = show(<Passwords />)
  await page.user.type(box(page, 'Nueva'), 'abc')
  expect(isWrong(page, 'Nueva')).toBe(false)
  await page.user.tab()
  expect(page.getByText('Corta')).toBeTruthy()
  await page.user.type(box(page, 'Nueva'), 'def')
  expect(isWrong(page, 'Nueva')).toBe(false)
})

test('what was typed is sent as it stands, by Enter too, and the reply is handed on', async () => {
  wire.house.answer(setTradingPassword, { set: true })
  enter()
  const onReply = vi.fn()
  const page = show(<Passwords onReply={onReply} />)
  await fill(page)
  await page.user.type(box(page, 'Otra vez'), '{Enter}')
  await press(page)
  await expect.poll(() => onReply.mock.calls.length).toBeGreaterThan(0)
  expect(wire.house.asked(setTradingPassword)[0]?.input).toEqual({
    old: 'secreta',
    password: 'novedad',
    again: 'novedad',
  })
})

test('a refusal stands at its field with the focus in it, until any field is touched', async () => {
  wire.house.answer(setTradingPassword, no('wrong_password', 'No es esa', { field: 'old' }))
  enter()
  const onRefused = vi.fn()
  const page = show(<Passwords onRefused={onRefused} />)
  await fill(page)
  await press(page)
  await expect.poll(() => isWrong(page, 'Actual')).toBe(true)
  expect([isWrong(page, 'Nueva'), page.getByRole('note').textContent]).toEqual([false, ''])
  await expect.poll(() => document.activeElement).toBe(box(page, 'Actual'))
  expect(onRefused.mock.calls).toEqual([['wrong_password']])
  await page.user.type(box(page, 'Otra vez'), 'x')
  expect(isWrong(page, 'Actual')).toBe(false)
})

test('a refusal that no field is to blame for stands by itself', async () => {
  wire.house.answer(setTradingPassword, no('too_many_tries', 'Espera una hora'))
  enter()
  const page = show(<Passwords />)
  await fill(page)
  await press(page)
  await expect.poll(() => page.getByRole('note').textContent).toBe('Espera una hora')
})

test('while it is on its way the button says so and takes no second press', async () => {
  const reply = later<{ set: true }>()
  wire.house.answer(setTradingPassword, () => reply.value)
  enter()
  const page = show(<Passwords />)
  await fill(page)
  await press(page)
  await expect.poll(() => page.getByRole('button').getAttribute('aria-disabled')).toBe('true')
  await press(page)
  expect(wire.house.asked(setTradingPassword)).toHaveLength(1)
  reply.give({ set: true })
  await expect.poll(() => page.getByRole('button').getAttribute('aria-disabled')).not.toBe('true')
})
