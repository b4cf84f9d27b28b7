/**
 * Signature of a batch: HMAC-SHA256 over the time, a dot and the body, with the customer's secret
 * as the key. The signature covers the time, so that the receiver can detect a replay of a captured
 * batch by its age.
 */
import { createHmac } from 'node:crypto';

/** `time` is in seconds since 1970, as in the header. */
export function signature(secret: string, time: number, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

export function signedHeaders(
  secret: string,
  batchId: string,
  attempt: number,
  now: number,
  body: string,
): Record<string, string> {
  const time = Math.floor(now / 1000);
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Busbar',
    'x-busbar-batch': batchId,
    'x-busbar-attempt': String(attempt),
    'x-busbar-time': String(time),
    'x-busbar-signature': signature(secret, time, body),
  };
}
