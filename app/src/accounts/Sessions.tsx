import { back } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { List } from '@lonja/kit/parts/List'
import { Screen } from '@lonja/kit/parts/Screen'
import { Empty, ErrorView } from '@lonja/kit/parts/states'
import { useText } from '@lonja/kit/text'
import { SessionCard, useSessions } from './SessionCard.tsx'

/** The open sessions, each by device and time with a button to end it. */
export function Sessions() {
  const t = useText('accounts')
  const { rows, error, refetch, others, end, confirmation } = useSessions()
  return (
    <Screen
      title={t('sessions')}
      onBack={back}
      onRefresh={() => refetch()}
      dock={
        others > 0 && <Button look="outline" label={t('endOthers', { count: others })} onClick={() => end('others')} />
      }
    >
      <List
        label={t('sessions')}
        items={rows}
        keyOf={({ id }) => id}
        measured
        rowHeight={96}
        row={(session) => <SessionCard session={session} onEnd={() => end(session.id)} />}
        empty={<Empty text={t('sessionsNone')} />}
        error={
          error && !rows ? (
            <ErrorView title={t('sessionsFailed')} text={error.msg} onRetry={() => void refetch()} />
          ) : undefined
        }
      />
      {confirmation}
    </Screen>
  )
}
