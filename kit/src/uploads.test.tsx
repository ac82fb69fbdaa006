// @vitest-environment jsdom
import { beforeAll, expect, test, vi } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { openPreviews } from './browser.testing.ts'
import { LOST, no } from './house.testing.ts'
import { PictureList } from './parts/PictureList.tsx'
import { enter, later, show, speakOf, withHouse, type Page } from './screens.testing.tsx'
import { useUploads } from './uploads.ts'

const wire = withHouse()

beforeAll(() =>
  speakOf({
    pictures: {
      limitsMany: 'Hasta {count}',
      choose: 'Elegir',
      another: 'Otra',
      stop: 'Parar {name}',
      remove: 'Quitar {name}',
      waiting: 'Espera',
      sending: 'Se envía',
      sent: 'Enviada',
      again: 'Otra vez',
      takenBack: 'Retirada',
      most: 'Como mucho {count}',
    },
  }),
)

function Pictures({ most, onSent }: { most?: number; onSent?: (name: string) => void }) {
  const uploads = useUploads({
    use: 'deposit',
    ...(most === undefined ? {} : { most }),
    ...(onSent ? { onSent: ({ name }) => onSent(name) } : {}),
  })
  return (
    <>
      <PictureList label="Pruebas" uploads={uploads} />
      <p role="note">{`${uploads.ids.length} de ${uploads.uploads.length}${uploads.busy ? ', en camino' : ''}`}</p>
    </>
  )
}

const picture = (name: string) => new File([name], name, { type: 'image/png' })
const input = (): HTMLInputElement => document.querySelector('input[type=file]')!
const choose = (page: Page, ...names: string[]) => page.user.upload(input(), names.map(picture))
const stand = (page: Page) => page.getByRole('note').textContent
const stored = { width: 1, height: 1, bytes: 1 }

/** The house answers each picture when the test tells it to. */
function held() {
  const replies: ((reply: ReplyOf<typeof storePicture>) => void)[] = []
  wire.house.answer(storePicture, () => {
    const reply = later<ReplyOf<typeof storePicture>>()
    replies.push(reply.give)
    return reply.value
  })
  return (nth: number): void => replies[nth]?.({ id: wire.house.asked(storePicture)[nth]!.input.id, ...stored })
}

test('pictures are sent one after the other as they are chosen, with the use in the address, and named by their ids', async () => {
  const arrive = held()
  enter()
  const onSent = vi.fn()
  const page = show(<Pictures onSent={onSent} />)
  await choose(page, 'uno.png', 'dos.png')
  await expect.poll(() => wire.sendings).toHaveLength(1)
  expect(stand(page)).toBe('0 de 2, en camino')
  wire.sendings[0]?.progress(40)
  expect(await page.findByText(/40/)).toBeTruthy()
  arrive(0)
  await expect.poll(() => wire.sendings).toHaveLength(2)
  arrive(1)
  await expect.poll(() => stand(page)).toBe('2 de 2')
  expect(onSent.mock.calls).toEqual([['uno.png'], ['dos.png']])
  expect(wire.house.asked(storePicture).map(({ input }) => input.use)).toEqual(['deposit', 'deposit'])
})

test('a picture that is removed on its way is taken back, is kept in no memory, and lets the next one go', async () => {
  const arrive = held()
  enter()
  const page = show(<Pictures />)
  await choose(page, 'uno.png', 'dos.png')
  await expect.poll(() => wire.sendings).toHaveLength(1)
  const first = page.getAllByRole('presentation')[0]?.getAttribute('src')
  expect(openPreviews()).toContain(first)
  await page.user.click(page.getByRole('button', { name: 'Parar uno.png' }))
  await expect.poll(() => wire.sendings).toHaveLength(2)
  expect(wire.sendings[0]?.isAborted()).toBe(true)
  expect(openPreviews()).not.toContain(first)
  arrive(1)
  await expect.poll(() => stand(page)).toBe('1 de 1')
})

/** The front of a document, as two buttons choose it. */
function Front() {
  const uploads = useUploads({ use: 'kyc' })
  const chosen = (name: string) => () => uploads.add([{ name, file: picture(name) }], 'front')
  return (
    <>
      <button onClick={chosen('uno.png')}>uno</button>
      <button onClick={chosen('dos.png')}>dos</button>
      <p role="note">{uploads.at('front')?.state}</p>
    </>
  )
}

test('another picture in the same slot aborts the one on its way there, and is sent itself', async () => {
  const arrive = held()
  enter()
  const page = show(<Front />)
  await page.user.click(page.getByRole('button', { name: 'uno' }))
  await expect.poll(() => wire.sendings).toHaveLength(1)
  const previews = openPreviews().length
  await page.user.click(page.getByRole('button', { name: 'dos' }))
  await expect.poll(() => wire.sendings).toHaveLength(2)
  expect([wire.sendings[0]?.isAborted(), openPreviews().length]).toEqual([true, previews])
  arrive(1)
  await expect.poll(() => stand(page)).toBe('sent')
})

test('a picture that was not taken says why; one that was lost goes again by a tap, under the same id', async () => {
  wire.house.answer(storePicture, () => LOST)
  enter()
  const page = show(<Pictures />)
  await choose(page, 'uno.png')
  await expect.poll(() => stand(page)).toBe('0 de 1')
  wire.house.answer(storePicture, ({ input }) => ({ id: input.id, ...stored }))
  await page.user.click(page.getByRole('button', { name: 'Otra vez' }))
  await expect.poll(() => stand(page)).toBe('1 de 1')
  const keys = wire.house.asked(storePicture).map(({ key }) => key)
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
})

test('a picture that the house does not take is not sent again', async () => {
  wire.house.answer(storePicture, no('picture_unreadable', 'No se puede leer'))
  enter()
  const page = show(<Pictures />)
  await choose(page, 'uno.png')
  expect((await page.findAllByText(/No se puede leer/)).length).toBeGreaterThan(0)
  expect(page.queryByRole('button', { name: 'Otra vez' })).toBeNull()
  expect(stand(page)).toBe('0 de 1')
})

test('more than a form may have are left out', async () => {
  wire.house.answer(storePicture, ({ input }) => ({ id: input.id, ...stored }))
  enter()
  const page = show(<Pictures most={2} />)
  await choose(page, 'uno.png', 'dos.png', 'tres.png')
  expect(wire.toasts).toEqual(['Como mucho 2'])
  await expect.poll(() => stand(page)).toBe('2 de 2')
})
