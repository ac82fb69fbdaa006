import { useEffect, useState } from 'react'

/*
 * Web push on this device. Nothing here asks for anything by itself: only `askDevice`, which a tap begins.
 */

/** What this browser says of notices: they may come, were never asked for, are forbidden, or cannot come here. */
export type DeviceState = 'allowed' | 'not_asked' | 'denied' | 'install' | 'insecure' | 'not_possible'

/** How a device is reached, as the house is told it. */
export interface Reached {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** On an iPhone and an iPad only what stands on the home screen can get notices. */
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

/** What the browser says now, and whether it has asked its push service; again when somebody comes back from the browser's settings. */
export function useDevice() {
  const [device, setDevice] = useState({ state: deviceState(), has: false, looked: false })
  const look = () =>
    void subscribed().then(
      (found) => setDevice({ state: deviceState(), has: found !== null, looked: true }),
      () => setDevice({ state: deviceState(), has: false, looked: true }),
    )
  useEffect(() => {
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return { ...device, look }
}

/** Asks the person, and then the browser's push service with the house's key. Only a tap may begin it. */
export async function askDevice(key: string): Promise<Reached | 'denied' | 'not_answered' | 'failed'> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'not_answered'
  try {
    const manager = (await worker())?.pushManager
    if (!manager) return 'failed'
    // One that another key asked for, of a house before this one, is of no use.
    await (await manager.getSubscription())?.unsubscribe()
    const { endpoint, keys } = (await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON()
    const { p256dh, auth } = keys ?? {}
    return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : 'failed'
  } catch {
    return 'failed' // The push service is not reached, or takes nobody in now.
  }
}

/** This device wants no more notices: the push service forgets it, and what is still shown goes. Whoever is signed in next sees none. */
export async function forgetDevice(): Promise<void> {
  const registration = await worker()
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
  await (await subscribed())?.unsubscribe()
}
