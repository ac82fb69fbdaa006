import { useState, type ReactNode } from 'react'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { SlidersHorizontalIcon } from '@lonja/kit/parts/page-icons'
import { useText } from '@lonja/kit/text'
import styles from './Funds.module.css'

interface FilterLineProps {
  /** The name of the filter that is one tap away, and its chips. */
  label: string
  children: ReactNode
  /** The other filters that are set, in words. */
  chosen: readonly { readonly label: string; readonly remove: () => void }[]
  /** All filters together. */
  sheet: (onClose: () => void) => ReactNode
}

/** The filters of a list: one of them one tap away, the others behind a button. Each one that is set has a cross. */
export function FilterLine({ label, children, chosen, sheet }: FilterLineProps) {
  const t = useText('portfolio')
  const [filtering, setFiltering] = useState(false)
  return (
    <>
      <div className={styles.filters}>
        <Chips label={label}>{children}</Chips>
        <IconButton icon={SlidersHorizontalIcon} label={t('filters')} onClick={() => setFiltering(true)} />
      </div>
      {chosen.length > 0 && (
        <Chips label={t('chosenFilters')}>
          {chosen.map(({ label: words, remove }) => (
            <Chip key={words} label={words} chosen removable onClick={remove} />
          ))}
        </Chips>
      )}
      {filtering && sheet(() => setFiltering(false))}
    </>
  )
}

/** The choices of one filter, of which null is all. */
export function ChoiceChips<Value extends string>(props: {
  values: readonly Value[]
  /** Undefined chooses none. */
  value: string | null | undefined
  name: (value: Value | null) => string
  choose: (value: Value | null) => void
}) {
  const { values, value, name, choose } = props
  return [null, ...values].map((each) => (
    <Chip key={each} label={name(each)} chosen={value === each} onClick={() => choose(each)} />
  ))
}
