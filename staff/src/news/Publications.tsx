import type { ReplyOf } from '@lonja/core/base/contract'
import { LANGUAGE_NAMES } from '@lonja/core/base/language'
import { publicationReview } from '@lonja/core/news/news.review'
import { decidePublication, openPublication } from '@lonja/core/news/publications.staff.contract'
import { useFormats } from '@lonja/kit/formats'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import { Card, Cards } from '../review/Card.tsx'
import { ReviewPage } from '../review/ReviewPage.tsx'
import { roleNames } from '../staff/roles.ts'
import { ActionRows } from './ActionRows.tsx'
import { ArticleText } from './ArticleText.tsx'
import { ProposeActions } from './ProposeActions.tsx'
import styles from './Articles.module.css'

type Publication = ReplyOf<typeof openPublication>

/** Texts that one seat proposes to all customers or about a listing, for the approval of another. */
export function Publications() {
  const t = useText('publications')
  const f = useFormats()
  return (
    <ReviewPage
      kind={publicationReview}
      title={t('title')}
      above={<ProposeActions />}
      open={openPublication}
      decide={decidePublication}
      stateIn={(state) => t(`state_${state}`)}
      head={({ what, number, at }) => ({ what: t(`what_${what}`), number, at })}
      then={({ count, actions }, opinion) => [
        {
          label: t('then'),
          value: t(
            opinion === 'refuse' ? 'thenNothing' : actions ? 'thenAnnounced' : count === null ? 'thenNews' : 'thenSent',
            { count: count === null ? '' : f.count(count) },
          ),
        },
      ]}
      evidence={(publication) => <Evidence publication={publication} />}
    />
  )
}

function Evidence({ publication }: { publication: Publication }) {
  const t = useText('publications')
  const s = useText('staff')
  const f = useFormats()
  const { what, name, listings, recipients, count, proposedBy, texts, before, actions } = publication
  const seat = proposedBy
    ? s('seatAndRole', { number: String(proposedBy.number), role: roleNames(s, f, [proposedBy.role]) })
    : t('byCommand')
  return (
    <>
      <Cards>
        <Card title={t('asked')}>
          <strong>{t(`what_${what}`)}</strong>
          <DefinitionRows
            tight
            rows={[
              { label: t('proposedBy'), value: seat },
              ...(name === null ? [] : [{ label: t('article'), value: name }]),
              ...(listings.length === 0 ? [] : [{ label: t('listings'), value: f.list(listings) }]),
            ]}
          />
        </Card>
        <Card title={t('readers')}>
          <strong>{actions ? t('everybodyFile') : count === null ? t('everybody') : t('customers', { count })}</strong>
          <DefinitionRows
            tight
            rows={recipients.map(({ language, gets, count: readers }) => ({
              label: LANGUAGE_NAMES[language],
              note: gets === language ? undefined : t('readsIn', { language: LANGUAGE_NAMES[gets] }),
              value: f.count(readers),
            }))}
          />
        </Card>
      </Cards>
      {actions && <ActionRows {...actions} />}
      {texts.map((text) => (
        <Text key={text.language} label={LANGUAGE_NAMES[text.language]} text={text} />
      ))}
      {before && <Text label={t('before')} text={before} />}
    </>
  )
}

/** A text exactly as readers will see it. */
function Text({ label, text }: { label: string; text: Publication['texts'][number] }) {
  return (
    <section className={styles.published}>
      <h3>{label}</h3>
      <ArticleText {...text} />
    </section>
  )
}
