import { QueryClient, type Query, keepPreviousData, onlineManager, useQuery } from '@tanstack/react-query'
import type { InputOf, Read, ReplyOf, Topic } from '@lonja/core/base/contract'
import type { Language } from '@lonja/core/base/language'
import { readKeptReply, send, wireInput, type Outage, type Refusal } from './call.ts'
import { awayNow, followAway, isAway, type Away } from './connection.ts'
import { keepAnswer, keptAnswer, type ReadKey } from './kept.ts'
import { currentSession, onSessionEnd, useSession, type Session } from './session.ts'
import { language, useLanguage } from './text.ts'
import { toast } from './parts/toast.ts'

/*
 * Data hooks for screens: `useRead` loads and stays fresh, `usePages` loads a list page by page, `useWrite` makes one
 * change. Reads are retried after an outage; writes never are, a person decides that.
 */

/** The error of a read. */
export type ReadError = Error & (Refusal | Outage)

const TRIES = 2
const isOutage = (error: Error): boolean => 'outage' in error

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: true,
      retry: (failures, error) => isOutage(error) && failures < TRIES && !isAway(),
      retryDelay: (tried) => 500 * 2 ** tried,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/**
 * A failed read also shows a toast with its message (spec section 8). A quiet read, which belongs to no page, says
 * nothing. While the server is away it is said once for what is on the screen; the offline bar stays.
 */
queries.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'error') return
  const error = event.action.error as unknown as ReadError
  if ('outage' in error) return void (isNews(event.query as Query) && toast(error.msg))
  // A bad input from the address has no field to correct: its page shows the error.
  const silent = (event.query.meta?.['quiet'] ?? false) || error.refused === 'bad_input'
  if (!silent && error.status !== 401) toast(error.msg)
})

/** The absence of the server that was said last. */
let saidAway: Away | null = null

/** True for the first failure since the server is away, and for a page's read that has nothing to show. */
function isNews({ meta, state }: Query): boolean {
  const away = awayNow()
  const isNew = away === null || away !== saidAway
  saidAway = away
  return isNew || (state.data === undefined && meta?.['quiet'] !== true)
}

onSessionEnd(() => queries.removeQueries({ predicate: ({ meta }) => meta?.['caller'] !== 'anyone' }))
onlineManager.setEventListener((set) => followAway(() => set(!isAway())))

/** Topics of the customer were published: reload every read that names one of them. */
export function markStale(topics: readonly Topic[]): void {
  markThese(({ meta }) => topics.some((topic) => (meta?.['topics'] as Topic[] | undefined)?.includes(topic)))
}

/** Everything may have changed while the stream was down. */
export const markAllStale = (): void => markThese(() => true)

function markThese(named: (query: Query) => boolean): void {
  // A first answer that is still loading may be outdated, so it is requested again, except for one that a person
  // requested once.
  const first = (query: Query) => named(query) && query.state.data === undefined && query.meta?.['once'] !== true
  void queries.cancelQueries({ predicate: first }).then(() => queries.invalidateQueries({ predicate: named }))
}

/** Reload everything on the screen; false if any of it failed. */
export async function refreshAll(): Promise<boolean> {
  await queries.refetchQueries({ type: 'active' })
  return queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .every(({ state }) => state.status !== 'error')
}

export interface ReadOptions {
  /** False: do not load yet. */
  readonly enabled?: boolean
  /** Show a failure only in its place, without a toast. */
  readonly quiet?: boolean
  /** Keep showing the last answer while loading another input. */
  readonly keep?: boolean
  readonly refetchMs?: number
  /**
   * Until the first answer of this visit, show the last one that this device has. For what decides a page's layout:
   * nothing then moves when the answer comes.
   */
  readonly fromDevice?: boolean
  /** True for a read of the frame around the screen, whose age is not the screen's. */
  readonly aside?: boolean
}

/** The session and the language are part of the query key, because answers are personal and in words. */
const keyOf = <C extends Read>(call: C, input: InputOf<C>, lang: Language, session: Session | null): ReadKey => [
  call.path,
  call.caller === 'anyone' ? 'anyone' : (session?.userId ?? null),
  lang,
  wireInput(call, input),
]

