import {
  QueryClient,
  type Query,
  keepPreviousData,
  onlineManager,
  useInfiniteQuery,
  useMutation,
  useQuery,
  type InfiniteData,
} from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { InputOf, Read, RefusalOf, ReplyOf, Topic, Write } from '@lonja/core/base/contract'
import type { Language } from '@lonja/core/base/language'
import { send, wireInput, type Outage, type Refusal } from './call.ts'
import { followAway, isAway } from './connection.ts'
import { newId } from './ids.ts'
import { currentSession, onSessionEnd, useSession, type Session } from './session.ts'
import { language, useLanguage } from './text.ts'
import { toast } from './parts/toast.ts'

/*
 * What screens use: `useRead` asks and stays fresh, `usePages` asks for a list piece by piece, `useWrite` changes
 * something once. Reads are tried again when nothing came back; writes never are, a person decides that.
 */

/** Why a read has no answer. */
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

/** A read that failed is said once as a toast too (spec section 8); offline the bar says it. */
queries.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'error') return
  const error = event.action.error as unknown as ReadError
  // An address that asks for what cannot be has no field to mend: its page says so.
  const isNowhere = 'refused' in error && error.refused === 'bad_input'
  const silent = (event.query.meta?.['quiet'] ?? false) || isNowhere || isAway()
  if (!silent && !('status' in error && error.status === 401)) toast(error.msg)
})

onSessionEnd(() => queries.removeQueries({ predicate: ({ meta }) => meta?.['caller'] !== 'anyone' }))
onlineManager.setEventListener((set) => followAway(() => set(!isAway())))

/** Something of the customer's own has changed: every read that names the topic is asked again. */
export function markStale(topics: readonly Topic[]): void {
  markThese(({ meta }) => topics.some((topic) => (meta?.['topics'] as Topic[] | undefined)?.includes(topic)))
}

/** Everything may have changed: the stream was away. */
export const markAllStale = (): void => markThese(() => true)

function markThese(named: (query: Query) => boolean): void {
  // A first answer that is still on its way may be of before: it is not waited for, but by a person who asked for it this once.
  const first = (query: Query) => named(query) && query.state.data === undefined && query.meta?.['once'] !== true
  void queries.cancelQueries({ predicate: first }).then(() => queries.invalidateQueries({ predicate: named }))
}

/**
 * A seat has done something: what it reads next is asked again. A customer's reads are told by their topics; what staff read is told to
 * nobody, and what stands on the screen now is its page's own matter.
 */
const markSeatsStale = (): void =>
  void queries.invalidateQueries({ predicate: ({ meta }) => meta?.['caller'] === 'seat', refetchType: 'none' })

/** Ask again for all that is on the screen; false where something of it could not be had. */
export async function refreshAll(): Promise<boolean> {
  await queries.refetchQueries({ type: 'active' })
  return queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .every(({ state }) => state.status !== 'error')
}

export interface ReadOptions {
  /** False: do not ask yet. */
  readonly enabled?: boolean
  /** Say nothing of a failure beyond where it happened. */
  readonly quiet?: boolean
  /** Show the last answer while another input is asked for. */
  readonly keep?: boolean
  readonly refetchMs?: number
}

/** Who asks and in which language is part of the question: the answer is in words, and one's own. */
const keyOf = <C extends Read>(call: C, input: InputOf<C>, lang: Language, session: Session | null) => [
  call.path,
  call.caller === 'anyone' ? 'anyone' : (session?.userId ?? null),
  lang,
  wireInput(call, input),
]

function useQuestion<C extends Read>(call: C, input: InputOf<C>, options: ReadOptions) {
  const lang = useLanguage()
  const session = useSession()
  return {
    queryKey: keyOf(call, input, lang, session),
    enabled: (options.enabled ?? true) && (call.caller === 'anyone' || session !== null),
    meta: { topics: call.topics, caller: call.caller, quiet: options.quiet ?? false },
    ...(options.refetchMs === undefined ? {} : { refetchInterval: options.refetchMs }),
  }
}

async function answerOf<C extends Read>(call: C, input: InputOf<C>, signal: AbortSignal): Promise<ReplyOf<C>> {
  const answer = await send(call, input, { signal })
  if ('reply' in answer) return answer.reply
  const no = 'refusal' in answer ? answer.refusal : answer
  throw Object.assign(new Error(no.msg), no)
}

