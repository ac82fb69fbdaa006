export function InstrumentDetail() { return null }
