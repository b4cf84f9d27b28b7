/** Warnings for the operator when a process that serves pages starts: one sentence each. */
import type { Config } from './config.ts';

type Settings = Pick<Config, 'host' | 'publicUrl' | 'trustedProxies'>;

export function startWarnings({ host, publicUrl, trustedProxies }: Settings): string[] {
  const isHttps = publicUrl?.startsWith('https:') === true;
  const warnings: string[] = [];
  if (isHttps && trustedProxies.isEmpty) {
    warnings.push(
      'PUBLIC_URL is https but TRUSTED_PROXIES is empty: all clients appear with the address of the ' +
        'proxy, so the failed sign-ins of one client lock out the others (docs/operations.md).',
    );
  }
  if (!isHttps && !/^(127\.|::1$|localhost$)/i.test(host)) {
    warnings.push(
      `HOST ${host} can be reached from other machines but PUBLIC_URL is not https: passwords and ` +
        'sessions can be read on the way (docs/operations.md, "Behind a reverse proxy").',
    );
  }
  return warnings;
}
