import { useState } from 'react'
import { isCurrency, type Asset } from '@lonja/core/base/amount'
import { fieldsOf } from '@lonja/core/proof/leaf.fields'
import type { LeafProof } from '@lonja/core/proof/leaf.contract'
import { useFormats } from '@lonja/kit/formats'
import { Block } from '@lonja/kit/parts/blocks'
import { CopiedHash } from '@lonja/kit/parts/CopiedHash'
import { DefinitionRows, type Definition } from '@lonja/kit/parts/DefinitionRows'
import { Row } from '@lonja/kit/parts/Row'
import { useText } from '@lonja/kit/text'
import { useHeldText } from '../orders/held.ts'
import { shortHash, type Fill } from './leaf.ts'
import styles from './Leaf.module.css'

type ProvenRow = LeafProof['rows'][number]

/** The content of the leaves in figures, and their exact texts, salts and paths for those who want to repeat the check. */
export function LeafFields({ proof, fill }: { proof: LeafProof; fill: Fill }) {
  const t = useText('proof')
  const [isOpen, setOpen] = useState(false)
  const [first, ...entries] = proof.rows
  return (
    <section>
      <h2 className={styles.heading}>{t('leafHolding')}</h2>
      <Block>
        <DefinitionRows tight rows={[...useFillRows(fill), ...useEntryRows(entries)]} />
      </Block>
      <div className={styles.opener}>
        <Row
          title={t('leafExact')}
          caption={t('leafExactWhy')}
          wraps
          caret
          expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && first && (
        <>
          <Exact row={first} title={t('leafOfFill')} />
          {entries.map((row) => (
            <Exact key={row.leaf} row={row} title={t('leafOfEntry', { n: numberOf(row) })} />
          ))}
        </>
      )}
    </section>
  )
}

function useFillRows({ id, shares, price, fee, quote, at }: Fill): Definition[] {
  const t = useText('orders')
  const f = useFormats()
  return [
    { label: t('fillId'), value: shortHash(id) },
    { label: `${t('shares')} × ${t('price')}`, value: `${f.count(shares)} × ${f.price(price)}` },
    { label: t('fee'), value: f.amount(fee) },
    { label: t('quoteUsed'), value: `${f.dayBeside(quote.at)} ${f.timeMs(quote.at)}` },
    { label: t('stateFilled'), value: `${f.dayBeside(at)} ${f.timeMs(at)}` },
  ]
}

const KINDS = { buy: 'entry_buy', sell: 'entry_sell', fee: 'entry_fee', conversion: 'entry_conversion', hold: 'entry_hold', release: 'entry_release' } as const // prettier-ignore

/** The number of an entry among those of its customer. */
const numberOf = ({ text }: ProvenRow): string => fieldsOf(text).version ?? '-'

/** The entries by their kinds, with what each moved. */
function useEntryRows(entries: readonly ProvenRow[]): Definition[] {
  const t = useText('portfolio')
  const proof = useText('proof')
  const f = useFormats()
  const held = useHeldText()
  return entries.map((row) => {
    const { kind = '', asset, ...units } = fieldsOf(row.text)
    const moved = (name: string): bigint => BigInt(units[`${name}After`] ?? 0) - BigInt(units[`${name}Before`] ?? 0)
    const amount = {
      asset: (asset ?? 'EUR') as Asset,
      units: kind === 'release' ? moved('free') : moved('free') + moved('held'),
    }
    const key = KINDS[kind as keyof typeof KINDS] as (typeof KINDS)[keyof typeof KINDS] | undefined
    return {
      label: key ? t(key) : String(kind),
      note: proof('leafOfEntry', { n: numberOf(row) }),
      value: isCurrency(amount.asset) ? f.amount(amount, 'results') : held([amount]),
    }
  })
}

/** One row as it is hashed. */
function Exact({ row: { text, salt, leaf, at, path }, title }: { row: ProvenRow; title: string }) {
  const t = useText('proof')
  const f = useFormats()
  return (
    <section className={styles.exact}>
      <h3>{title}</h3>
      <CopiedHash label={t('leafText')} hash={text} />
      <CopiedHash label={t('leafSalt')} hash={salt} />
      <CopiedHash label={t('leafPlace', { place: f.count(BigInt(at + 1)) })} hash={leaf} />
      {path.length > 0 && <CopiedHash label={t('leafPath', { count: path.length })} hash={path.join('\n')} />}
    </section>
  )
}
