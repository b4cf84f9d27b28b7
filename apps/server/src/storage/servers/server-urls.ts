/**
 * Database URLs with several servers, in the form of libpq:
 * `postgresql://user:password@first:5432,second:5432/database?target_session_attrs=read-write`. The
 * driver does not know this form, so each server gets a URL of its own.
 */

export interface ServerUrls {
  readonly urls: readonly string[];
  /** The value of `target_session_attrs`, whatever it is; undefined if it is absent. */
  readonly target: string | undefined;
}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/** Returns undefined if the text is not a database URL. */
export function readServerUrls(text: string): ServerUrls | undefined {
  const [, before, hosts, after] = PARTS.exec(text) ?? [];
  if (before === undefined || hosts === undefined || after === undefined) return undefined;
  const list = hosts.split(',');
  // Only a single server may have no host name: that of a Unix socket is in the parameter `host`.
  if (list.length > 1 && list.some((host) => host === '')) return undefined;
  const urls = list.map((host) => `${before}${host}${after}`);
  if (!urls.every((url) => URL.canParse(url))) return undefined;
  const parameters = new URL(urls[0]!).searchParams;
  if (parameters.get('host')?.includes(',') === true) return undefined;
  return { urls, target: parameters.get('target_session_attrs') ?? undefined };
}

/** Host and port of a server, for messages: the URL itself contains the password. */
export function serverName(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  return host.startsWith('/') || host === '' ? host || 'local' : `${host}:${port || '5432'}`;
}
