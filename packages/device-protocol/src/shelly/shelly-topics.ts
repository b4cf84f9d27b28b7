/**
 * Topics of Shelly devices of the second generation and later. Their prefix is a setting of the
 * device; on the embedded broker it is the device code.
 */

type ShellyTopic =
  | { readonly kind: 'online' }
  | { readonly kind: 'events' }
  | { readonly kind: 'status'; readonly component: string }
  | { readonly kind: 'reply' }
  /** Below the prefix, but without a meaning for the platform. */
  | { readonly kind: 'other' };

/** Returns undefined for a topic that is not below the prefix. */
export function shellyTopicOf(code: string, topic: string): ShellyTopic | undefined {
  const prefix = `${code}/`;
  if (!topic.startsWith(prefix)) return undefined;
  const rest = topic.slice(prefix.length);
  if (rest === 'online') return { kind: 'online' };
  if (rest === 'events/rpc') return { kind: 'events' };
  if (topic === `${shellySource(code)}/rpc`) return { kind: 'reply' };
  if (rest.startsWith('status/')) {
    return { kind: 'status', component: rest.slice('status/'.length) };
  }
  return { kind: 'other' };
}

export function shellyRequestTopic(code: string): string {
  return `${code}/rpc`;
}

/** Source of our requests: a device replies to the topic `<source>/rpc`. */
export function shellySource(code: string): string {
  return `${code}/busbar`;
}

/** True for a filter that can only match topics below the prefix of the device. */
export function isShellyFilter(code: string, filter: string): boolean {
  return filter.startsWith(`${code}/`);
}

/** True if the filter includes the requests of the platform. */
export function hasShellyRequests(code: string, filter: string): boolean {
  return [`${code}/rpc`, `${code}/#`, `${code}/+`].includes(filter);
}
