import { useMemo } from 'react'
import { encode } from 'uqr'

/** A text as a QR code, drawn in ink on paper with its quiet zone; `label` describes it. */
export function QrCode({ text, label, size = 176 }: { text: string; label: string; size?: number }) {
  const { side, path } = useMemo(() => drawn(text), [text])
  const wide = `calc(${size} * var(--u))`
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ width: wide, height: wide }}
    >
      <path fill="#fff" d={`M0,0h${side}v${side}h-${side}z`} />
      <path fill="#15151d" d={path} />
    </svg>
  )
}

function drawn(text: string): { side: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x},${y}h1v1h-1z`] : [])))
  return { side: size, path: dark.join('') }
}
