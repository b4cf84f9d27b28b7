/**
 * What a program is told of its pace with every answer: the limit of a minute, what is left of it
 * and, when it was refused, after how many seconds to ask again (RFC 9110, `Retry-After`).
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
