import type first from './first.tur.json'
import type own from './own.tur.json'
import type tur from './tur.json'

declare module '@lonja/kit/text' {
  interface Register {
    strategies: typeof tur
    strategiesFirst: typeof first
    strategiesOwn: typeof own
  }
}
