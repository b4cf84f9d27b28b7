/**
 * Looks up the settings of the lines of new connections. Concurrent lookups share one query, because
 * thousands of DTUs connect at the same time after an outage.
 */
import type { StoredLine } from '../../areas/fleet/serial-lines/serial-line-queries.ts';
import type { LinkDevice } from '../../areas/telemetry/presence/link-device.ts';

const GATHER_MS = 5;
const MAX_AT_ONCE = 500;

type LineOwner = Pick<LinkDevice, 'ref'>;

interface Waiting {
  readonly device: LineOwner;
  readonly resolve: (line: StoredLine) => void;
  readonly reject: (error: unknown) => void;
}

export class LineLookup {
  readonly #read: (devices: readonly LineOwner[]) => Promise<readonly StoredLine[]>;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** `read` returns the lines of the devices in their order. */
  constructor(read: (devices: readonly LineOwner[]) => Promise<readonly StoredLine[]>) {
    this.#read = read;
  }

  /** Rejects if the database is unavailable. */
  find(device: LineOwner): Promise<StoredLine> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ device, resolve, reject });
      if (this.#waiting.length >= MAX_AT_ONCE) this.#query();
      else this.#timer ??= setTimeout(() => this.#query(), GATHER_MS);
    });
  }

  #query(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    this.#read(batch.map(({ device }) => device)).then(
      (lines) => {
        for (const [at, { resolve }] of batch.entries()) resolve(lines[at]!);
      },
      (error: unknown) => {
        for (const { reject } of batch) reject(error);
      },
    );
  }
}
