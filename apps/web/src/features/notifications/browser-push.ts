/** Push notifications of this browser (Push API): support, permission, subscription. */

/** Support for push in this browser, or the reason why it is unavailable. */
export type PushAbility = 'able' | 'not-secure' | 'not-offered' | 'denied';

const WORKER = '/push-worker.js';

export function pushAbility(): PushAbility {
  if (!window.isSecureContext) return 'not-secure';
  const isOffered =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isOffered) return 'not-offered';
  return Notification.permission === 'denied' ? 'denied' : 'able';
}

/** Returns the endpoint of this browser's subscription; undefined if it has none. */
export async function subscribedEndpoint(): Promise<string | undefined> {
  if (pushAbility() !== 'able') return undefined;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription())?.endpoint;
}

export interface NewSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * Requests permission and subscribes; must be called from a click handler. Returns `denied` if the
 * user, or the browser on the user's behalf, refuses. Throws if the browser's push service is
 * unreachable.
 */
export async function subscribeBrowser(publicKey: string): Promise<NewSubscription | 'denied'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  await navigator.serviceWorker.register(WORKER, { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription created with another key of the platform would be rejected and blocks a new one.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) {
    throw new Error('the browser made a subscription without address or keys');
  }
  return { endpoint, keys: { p256dh, auth } };
}

/** Ends the browser's subscription; returns its former endpoint. */
export async function unsubscribeBrowser(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint;
}
