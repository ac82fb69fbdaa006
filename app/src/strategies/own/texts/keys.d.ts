import type own from './own.tur.json'

declare module '@lonja/kit/text' {
  interface Register {
    ownStrategiesOwn: typeof own
  }
}
