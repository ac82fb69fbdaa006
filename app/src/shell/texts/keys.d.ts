import type first from './first.tur.json'

declare module '@lonja/kit/text' {
  interface Register {
    shell: typeof first
  }
}
