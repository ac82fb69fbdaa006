/** A window, in the spec's pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

export const SIZES: readonly Size[] = [
  { width: 375, height: 812 },
  { width: 320, height: 640 },
  { width: 430, height: 932 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
]

/** A window of the requested width, with the height of the next wider standard size. */
export const sizeOf = (width: number): Size => ({
  width,
  height: SIZES.toSorted((one, other) => one.width - other.width).find((size) => size.width >= width)?.height ?? 900,
})
