/** Pushes to this browser (Push API): whether it can, its permission, its subscription. */

/** Why this browser cannot be pushed to, or that it can. */
export type PushAbility = 'able' | 'not-secure' | 'not-offered' | 'denied';

const WORKER = '/push-worker.js';

export function pushAbility(): PushAbility {
  if (!window.isSecureContext) return 'not-secure';
  const isOffered =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isOffered) return 'not-offered';
  return Notification.permission === 'denied' ? 'denied' : 'able';
}

/** Address of this browser's subscription; undefined when it has none. */
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
 * Asks for permission and subscribes; has to come from a click. Answers `denied` when the user (or
 * the browser for him) said no. Throws when the browser's push service is not reached.
 */
export async function subscribeBrowser(publicKey: string): Promise<NewSubscription | 'denied'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  await navigator.serviceWorker.register(WORKER, { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  // One made for another key of the platform would be refused, and stands in the way of a new one.
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

/** Ends the browser's subscription; answers the address it had. */
export async function unsubscribeBrowser(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint;
}
