/**
 * The chains and crypto currencies that a practice house knows. Every chain is a test network: its coins are worth nothing.
 * Names are proper names, the same in every language.
 */
export const CHAINS = ['bitcoin', 'ethereum', 'polygon', 'tron'] as const
export type Chain = (typeof CHAINS)[number]

export const COINS = ['BTC', 'ETH', 'USDC', 'USDT'] as const
export type Coin = (typeof COINS)[number]

export const CHAIN_NAMES: Readonly<Record<Chain, string>> = {
  bitcoin: 'Bitcoin Testnet',
  ethereum: 'Ethereum Sepolia',
  polygon: 'Polygon Amoy',
  tron: 'Tron Nile',
}

/** On which chains a coin moves; the first is the one offered first. */
export const CHAINS_OF: Readonly<Record<Coin, readonly Chain[]>> = {
  BTC: ['bitcoin'],
  ETH: ['ethereum'],
  USDC: ['polygon', 'ethereum'],
  USDT: ['tron', 'ethereum'],
}
