import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Id } from '../base/wire.ts'
import { FILE_FAULT_CODES } from '../replay/faults.ts'
import { AnnouncedAction } from './actions.contract.ts'
import { readersOf } from '../review/review.rules.ts'
import { publicationReview } from './news.review.ts'

const { roles } = publicationReview

/** The most bytes of a file: as base64 it fits into the body of a call. */
export const ACTION_FILE_MOST = 32_768

/** The bytes of a file as base64. */
const FileBytes = z
  .string()
  .check(z.minLength(4), z.maxLength(Math.ceil(ACTION_FILE_MOST / 3) * 4), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))

/** The public address that a file was taken from. */
const PublicSource = z
  .string()
  .check(z.maxLength(500), z.regex(/^https:\/\/[A-Za-z0-9.-]+\.[A-Za-z]{2,}(?:[/?#]\S*)?$/))

/** The first error of a file: nothing of the file counts. The blanks are those of its sentence. */
export const FileFault = z.object({
  line: z.int(),
  fault: z.enum(FILE_FAULT_CODES),
  blanks: z.array(z.object({ name: z.string(), text: z.string() })),
})
export type FileFault = z.output<typeof FileFault>

/** Reads a file of corporate actions as it would be announced now. Nothing is stored. */
export const previewActions = read({
  path: '/staff/publications/actions/preview',
  method: 'POST',
  caller: 'seat',
  roles: readersOf(publicationReview),
  summary: 'The rows of a file of corporate actions as they would be announced now, or its first error',
  input: z.strictObject({ file: FileBytes }),
  reply: z.object({ sha256: z.string(), rows: z.array(AnnouncedAction), fault: z.nullable(FileFault) }),
  refusals: ['actions_elsewhere'],
})

/** Propose a file of corporate actions of a live feed. It is public once a second seat has confirmed it. */
export const proposeActions = write({
  path: '/staff/publications/actions/propose',
  caller: 'seat',
  roles,
  key: 'id',
  summary: 'A file of corporate actions with its public source, which a second person confirms',
  input: z.strictObject({ id: Id, source: PublicSource, file: FileBytes }),
  /** The review that it waits in. */
  reply: z.object({ id: Id, review: Id, sha256: z.string() }),
  refusals: ['actions_elsewhere', 'actions_need_second', 'actions_broken'],
})

export const actionsStaffCalls = { previewActions, proposeActions } as const
