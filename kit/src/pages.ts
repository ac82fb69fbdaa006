import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import type { InputOf, Read, ReplyOf } from '@lonja/core/base/contract'
import { OPENED_AT } from './kept.ts'
import { answerOf, pagesOf, useQuestion, type ReadError, type ReadOptions } from './reads.ts'

type PagedRead = Read & { readonly reply: { readonly _zod: { readonly output: { readonly cursor: string | null } } } }
type PagedInput<C extends PagedRead> = Omit<InputOf<C>, 'cursor'>

/** A list page by page: `pages` so far, `more()` for the next while `hasMore`. */
export function usePages<C extends PagedRead>(call: C, input: PagedInput<C>, options: ReadOptions = {}) {
  const question = useQuestion(call, input as InputOf<C>, options)
  const queryKey = pagesOf(question.queryKey)
  const query = useInfiniteQuery<
    ReplyOf<C>,
    ReadError,
    InfiniteData<ReplyOf<C>, string | null>,
    readonly unknown[],
    string | null
  >({
    ...question,
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      pageParam === null
        ? answerOf(call, input as InputOf<C>, signal, queryKey)
        : answerOf(call, { ...input, cursor: pageParam } as InputOf<C>, signal),
    initialPageParam: null,
    getNextPageParam: (last) => (last as { cursor: string | null }).cursor,
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
  })
  return {
    pages: query.data?.pages ?? [],
    /** The time of the list's last answer. */
    updatedAt: query.dataUpdatedAt,
    isPending: query.isPending,
    isFetching: query.isFetching,
    isFetchingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    // An earlier visit's list is on the screen, and the offline bar has its time.
    error: query.data && query.dataUpdatedAt < OPENED_AT ? null : query.error,
    more: () => void (query.hasNextPage && !query.isFetching && query.fetchNextPage()),
    refetch: () => query.refetch(),
  }
}
