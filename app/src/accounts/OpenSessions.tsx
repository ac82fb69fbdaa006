import { hrefTo } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { useText } from '@lonja/kit/text'
import { SessionCard, useSessions } from './SessionCard.tsx'

/** The most sessions above the activity; the sessions page shows all. */
const SEEN_MOST = 3

/** The open sessions, shown above the activity: this one and the latest others, each with a button to end it. */
export function OpenSessions() {
  const t = useText('accounts')
  const { rows, error, refetch, others, end, confirmation } = useSessions()
  return (
    <Section
      title={t('sessions')}
      flush
      right={
        others > 0 && (
          <Button look="text" small label={t('endOthers', { count: others })} onClick={() => end('others')} />
        )
      }
    >
      {error && !rows && <ErrorView title={t('sessionsFailed')} text={error.msg} onRetry={() => void refetch()} />}
      {!error && !rows && <SkeletonRows rows={1} line={false} />}
      {rows?.slice(0, SEEN_MOST).map((session) => (
        <SessionCard key={session.id} short session={session} onEnd={() => end(session.id)} />
      ))}
      {rows && rows.length > SEEN_MOST && (
        <Button
          look="text"
          small
          label={t('allSessions', { count: rows.length })}
          href={hrefTo('/subPackages/accounts/sessions')}
        />
      )}
      {confirmation}
    </Section>
  )
}
