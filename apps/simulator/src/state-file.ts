/**
 * The memory of a fleet on disk: one JSON file, only its owner's, replaced as a
 * whole so that a process killed at any instant leaves the old one or the new
 * one. It is written before a device answers; a fleet started again neither
 * repeats a command nor forgets where a contact stood. Made for the restart of
 * a program, not for a power cut: nothing is forced to the disk.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { decodeKept, encodeKept, type KeptDevice } from './kept-device.ts';

const VERSION = 1;

export class StateFile {
  readonly #path: string;
  readonly #warn: (text: string) => void;
  /** Of devices not run this time too, which a smaller fleet must not forget. */
  readonly #devices: Map<string, string>;
  #failed = false;

  private constructor(
    path: string,
    warn: (text: string) => void,
    devices: ReadonlyMap<string, KeptDevice>,
  ) {
    this.#path = path;
    this.#warn = warn;
    this.#devices = new Map([...devices].map(([code, device]) => [code, encodeKept(device)]));
  }

  /**
   * A file that is missing or broken costs one line of warning, and every
   * device is new. Throws one sentence when it cannot be written.
   */
  static open(path: string, warn: (text: string) => void): StateFile {
    const file = new StateFile(path, warn, read(path, warn));
    file.#replace();
    return file;
  }

  kept(code: string): KeptDevice | undefined {
    const text = this.#devices.get(code);
    return text === undefined ? undefined : decodeKept(JSON.parse(text));
  }

  /** How a device begins; not worth a write, since one that is not in the file begins like that. */
  note(code: string, device: KeptDevice): void {
    this.#devices.set(code, encodeKept(device));
  }

  /** Writes when one of them differs from what is known; tells the first failure of a row. */
  keep(devices: readonly (readonly [code: string, device: KeptDevice])[]): void {
    const fresh = devices.map(([code, device]) => [code, encodeKept(device)] as const);
    const changed = fresh.filter(([code, text]) => this.#devices.get(code) !== text);
    if (changed.length === 0 && !this.#failed) return;
    for (const [code, text] of changed) this.#devices.set(code, text);
    try {
      this.#replace();
      this.#failed = false;
    } catch (error) {
      if (!this.#failed) this.#warn((error as Error).message);
      this.#failed = true;
    }
  }

  /** Throws one sentence when what was kept last is not in the file. */
  close(): void {
    if (this.#failed) this.#replace();
  }

  #replace(): void {
    const devices = [...this.#devices].map(([code, text]) => `${JSON.stringify(code)}:${text}`);
    const fresh = `${this.#path}.new`;
    try {
      // A file left there by a killed process would keep its own rights.
      rmSync(fresh, { force: true });
      writeFileSync(fresh, `{"version":${VERSION},"devices":{${devices.join(',\n')}}}\n`, {
        mode: 0o600,
        flag: 'wx',
      });
      renameSync(fresh, this.#path);
    } catch (cause) {
      throw new Error(`the state ${this.#path} cannot be written`, { cause });
    }
  }
}

function read(path: string, warn: (text: string) => void): Map<string, KeptDevice> {
  try {
    const content = JSON.parse(readFileSync(path, 'utf8')) as {
      readonly version?: unknown;
      readonly devices?: object;
    } | null;
    if (content?.version !== VERSION) throw new Error(`not of version ${VERSION}`);
    const devices = Object.entries(content.devices ?? {});
    return new Map(devices.map(([code, device]) => [code, decodeKept(device)]));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'is not there yet' : `cannot be read (${message})`;
    warn(`the state ${path} ${reason}: every device is new`);
    return new Map();
  }
}
