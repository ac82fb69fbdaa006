import type own from './own.tur.json'
import type tur from './tur.json'

declare module '@lonja/kit/text' {
  interface Register {
    strategies: typeof tur
    strategiesOwn: typeof own
  }
}
