export function Watchlist() { return null }
