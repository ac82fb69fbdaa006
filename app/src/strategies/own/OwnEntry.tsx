import { hrefTo } from '@lonja/kit/nav'
import { Section } from '@lonja/kit/parts/blocks'
import { Row } from '@lonja/kit/parts/Row'
import { useText } from '@lonja/kit/text'
import { OWN_LIST } from './own.ts'

/** The way from the strategies of the house to the customer's own. */
export function OwnEntry() {
  const t = useText('own')
  return (
    <Section title={t('title')} flush>
      <Row title={t('write')} caption={t('writeWhat')} wraps caret href={hrefTo(OWN_LIST)} />
    </Section>
  )
}
