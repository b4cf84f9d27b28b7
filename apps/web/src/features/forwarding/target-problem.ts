/** What can be seen at once of a receive URL; the server checks it again, with its addresses. */
import type { Refusal } from '@busbar/domain/refusal';

export interface Target {
  readonly url: string;
  /** True: only https. */
  readonly useHttps: boolean;
  readonly enabled: boolean;
}

export function targetProblem({ url, useHttps, enabled }: Target): Refusal | undefined {
  const text = url.trim();
  // Written down for later it may be empty.
  if (text === '') return enabled ? 'address-invalid' : undefined;
  const scheme = /^(https?):\/\/[^\s/]+/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || !URL.canParse(text)) return 'address-invalid';
  return scheme === 'http' && useHttps ? 'address-not-secure' : undefined;
}
