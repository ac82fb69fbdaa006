import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatDate } from '@lonja/core/base/dates'
import type { Language } from '@lonja/core/base/language'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { openConflicts } from '../testing/conflicts.testing.ts'
import { openDesk, type Desk } from '../testing/desk.ts'
import { signInAgain, type TestCustomer } from '../testing/house.ts'
import { sendPostponement } from './postponing.actions.ts'
import { listUnsentPostponements } from './postponing.store.ts'
import { applicantOf, postponedOffer } from './postponing.testing.ts'

/* Each running application of a postponed offer has one notice of the later dates. */

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
}, 120_000)
afterAll(() => desk.house.close())
beforeEach(() => desk.later())

const tokenOf = (who: TestCustomer) => signInAgain(desk.house, who)
const parts = (publish = (_customer: string) => {}) => ({
  db: desk.house.db,
  clock: desk.house.clock,
  events: { publish },
})

const applicant = (offer: string) => applicantOf(desk, offer)
const postponed = () => postponedOffer(desk)

async function noticesOf(who: TestCustomer, language: Language = 'en') {
  const { data } = await desk.house.ask(listNotices, {}, { token: await tokenOf(who), language })
  return (data.data as { code: string; title: string; body: string }[]).filter(
    ({ code }) => code === 'application_postponed',
  )
}

test('it says each date that moved, what stays held, and until when the application can be withdrawn', async () => {
  const { ana, before, after, postponement } = await postponed()
  await sendPostponement(parts(), postponement)
  const [notice] = await noticesOf(ana)
  expect(notice?.title).toMatch(/^Offer postponed: Harbor Foods/)
  expect(notice?.body).toContain(`Deadline: ${formatDate(before.closes)}, now ${formatDate(after.closes)}.`)
  expect(notice?.body).toContain(`Draw: ${formatDate(before.draws)}, now ${formatDate(after.draws)}.`)
  expect(notice?.body).not.toContain('Listing')
  expect(notice?.body).toMatch(/680\.00.* stays held until the draw/)
  expect(notice?.body).toContain(`until ${formatDate(after.closes)} you can change or withdraw the application`)
})

test.each<[Language, string]>([
  ['tur', 'puedes cambiar o retirar la solicitud'],
  ['fr', 'vous pouvez modifier ou retirer la souscription'],
  ['cn', '可以修改或撤回申购'],
  ['tw', '可以修改或撤回申購'],
])('in the words of %s', async (language, words) => {
  const { ana, before, postponement } = await postponed()
  await sendPostponement(parts(), postponement)
  const [notice] = await noticesOf(ana, language)
  expect(notice?.body).toContain(words)
  expect(notice?.body).toContain(formatDate(before.draws))
})

test('three servers at once send each one once, and none to an application that came later or was withdrawn', async () => {
  const { offer, ana, other, gone, postponement } = await postponed()
  await desk.later(desk.now() + 1)
  const late = await applicant(offer)
  const publications: string[] = []
  const heard = parts((customer) => void publications.push(customer))
  await Promise.all([1, 2, 3].map(() => sendPostponement(heard, postponement)))
  await sendPostponement(heard, postponement)
  expect(publications.toSorted()).toEqual([ana.id, other.id].toSorted())
  const counts = await Promise.all([ana, other, gone, late].map(async (who) => (await noticesOf(who)).length))
  expect(counts).toEqual([1, 1, 0, 0])
  expect(await desk.house.db.read(listUnsentPostponements)).not.toContainEqual(postponement)
})

test('killed at each of its writes, it sends each one once', { timeout: 60_000 }, async () => {
  const conflicts = await openConflicts(desk.house)
  try {
    const calm = await postponed()
    const places = await conflicts.seenBy(() => sendPostponement(parts(), calm.postponement))
    expect(places).toEqual(expect.arrayContaining(['ipo_postponement_notices insert', 'notices insert', 'ipo_postponements_sent insert'])) // prettier-ignore
    for (const place of places) {
      const { ana, other, postponement } = await postponed()
      const killed = conflicts.during({ place, code: 'XX000', times: 1 }, () => sendPostponement(parts(), postponement))
      await expect(killed).rejects.toThrow('a conflict that the test made')
      // The next round of any server finds it.
      expect(await desk.house.db.read(listUnsentPostponements)).toContainEqual(postponement)
      await sendPostponement(parts(), postponement)
      expect([place, (await noticesOf(ana)).length, (await noticesOf(other)).length]).toEqual([place, 1, 1])
    }
  } finally {
    await conflicts.close()
  }
})
