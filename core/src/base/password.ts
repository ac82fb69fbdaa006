/** The form of a password that is hashed. Normalising gives one form for every way a keyboard composes the letters. */
export const plainPassword = (written: string): string => written.normalize('NFKC')

/** The length of a password in characters as a person counts them. */
export const passwordLength = (password: string): number => [...plainPassword(password)].length
