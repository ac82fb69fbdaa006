import sharp from 'sharp'

/** A picture as a phone would send it, with noise so that each one differs. */
export async function pictureOf(
  { width = 640, height = 400, colour = '#dfe6f2' } = {},
  form: 'jpeg' | 'png' | 'webp' = 'jpeg',
): Promise<Buffer> {
  const plain = sharp({ create: { width, height, channels: 3, background: colour } })
  return plain.toFormat(form).toBuffer()
}

let sample: Promise<Buffer> | null = null

/** Any picture; the same bytes each time. */
export const samplePicture = (): Promise<Buffer> => (sample ??= pictureOf({ width: 320, height: 200 }))
