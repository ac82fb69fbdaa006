import { deviceSecretFrom, secretHashOf, type DeviceSecret } from '@lonja/core/resets/secret.rules'
import { readStored, removeStored, storeText } from '@lonja/kit/stored'

const NAME = 'resetSecret'

/** The secret of this device's request for a new password. It survives a reload; null without a request. */
export function keptSecret(): DeviceSecret | null {
  const secret = readStored(NAME)
  return secret !== null && /^[A-Za-z0-9_-]{43}$/.test(secret) ? { secret, secretHash: secretHashOf(secret) } : null
}

export const newDeviceSecret = (): DeviceSecret => deviceSecretFrom(crypto.getRandomValues(new Uint8Array(32)))

export const keepSecret = ({ secret }: DeviceSecret): void => storeText(NAME, secret)

export const forgetSecret = (): void => removeStored(NAME)
