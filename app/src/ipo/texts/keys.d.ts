import type first from './first.tur.json'
import type tur from './tur.json'

declare module '@lonja/kit/text' {
  interface Register {
    ipo: typeof tur
    ipoFirst: typeof first
  }
}
