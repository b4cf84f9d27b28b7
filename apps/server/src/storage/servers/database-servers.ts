/**
 * The servers of a database URL, and the one that accepts writes (docs/adr/0060). After a failover
 * it is another one than before.
 */
import type { StorageLog } from '../database.ts';
import { type ProbedServer, probeServer } from './probe-server.ts';
import { readServerUrls, serverName } from './server-urls.ts';

/** SQLSTATE cannot_connect_now: such a request may be retried. */
const UNAVAILABLE = '57P03';

export class DatabaseServers {
  readonly #urls: readonly string[];
  readonly #log: StorageLog;
  readonly #onChange = new Set<() => void>();
  #current: string | undefined;
  #search: Promise<string> | undefined;
  #isMissing = false;

  constructor(databaseUrl: string, log: StorageLog) {
    this.#urls = readServerUrls(databaseUrl)?.urls ?? [databaseUrl];
    this.#log = log;
  }

  /** True if connections have to be checked, because they may lead to a replica. */
  get areSeveral(): boolean {
    return this.#urls.length > 1;
  }

  /** Calls `changed` whenever another server than before accepts writes. */
  onChange(changed: () => void): void {
    this.#onChange.add(changed);
  }

  /**
   * Returns the URL of the server that accepts writes; throws if there is none. A single server is
   * not checked. Concurrent calls share one search.
   */
  find(): Promise<string> {
    if (!this.areSeveral) return Promise.resolve(this.#urls[0]!);
    this.#search ??= this.#probeAll().finally(() => {
      this.#search = undefined;
    });
    return this.#search;
  }

  async #probeAll(): Promise<string> {
    const probed = await Promise.all(this.#urls.map(probeServer));
    const writable = probed.filter(({ fault }) => fault === undefined);
    if (writable.length === 0) throw this.#missing(probed);
    const { url } = writable.reduce((best, one) => (one.timeline > best.timeline ? one : best));
    const former = writable.filter(({ timeline }) => timeline < newestOf(writable));
    if (former.length > 0) {
      this.#log.error(
        { servers: former.map((one) => serverName(one.url)), used: serverName(url) },
        'more than one database server accepts writes: stop the former primary',
      );
    }
    this.#isMissing = false;
    if (this.#current !== url) {
      const isFirst = this.#current === undefined;
      this.#current = url;
      if (!isFirst) {
        this.#log.warn({ server: serverName(url) }, 'another database server accepts writes now');
        for (const changed of this.#onChange) changed();
      }
    }
    return url;
  }

  #missing(probed: readonly ProbedServer[]): Error {
    const faults = probed.map(({ fault }) => fault).join('; ');
    const message = `no server accepts writes (${faults})`;
    if (!this.#isMissing) this.#log.warn({ faults }, 'no database server accepts writes');
    this.#isMissing = true;
    return Object.assign(new Error(message), { code: UNAVAILABLE });
  }
}

const newestOf = (servers: readonly ProbedServer[]): number =>
  Math.max(...servers.map(({ timeline }) => timeline));
