import { useEffect, useState } from 'react'

/* Web push on this device. Nothing here asks for permission by itself, only `askDevice` after a tap. */

/** This browser's state for notices: allowed, never asked, denied, or not possible here. */
export type DeviceState = 'allowed' | 'not_asked' | 'denied' | 'install' | 'insecure' | 'not_possible'

/** The push subscription of this device as the server stores it. */
export interface DeviceSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** On an iPhone or iPad only an app on the home screen can get notices. */
const mustInstall = (): boolean => 'standalone' in navigator && navigator.standalone === false

export function deviceState(): DeviceState {
  if (!isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) {
    return mustInstall() ? 'install' : 'not_possible'
  }
  const { permission } = Notification
  return permission === 'granted' ? 'allowed' : permission === 'denied' ? 'denied' : 'not_asked'
}

const worker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined

async function subscribed(): Promise<PushSubscription | null> {
  return (await (await worker())?.pushManager?.getSubscription()) ?? null
}

/** The browser's current permission and push subscription; read again after a visit to the browser's settings. */
export function useDevice() {
  const [device, setDevice] = useState({ state: deviceState(), has: false, looked: false })
  const look = () =>
    void subscribed().then(
      (subscription) => setDevice({ state: deviceState(), has: subscription !== null, looked: true }),
      () => setDevice({ state: deviceState(), has: false, looked: true }),
    )
  useEffect(() => {
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return { ...device, look }
}

/**
 * Ask the person for permission, then the browser's push service for a subscription with the house's key. Only call it
 * from a tap.
 */
export async function askDevice(key: string): Promise<DeviceSubscription | 'denied' | 'not_answered' | 'failed'> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'not_answered'
  try {
    const manager = (await worker())?.pushManager
    if (!manager) return 'failed'
    // A subscription made with an earlier house's key is useless.
    await (await manager.getSubscription())?.unsubscribe()
    const { endpoint, keys } = (await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON()
    const { p256dh, auth } = keys ?? {}
    return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : 'failed'
  } catch {
    return 'failed' // The push service is unreachable or refuses.
  }
}

/** End push on this device: unsubscribe, and remove shown notices, so that the next person signed in sees none. */
export async function forgetDevice(): Promise<void> {
  const registration = await worker()
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
  await (await subscribed())?.unsubscribe()
}
