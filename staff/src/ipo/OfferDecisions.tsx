import type { ReplyOf } from '@lonja/core/base/contract'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@lonja/core/base/language'
import { offerReview } from '@lonja/core/ipo/ipo.review'
import { decideOfferReview, openOfferReview } from '@lonja/core/ipo/offers.staff.contract'
import { readTerms } from '@lonja/core/ipo/terms.text'
import { useFormats } from '@lonja/kit/formats'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { useText } from '@lonja/kit/text'
import { Card, Cards } from '../review/Card.tsx'
import { ReviewPage } from '../review/ReviewPage.tsx'
import { roleNames } from '../staff/roles.ts'
import { TermsTable } from './TermsTable.tsx'
import styles from './offers.module.css'

type Proposal = ReplyOf<typeof openOfferReview>

/** The terms of offers, their withdrawals and later dates, for the decision of a second person. */
export function OfferDecisions() {
  const t = useText('offerDecisions')
  const f = useFormats()
  return (
    <ReviewPage
      kind={offerReview}
      title={t('title')}
      open={openOfferReview}
      decide={decideOfferReview}
      stateIn={(state) => t(`state_${state}`)}
      head={({ what, company, number, at }) => ({
        what: t(`what_${what}`, { company }),
        number,
        at,
        short: t(`short_${what}`),
      })}
      then={({ what, applications }, opinion) => [
        {
          label: t('then'),
          long: true,
          value: opinion === 'refuse' ? t('then_nothing') : t(`then_${what}`, { count: f.count(applications) }),
        },
      ]}
      evidence={(proposal) => <Evidence proposal={proposal} />}
    />
  )
}

function Evidence({ proposal }: { proposal: Proposal }) {
  const t = useText('offerDecisions')
  const s = useText('staff')
  const f = useFormats()
  const { company, listing, applications, proposedBy, prospectus, reason } = proposal
  const seat = s('seatAndRole', { number: String(proposedBy.number), role: roleNames(s, f, [proposedBy.role]) })
  return (
    <>
      <Cards>
        <Card title={t('offer')}>
          <strong>{company}</strong>
          <DefinitionRows
            tight
            rows={[
              { label: t('listing'), value: listing },
              { label: t('proposedBy'), value: seat },
              { label: t('applications'), value: f.count(applications) },
              ...(reason === null ? [] : [{ label: t('publicReason'), value: t(`reason_${reason}`) }]),
            ]}
          />
        </Card>
      </Cards>
      <ProposedTerms proposal={proposal} />
      {prospectus !== null && <Prospectus text={prospectus} />}
    </>
  )
}

/** The terms as a table, and the exact text that is hashed. */
function ProposedTerms({ proposal: { terms: text, termsHash, termsBefore } }: { proposal: Proposal }) {
  const t = useText('offerDecisions')
  const terms = readTerms(text)
  const before = termsBefore === null ? null : readTerms(termsBefore)
  return (
    <section className={styles.proposed}>
      <h3>{t(before ? 'changes' : 'terms')}</h3>
      {terms && <TermsTable terms={terms} before={before} />}
      <p className={styles.note}>{t('termsHash', { hash: termsHash })}</p>
      <details>
        <summary>{t('exactText')}</summary>
        <pre className={styles.text}>{text}</pre>
      </details>
    </section>
  )
}

/** The prospectus in each of its languages, which stand under their codes. */
function Prospectus({ text }: { text: string }) {
  const t = useText('offerDecisions')
  return (
    <section>
      <h3>{t('prospectus')}</h3>
      {LANGUAGES.map((language) => (
        <details key={language}>
          <summary>{LANGUAGE_NAMES[language]}</summary>
          <p className={styles.text}>{partIn(text, language)}</p>
        </details>
      ))}
    </section>
  )
}

const partIn = (text: string, language: Language): string =>
  text.split(/^\[(\w+)\]\n/m).reduce((text, part, n, parts) => (parts[n - 1] === language ? part.trim() : text), '')
