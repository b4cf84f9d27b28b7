/**
 * Rate limit headers of every response to an API key: the limit per minute, the remainder and,
 * after a refusal, the seconds until a retry is allowed (RFC 9110, `Retry-After`).
 */
import type { KeyLimits } from '@busbar/domain/access/key-limit';

export function paceHeaders(
  { perMinute }: KeyLimits,
  left: number,
  retryAfterS: number | undefined,
): Record<string, string> {
  return {
    'ratelimit-limit': String(perMinute),
    'ratelimit-remaining': String(left),
    ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
  };
}