/** Ask, and stay fresh. `data` is undefined until the first answer; `error` is a refusal or an outage, with its sentence. */
export function useRead<C extends Read>(call: C, input: InputOf<C>, options: ReadOptions = {}) {
  const question = useQuestion(call, input, options)
  return useQuery<ReplyOf<C>, ReadError>({
    ...question,
    queryFn: ({ signal }) => answerOf(call, input, signal),
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Ask once, by a person's act, what is not on the screen yet. Rejects with the reason where no answer is to be had. */
export function askOnce<C extends Read>(call: C, input: InputOf<C>): Promise<ReplyOf<C>> {
  const queryKey = keyOf(call, input, language(), currentSession())
  const meta = { topics: call.topics, caller: call.caller, quiet: false, once: true }
  return queries.fetchQuery({ queryKey, meta, queryFn: ({ signal }) => answerOf(call, input, signal) })
}

/**
 * Ask what a page will ask when it is drawn (its first piece, where `paged`), so that it is drawn once, with its figures.
 * Fulfilled when the answer is there or was not to be had; then the page asks again and says so.
 */
export function askEarly<C extends Read>(call: C, input: InputOf<C>, paged = false): Promise<void> {
  const queryKey = keyOf(call, input, language(), currentSession())
  const question = { meta: { topics: call.topics, caller: call.caller, quiet: true }, retry: false }
  const queryFn = ({ signal }: { signal: AbortSignal }) => answerOf(call, input, signal)
  if (!paged) return queries.prefetchQuery({ ...question, queryKey, queryFn })
  return queries.prefetchInfiniteQuery({
    ...question,
    queryKey: [...queryKey, PAGES],
    queryFn,
    initialPageParam: null,
  })
}

const PAGES = 'pages'

type Paged = Read & { readonly reply: { readonly _zod: { readonly output: { readonly cursor: string | null } } } }
type PagedInput<C extends Paged> = Omit<InputOf<C>, 'cursor'>

/** A list piece by piece: `pages` so far, `more()` for the next while `hasMore`. */
export function usePages<C extends Paged>(call: C, input: PagedInput<C>, options: ReadOptions = {}) {
  const question = useQuestion(call, input as InputOf<C>, options)
  const query = useInfiniteQuery<
    ReplyOf<C>,
    ReadError,
    InfiniteData<ReplyOf<C>, string | null>,
    readonly unknown[],
    string | null
  >({
    ...question,
    queryKey: [...question.queryKey, PAGES],
    queryFn: ({ pageParam, signal }) =>
      answerOf(call, (pageParam === null ? input : { ...input, cursor: pageParam }) as InputOf<C>, signal),
    initialPageParam: null,
    getNextPageParam: (last) => (last as { cursor: string | null }).cursor,
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
  })
  return {
    pages: query.data?.pages ?? [],
    /** When the list was last answered. */
    updatedAt: query.dataUpdatedAt,
    isPending: query.isPending,
    isFetching: query.isFetching,
    isFetchingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    error: query.error,
    more: () => void (query.hasNextPage && !query.isFetching && query.fetchNextPage()),
    refetch: () => query.refetch(),
  }
}

export interface WriteOptions<C extends Write> {
  readonly onReply?: (reply: ReplyOf<C>, input: InputOf<C>) => void
  readonly onRefusal?: (refusal: Refusal<RefusalOf<C>> | Outage, input: InputOf<C>) => void
  /** The form says it where it happened; no toast besides. */
  readonly quiet?: boolean
}

/** Do it once. A tap while it runs is the same act; a tap after no answer came carries the same key, so it is the same act too. */
export function useWrite<C extends Write>(call: C, { onReply, onRefusal, quiet }: WriteOptions<C> = {}) {
  const [key, setKey] = useState(newId)
  const [refusal, setRefusal] = useState<Refusal<RefusalOf<C>> | Outage | null>(null)
  const running = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (input: InputOf<C>) => send(call, input, { key: keyFor(call, input, key) }),
    onSuccess: (answer, input) => {
      if ('reply' in answer) {
        setKey(newId())
        setRefusal(null)
        if (call.caller === 'seat') markSeatsStale()
        onReply?.(answer.reply, input)
        return
      }
      const no = 'refusal' in answer ? answer.refusal : answer
      setRefusal(no)
      if (!quiet && !('status' in no && no.status === 401)) toast(no.msg, { kind: 'refused' in no ? 'error' : 'plain' })
      onRefusal?.(no, input)
    },
    onSettled: () => {
      running.current = false
    },
  })
  return {
    mutate: (input: InputOf<C>): void => {
      if (running.current) return
      running.current = true
      mutate(input)
    },
    isPending,
    refusal,
    /** What is wrong with one field, in words; undefined when nothing is. */
    mistake: (field: string): string | undefined =>
      refusal && 'fields' in refusal ? refusal.fields.find((each) => each.field === field)?.msg : undefined,
    forget: () => setRefusal(null),
  }
}

/** Where the call makes a thing, the thing's id is the key. */
function keyFor<C extends Write>(call: C, input: InputOf<C>, key: string): string {
  if (call.key !== 'id') return key
  return (input as { id: string }).id
}
