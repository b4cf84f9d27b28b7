/**
 * The signature of a batch: HMAC-SHA256 over the time, a point and the body, keyed with the
 * customer's secret. The time is signed along, so that a batch that was listened in on cannot be
 * played back later without the receiver seeing how old it is.
 */
import { createHmac } from 'node:crypto';

/** `time` in seconds since 1970, as it stands in the header. */
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
