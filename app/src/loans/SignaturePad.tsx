import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { Button } from '@lonja/kit/parts/Button'
import { useText } from '@lonja/kit/text'
import { drawStrokes, type Stroke, type StrokeEvent, type StrokePoint, type Strokes } from './strokes.ts'
import styles from './loans.module.css'

interface SignaturePadProps {
  strokes: Strokes
  tell: (event: StrokeEvent) => void
  error: string | undefined
}

/** A pad to sign on with a finger, a pen or a mouse. The form takes a typed name instead. */
export function SignaturePad({ strokes, tell, error }: SignaturePadProps) {
  const t = useText('loans')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [current, setCurrent] = useState<Stroke | null>(null)
  useDrawing(canvas, current ? [...strokes.drawn, current] : strokes.drawn)
  const end = (): void => {
    if (current) tell({ did: 'drew', stroke: current })
    setCurrent(null)
  }
  const isEmpty = strokes.drawn.length === 0
  return (
    <div className={styles.signing} aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined}>
      <canvas
        ref={canvas}
        className={styles.pad}
        role="img"
        aria-label={t(isEmpty ? 'padEmpty' : 'padSigned')}
        data-own-swipe
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setCurrent([pointOf(event)])
        }}
        onPointerMove={(event) => current && setCurrent([...current, ...pointsOf(event)])}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <div className={styles.padActs}>
        <Button small look="text" label={t('undo')} disabled={isEmpty} onClick={() => tell({ did: 'undo' })} />
        <Button
          small
          look="text"
          label={t('redo')}
          disabled={strokes.undone.length === 0}
          onClick={() => tell({ did: 'redo' })}
        />
        <Button small look="text" label={t('clear')} disabled={isEmpty} onClick={() => tell({ did: 'clear' })} />
      </div>
      <p role="alert" className={styles.wrong}>
        {error}
      </p>
    </div>
  )
}

const inside = (part: number): number => Math.min(1, Math.max(0, part))

function placeIn(pad: HTMLCanvasElement, { clientX, clientY }: { clientX: number; clientY: number }): StrokePoint {
  const { left, top, width, height } = pad.getBoundingClientRect()
  return { x: inside((clientX - left) / width), y: inside((clientY - top) / height) }
}

const pointOf = (event: PointerEvent<HTMLCanvasElement>): StrokePoint => placeIn(event.currentTarget, event)

/** The points since the last frame: a fast hand leaves several between two of them. */
function pointsOf(event: PointerEvent<HTMLCanvasElement>): StrokePoint[] {
  const all = event.nativeEvent.getCoalescedEvents?.() ?? []
  return all.length > 0 ? all.map((each) => placeIn(event.currentTarget, each)) : [pointOf(event)]
}

/** Draws the strokes whenever they or the size of the pad change. */
function useDrawing(ref: React.RefObject<HTMLCanvasElement | null>, strokes: readonly Stroke[]): void {
  useEffect(() => {
    const pad = ref.current
    if (!pad) return
    const draw = (): void => {
      const scale = devicePixelRatio
      const { width, height } = pad.getBoundingClientRect()
      pad.width = Math.round(width * scale)
      pad.height = Math.round(height * scale)
      const look = getComputedStyle(pad)
      drawStrokes(pad, strokes, { ground: look.backgroundColor, ink: look.color, scale })
    }
    draw()
    addEventListener('resize', draw)
    return () => removeEventListener('resize', draw)
  }, [ref, strokes])
}
