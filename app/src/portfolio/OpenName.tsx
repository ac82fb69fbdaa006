import { CaretDownIcon, CaretUpIcon } from '@lonja/kit/parts/late-icons'
import styles from './TradingCentre.module.css'

/** The name of a row that opens on a tap, with its caret. */
export function OpenName({ name, open }: { name: string; open: boolean }) {
  return (
    <span className={styles.name}>
      <span>{name}</span>
      {open ? <CaretUpIcon size={14} /> : <CaretDownIcon size={14} />}
    </span>
  )
}
