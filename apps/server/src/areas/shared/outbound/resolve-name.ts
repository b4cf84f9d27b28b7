/**
 * Resolves names without `getaddrinfo`, which occupies one of the four threads of Node for as long as
 * a name server does not answer. Customers enter names and may run their name servers, so a lookup
 * ends after `LOOKUP_MS`. The file of hosts comes first, as in most configurations of the system; its
 * other sources of names (mDNS, search domains) are not used.
 */
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import type { ResolvedAddress } from './checked-exchange.ts';
import type { Resolve } from './guarded-request.ts';
import { addressesInHosts } from './hosts-file.ts';

const LOOKUP_MS = 5_000;
/** Time until a name server is tried again, or the next one. */
const ATTEMPT_MS = 1_500;
const ATTEMPTS = 2;

/** Answers that say that there is no such name, or no address of this family. */
const NO_ADDRESS = ['ENOTFOUND', 'ENODATA'];

export interface NameSources {
  /** Address and port of each name server; defaults to those of the system. */
  readonly servers?: readonly string[];
  /** Defaults to the file of the system. */
  readonly hostsFile?: string;
  readonly limitMs?: number;
}

/** The returned function rejects with the code EAI_AGAIN if no name server answered in time. */
export const nameResolver =
  ({ servers, hostsFile = '/etc/hosts', limitMs = LOOKUP_MS }: NameSources = {}): Resolve =>
  async (hostname) => {
    const listed = addressesInHosts(await readHosts(hostsFile), hostname);
    if (listed.length > 0) return inOrder(listed);
    // Each lookup has its own resolver, because cancelling ends all lookups of a resolver.
    const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: ATTEMPTS });
    if (servers !== undefined) resolver.setServers(servers);
    const limit = setTimeout(() => resolver.cancel(), limitMs);
    try {
      return inOrder(await queryBoth(resolver, hostname));
    } finally {
      clearTimeout(limit);
    }
  };

export const resolveName: Resolve = nameResolver();

async function queryBoth(resolver: Resolver, hostname: string): Promise<ResolvedAddress[]> {
  const answers = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  const found = answers.flatMap((answer, at) =>
    answer.status === 'fulfilled'
      ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 }))
      : [],
  );
  const isAnswered = answers.every(
    (answer) => answer.status === 'fulfilled' || NO_ADDRESS.includes(codeOf(answer.reason)),
  );
  if (found.length > 0 || isAnswered) return found;
  throw Object.assign(new Error(`no name server answered for ${hostname}`), { code: 'EAI_AGAIN' });
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

async function readHosts(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    // Some containers have no such file.
    return '';
  }
}

/** The first address is used, so it must be of a family that this machine has. */
function inOrder(found: readonly ResolvedAddress[]): ResolvedAddress[] {
  const isIpv6Only = !Object.values(networkInterfaces())
    .flat()
    .some((own) => own?.family === 'IPv4');
  const first = isIpv6Only ? 6 : 4;
  return [
    ...found.filter(({ family }) => family === first),
    ...found.filter(({ family }) => family !== first),
  ];
}
