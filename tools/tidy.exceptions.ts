import type { Breach } from './tidy.walls.ts'

/** A breach that is allowed, with the reason. One that no longer occurs fails the test, so the list cannot rot. */
export interface Exception {
  readonly rule: string
  readonly path: string
  readonly because: string
}

export const EXCEPTIONS: readonly Exception[] = []

export const isExcepted = (breach: Breach, exceptions: readonly Exception[] = EXCEPTIONS): boolean =>
  exceptions.some(({ rule, path }) => rule === breach.rule && path === breach.path)
