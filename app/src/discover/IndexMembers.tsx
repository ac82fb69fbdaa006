import { useMemo, useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { listMembers, type MEMBER_SORTS } from '@lonja/core/discover/company.contract'
import { useFormats } from '@lonja/kit/formats'
import { List } from '@lonja/kit/parts/List'
import { SortHeader, type Sort } from '@lonja/kit/parts/SortHeader'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { useText } from '@lonja/kit/text'
import { LiveRow } from '../market/LiveRow.tsx'
import { useMarketNames } from '../market/names.ts'

type Column = (typeof MEMBER_SORTS)[number]

/** The members of an index with their weights, sorted by a column, page by page. */
export function IndexMembers({ listing }: { listing: ListingId }) {
  const t = useText('discover')
  const f = useFormats()
  const names = useMarketNames()
  const [sort, setSort] = useState<Sort<Column>>({ by: 'weight', down: true })
  const pages = usePages(listMembers, { listing, sort: sort.by, direction: sort.down ? 'down' : 'up' }, { keep: true })
  // If the order changed between two pages, a member may appear twice.
  const rows = useMemo(
    () => [...new Map(pages.pages.flatMap((page) => page.rows).map((row) => [row.listing, row])).values()],
    [pages.pages],
  )
  return (
    <List
      label={t('members')}
      items={pages.isPending ? undefined : rows}
      keyOf={(row) => row.listing}
      row={(row) => (
        <LiveRow
          of={{ ...row, line: null }}
          caption={`${names.caption(row.listing)} · ${t('weighs', {
            weight: row.weightBps === null ? '-' : f.rate(BigInt(row.weightBps)),
          })}`}
        />
      )}
      header={
        <SortHeader
          label={t('members')}
          sort={sort}
          onSort={setSort}
          columns={[
            { by: 'code', label: t('code'), upFirst: true },
            { by: 'weight', label: t('weight') },
            { by: 'change', label: t('columnDay'), right: true },
          ]}
        />
      }
      empty={<Empty text={t('noMembers')} />}
      error={
        pages.error && rows.length === 0 ? (
          <ErrorView title={t('loadFailed')} text={pages.error.msg} onRetry={() => void pages.refetch()} />
        ) : undefined
      }
      onEnd={pages.hasMore ? pages.more : undefined}
      loadingMore={pages.isFetchingMore}
    />
  )
}
