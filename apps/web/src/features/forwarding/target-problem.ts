/** Validates a receive URL in the browser; the server does so again, including its addresses. */
import type { Refusal } from '@busbar/domain/refusal';

export interface Target {
  readonly url: string;
  /** True permits only https. */
  readonly useHttps: boolean;
  readonly enabled: boolean;
}

export function targetProblem({ url, useHttps, enabled }: Target): Refusal | undefined {
  const text = url.trim();
  // May be empty while forwarding is disabled.
  if (text === '') return enabled ? 'address-invalid' : undefined;
  const scheme = /^(https?):\/\/[^\s/]+/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || !URL.canParse(text)) return 'address-invalid';
  return scheme === 'http' && useHttps ? 'address-not-secure' : undefined;
}
