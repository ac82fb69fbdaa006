const REPLACED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it may stand in a page. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => REPLACED[sign] ?? sign)
