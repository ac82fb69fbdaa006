import styles from './Slider.module.css'

/** A percentage of the maximum, 0 to 100. `text` is its value for screen readers: `10 acciones`. */
export function Slider(props: {
  label: string
  value: number
  onChange: (value: number) => void
  text?: string
  disabled?: boolean
}) {
  const { label, value, onChange, text, disabled } = props
  return (
    <input
      type="range"
      className={styles.slider}
      aria-label={label}
      aria-valuetext={text}
      min={0}
      max={100}
      step={1}
      value={value}
      disabled={disabled}
      style={{ '--share': `${value}%` } as React.CSSProperties}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  )
}
