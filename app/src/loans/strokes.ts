/** A point of a signature, in parts of the pad's width and height: it stays when the pad is drawn at another size. */
export interface StrokePoint {
  readonly x: number
  readonly y: number
}

export type Stroke = readonly StrokePoint[]

/** The strokes of a signature, and those that were taken back, which can be drawn again. */
export interface Strokes {
  readonly drawn: readonly Stroke[]
  readonly undone: readonly Stroke[]
}

export const NO_STROKES: Strokes = { drawn: [], undone: [] }

export type StrokeEvent =
  { readonly did: 'drew'; readonly stroke: Stroke } | { readonly did: 'undo' | 'redo' | 'clear' }

/** The strokes after an event. A new stroke forgets what was taken back; clearing can be undone stroke by stroke. */
export function strokesAfter({ drawn, undone }: Strokes, event: StrokeEvent): Strokes {
  switch (event.did) {
    case 'drew':
      return { drawn: [...drawn, event.stroke], undone: [] }
    case 'undo':
      return { drawn: drawn.slice(0, -1), undone: [...drawn.slice(-1), ...undone] }
    case 'redo':
      return { drawn: [...drawn, ...undone.slice(0, 1)], undone: undone.slice(1) }
    case 'clear':
      return { drawn: [], undone: [...drawn, ...undone] }
  }
}

/** Spec section 9: the line of a signature is 3 wide, and its picture a JPEG of quality 0.8. */
const LINE_WIDTH = 3
const JPEG_QUALITY = 0.8
const PICTURE = { width: 960, height: 320 } as const
/** The picture is so much larger than the pad on a phone that the line keeps its weight. */
const PICTURE_SCALE = PICTURE.width / 340

/** Draws strokes over a ground, in the size of the canvas. */
export function drawStrokes(
  canvas: HTMLCanvasElement,
  strokes: readonly Stroke[],
  { ground, ink, scale }: { readonly ground: string; readonly ink: string; readonly scale: number },
): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = canvas
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  context.strokeStyle = ink
  context.lineWidth = LINE_WIDTH * scale
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const [first, ...rest] of strokes) {
    if (!first) continue
    context.beginPath()
    context.moveTo(first.x * width, first.y * height)
    // A tap is a dot.
    for (const { x, y } of rest.length > 0 ? rest : [first]) context.lineTo(x * width, y * height)
    context.stroke()
  }
}

/** The signature as a JPEG: black on white, whatever the colours of the screen; null where the browser makes none. */
export async function pictureOf(strokes: readonly Stroke[]): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, PICTURE)
  drawStrokes(canvas, strokes, { ground: '#fff', ink: '#000', scale: PICTURE_SCALE })
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
}
