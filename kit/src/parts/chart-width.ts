import { useLayoutEffect, useRef, useState } from 'react'
import { pixels } from './gestures.ts'

/** The chart's width, and real pixels per spec pixel. Both follow the window and the text size. */
export function useChartWidth(): [ref: React.RefObject<HTMLDivElement | null>, width: number, unit: number] {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(() => ({ width: 0, unit: pixels(1) }))
  useLayoutEffect(() => {
    const frame = ref.current
    if (!frame) return
    const measure = () => setSize({ width: frame.clientWidth, unit: pixels(1) })
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(frame)
    return () => watcher.disconnect()
  }, [])
  return [ref, size.width, size.unit]
}
