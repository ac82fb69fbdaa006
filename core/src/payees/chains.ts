/**
 * The chains and crypto currencies of a practice house. Every chain is a test network, so its coins have no value. The
 * names are proper names, the same in every language.
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

/** The chains on which a coin moves; the first is the default. */
export const CHAINS_OF: Readonly<Record<Coin, readonly Chain[]>> = {
  BTC: ['bitcoin'],
  ETH: ['ethereum'],
  USDC: ['polygon', 'ethereum'],
  USDT: ['tron', 'ethereum'],
}
