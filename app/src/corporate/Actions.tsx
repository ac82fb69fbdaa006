import { tickerOf, type ListingId } from '@lonja/core/base/amount'
import { listActions, type ActionReply } from '@lonja/core/corporate/corporate.contract'
import { houseFacts } from '@lonja/kit/first'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo, useQuery } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { CalendarDotsIcon } from '@lonja/kit/parts/page-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { instantOf, useActionName } from './words.ts'

/** The corporate actions of a listing: those that are coming, and those that were carried out. */
export function Actions() {
  const t = useText('corporate')
  const listing = useQuery().get('listing') as ListingId
  const { data, error, refetch } = useRead(listActions, { listing })
  const rows = data?.rows ?? []
  const isOfFiles = houseFacts()?.source === 'alpaca'
  const groups = [
    {
      title: t('coming'),
      actions: rows.filter(({ doneAt, withdrawnAt }) => doneAt === null && withdrawnAt === null).toReversed(),
    },
    { title: t('past'), actions: rows.filter(({ doneAt }) => doneAt !== null) },
    { title: t('withdrawnGroup'), actions: rows.filter(({ withdrawnAt }) => withdrawnAt !== null) },
  ].filter(({ actions }) => actions.length > 0)
  return (
    <Screen
      title={t('title')}
      {...(listing ? { caption: tickerOf(listing) } : {})}
      onBack={back}
      onRefresh={() => refetch()}
      readOnly
    >
      {data && rows.length === 0 && <Empty icon={CalendarDotsIcon} text={t('none')} why={t('noneWhy')} />}
      {!data && error && <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows line={false} />}
      {groups.map(({ title, actions }) => (
        <Section key={title} title={title} flush>
          {actions.map((action) => (
            <ActionRow key={action.id} action={action} />
          ))}
        </Section>
      ))}
      {isOfFiles && <Button look="text" label={t('files')} href={hrefTo('/subPackages/corporate/files')} />}
    </Screen>
  )
}

/** One action, which opens its record. */
export function ActionRow({ action }: { action: ActionReply }) {
  const t = useText('corporate')
  const f = useFormats()
  const nameOf = useActionName()
  return (
    <Row
      title={nameOf(action)}
      caption={t('exDayIs', { day: f.day(instantOf(action.exDay), 'UTC') })}
      href={hrefTo('/subPackages/corporate/action', { id: action.id })}
    />
  )
}
