import type { Breach } from './tidy.walls.ts'

/** A breach that is allowed, with the reason. One that no longer occurs fails the test, so the list cannot rot. */
export interface Exception {
  readonly rule: string
  readonly path: string
  readonly because: string
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'functions are short',
    path: 'app/first.js',
    because: 'it runs before anything else is loaded: one script in one scope, without imports',
  },
]

export const isExcepted = (breach: Breach, exceptions: readonly Exception[] = EXCEPTIONS): boolean =>
  exceptions.some(({ rule, path }) => rule === breach.rule && path === breach.path)
