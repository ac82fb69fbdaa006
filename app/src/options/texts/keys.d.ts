import type first from './first.tur.json'
import type tur from './tur.json'

declare module '@lonja/kit/text' {
  interface Register {
    options: typeof tur
    optionsFirst: typeof first
  }
}
