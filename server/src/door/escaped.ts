const REPLACED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text with the characters escaped that HTML gives a meaning. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => REPLACED[sign] ?? sign)
