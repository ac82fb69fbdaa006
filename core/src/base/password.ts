/** A password as it is hashed: one form for each text, however a keyboard composes its letters. */
export const plainPassword = (written: string): string => written.normalize('NFKC')

/** Letters as a person counts them. */
export const passwordLength = (password: string): number => [...plainPassword(password)].length
