import type tur from './tur.json'

declare module '@lonja/kit/text' {
  interface Register {
    strategies: typeof tur
  }
}