/** The options of a read's query, for a screen. */
export function useQuestion<C extends Read>(call: C, input: InputOf<C>, options: ReadOptions) {
  const lang = useLanguage()
  const session = useSession()
  return {
    queryKey: keyOf(call, input, lang, session),
    enabled: (options.enabled ?? true) && (call.caller === 'anyone' || session !== null),
    meta: { topics: call.topics, caller: call.caller, quiet: options.quiet ?? false, aside: options.aside ?? false },
    ...(options.refetchMs === undefined ? {} : { refetchInterval: options.refetchMs }),
  }
}

/** The answer of a read, whose error is thrown. `kept` is the key under which the device keeps it. */
export async function answerOf<C extends Read>(
  call: C,
  input: InputOf<C>,
  signal: AbortSignal,
  storeKey?: ReadKey,
): Promise<ReplyOf<C>> {
  const onText = (text: string): void => void (storeKey && call.caller !== 'seat' && keepAnswer(storeKey, text))
  const answer = await send(call, input, { signal, onText })
  if ('reply' in answer) return answer.reply
  const no = 'refusal' in answer ? answer.refusal : answer
  if (storeKey && 'outage' in no) showKept(call, storeKey)
  throw Object.assign(new Error(no.msg), no)
}

/** A read's last answer on this device stands in for its first one; undefined if there is none. */
const onDevice = (call: Read, key: ReadKey) => (): undefined => {
  const stored = keptAnswer(key)
  // The library's type of a reply is one that no generic call has.
  return ((stored && readKeptReply(call, stored.text)) ?? undefined) as undefined
}

/** The server is away: show a read's last answer on this device, with its time, if there is no other on the screen. */
function showKept(call: Read, key: ReadKey): void {
  if (queries.getQueryData(key) !== undefined) return
  const stored = keptAnswer(key)
  const reply = stored && readKeptReply(call, stored.text)
  if (reply === null) return
  const data = key.at(-1) === PAGES ? { pages: [reply], pageParams: [null] } : reply
  queries.setQueryData(key, data, { updatedAt: stored!.at })
}

/**
 * Load and stay fresh. `data` is undefined until the first answer; `error` is a refusal or an outage with its sentence.
 */
export function useRead<C extends Read>(call: C, input: InputOf<C>, options: ReadOptions = {}) {
  const question = useQuestion(call, input, options)
  return useQuery<ReplyOf<C>, ReadError>({
    ...question,
    queryFn: ({ signal }) => answerOf(call, input, signal, question.queryKey),
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
    ...(options.fromDevice ? { placeholderData: onDevice(call, question.queryKey) } : {}),
  })
}

/** Load data once on a person's act, outside the screen's reads. Rejects with the error. */
export function askOnce<C extends Read>(call: C, input: InputOf<C>): Promise<ReplyOf<C>> {
  const queryKey = keyOf(call, input, language(), currentSession())
  const meta = { topics: call.topics, caller: call.caller, quiet: false, once: true }
  return queries.fetchQuery({ queryKey, meta, queryFn: ({ signal }) => answerOf(call, input, signal) })
}

/**
 * Load in advance the data of a page about to be drawn (its first page of rows with `paged`), so that it is drawn once
 * with its figures. Resolves on success and on failure; the page then loads by itself and shows any error.
 */
export function askEarly<C extends Read>(call: C, input: InputOf<C>, paged = false): Promise<void> {
  const queryKey = keyOf(call, input, language(), currentSession())
  const question = { meta: { topics: call.topics, caller: call.caller, quiet: true }, retry: false }
  const queryOf = (key: ReadKey) => ({
    ...question,
    queryKey: key,
    queryFn: ({ signal }: { signal: AbortSignal }) => answerOf(call, input, signal, key),
  })
  if (!paged) return queries.prefetchQuery(queryOf(queryKey))
  return queries.prefetchInfiniteQuery({ ...queryOf(pagesOf(queryKey)), initialPageParam: null })
}

const PAGES = 'pages'
/** The key of a list page by page; its first page alone is kept. */
export const pagesOf = ([path, who, lang, wire]: ReadKey): ReadKey => [path, who, lang, wire, PAGES]
