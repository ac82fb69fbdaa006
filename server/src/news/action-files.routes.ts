import { createHash } from 'node:crypto'
import { refuse } from '@lonja/core/base/refusal'
import { listActionFiles, readActionFile } from '@lonja/core/news/actions.contract'
import { previewActions, proposeActions } from '@lonja/core/news/actions.staff.contract'
import type { Announcements } from '@lonja/core/replay/announced'
import { ACTION_FILES_PAGE } from '@lonja/core/news/news.rules'
import { HOUSE } from '../database/locks.ts'
import type { Db } from '../database/db.ts'
import { onStaffRead, onStaffWrite } from '../door/serve.staff.ts'
import { onLook, type Route } from '../door/serve.ts'
import { announcements } from '../market/market.announced.ts'
import { decideFile, publishedFile, readFile, rowReply, type ActionFileParts } from './action-files.actions.ts'
import { countActionFiles, listActionFileRows, type ActionFile } from './action-files.store.ts'
import { propose } from './publications.actions.ts'
import { isPublicationTaken } from './publications.store.ts'

/** Files of corporate actions: proposed at the console, and public once they are confirmed. */
export const actionFilesRoutes = (parts: ActionFileParts): Route[] => [...publicRoutes(), ...staffRoutes(parts)]

const staffRoutes = (parts: ActionFileParts): Route[] => [
  onStaffRead(previewActions, async ({ tx, now }, { file }) => {
    if (!parts.market.takesActionFiles) return refuse('actions_elsewhere')
    const bytes = Buffer.from(file, 'base64')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { sha256, ...(await readFile(tx, bytes, parts, now)) }
  }),

  onStaffWrite(proposeActions, {
    customerOf: () => HOUSE,
    handle: async (context, { id, source, file: content }) => {
      const { tx, now } = context
      // The answer of this key is purged, or the key is another seat's: the file was proposed under it.
      if (await isPublicationTaken(tx, id)) return refuse('key_reused')
      const file = publishedFile(source, content)
      const refused = await decideFile(tx, file, parts, now)
      if (refused) return refused
      const publication = {
        id,
        what: 'actions',
        texts: {},
        name: null,
        version: null,
        listings: [],
        toldAt: null,
      } as const
      const { review } = await propose(context, { ...publication, file }, parts)
      return { id, review, sha256: file.sha256 }
    },
  }),
]

interface Public {
  readonly files: readonly ActionFile[]
  readonly announced: Announcements
}

function publicRoutes(): Route[] {
  // No file ever changes, so what was read stands until there is another one.
  let known: Public = { files: [], announced: announcements([]) }
  const read = async (db: Db): Promise<Public> => {
    const count = await db.read(countActionFiles)
    if (count === known.files.length) return known
    const files = await db.read((tx) => listActionFileRows(tx, 0))
    known = { files, announced: announcements(files) }
    return known
  }
  return [
    onLook(listActionFiles, async ({ db }, { cursor, limit = ACTION_FILES_PAGE }) => {
      const known = await read(db)
      const newest = known.files.toReversed()
      const first = cursor === undefined ? 0 : newest.findIndex(({ id }) => id === cursor) + 1
      const page = newest.slice(first, first + limit)
      const isLast = first + limit >= newest.length
      return { rows: page.map((file) => fileReply(known, file)), cursor: isLast ? null : (page.at(-1)?.id ?? null) }
    }),

    onLook(readActionFile, async ({ db }, { id }) => {
      const known = await read(db)
      const file = known.files.find((each) => each.id === id)
      return file ? { ...fileReply(known, file), content: file.bytes.toString('base64') } : refuse('unknown_file')
    }),
  ]
}

function fileReply({ announced }: Public, { id, confirmedAt, roles, source, sha256 }: ActionFile) {
  const withdrawnAt = (action: unknown): number | null =>
    announced.all.find((each) => each.action === action)?.withdrawn?.at ?? null
  return {
    id,
    announcedAt: confirmedAt,
    roles: [...roles],
    source,
    sha256,
    rows: (announced.rows.get(id) ?? []).map((row) => ({
      ...rowReply(row),
      withdrawnAt: row.what === 'announce' ? withdrawnAt(row.action) : null,
    })),
  }
}
