/**
 * The state of a fleet on disk: one JSON file, accessible only by its owner and replaced
 * atomically, so that a process killed at any time leaves the old or the new file. It is written
 * before a device replies, so that a restarted fleet neither repeats a command nor loses the
 * position of a contact. It covers a restart of the program, not a power cut: nothing is synced to
 * disk.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { decodeStored, encodeStored, type StoredDevice } from '../device/stored-device.ts';

const VERSION = 1;

export class StateFile {
  readonly #path: string;
  readonly #warn: (text: string) => void;
  /** Includes devices that are not part of this run, which a smaller fleet must preserve. */
  readonly #devices: Map<string, string>;
  #failed = false;

  private constructor(
    path: string,
    warn: (text: string) => void,
    devices: ReadonlyMap<string, StoredDevice>,
  ) {
    this.#path = path;
    this.#warn = warn;
    this.#devices = new Map([...devices].map(([code, device]) => [code, encodeStored(device)]));
  }

  /**
   * A missing or broken file causes one line of warning, and every device is new. Throws an error
   * of one sentence if the file cannot be written.
   */
  static open(path: string, warn: (text: string) => void): StateFile {
    const file = new StateFile(path, warn, read(path, warn));
    file.#replace();
    return file;
  }

  find(code: string): StoredDevice | undefined {
    const text = this.#devices.get(code);
    return text === undefined ? undefined : decodeStored(JSON.parse(text));
  }

  /**
   * Registers the initial state of a device; no write is needed, since a device missing in the file
   * starts like that.
   */
  note(code: string, device: StoredDevice): void {
    this.#devices.set(code, encodeStored(device));
  }

  /** Writes the file if a device's state changed; warns about the first of consecutive failures. */
  keep(devices: readonly (readonly [code: string, device: StoredDevice])[]): void {
    const fresh = devices.map(([code, device]) => [code, encodeStored(device)] as const);
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

  /** Throws an error of one sentence if the last state is not in the file. */
  close(): void {
    if (this.#failed) this.#replace();
  }

  #replace(): void {
    const devices = [...this.#devices].map(([code, text]) => `${JSON.stringify(code)}:${text}`);
    const fresh = `${this.#path}.new`;
    try {
      // A file left behind by a killed process is removed first, because it would retain its own
      // permissions.
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

function read(path: string, warn: (text: string) => void): Map<string, StoredDevice> {
  try {
    const content = JSON.parse(readFileSync(path, 'utf8')) as {
      readonly version?: unknown;
      readonly devices?: object;
    } | null;
    if (content?.version !== VERSION) throw new Error(`not of version ${VERSION}`);
    const devices = Object.entries(content.devices ?? {});
    return new Map(devices.map(([code, device]) => [code, decodeStored(device)]));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'is not there yet' : `cannot be read (${message})`;
    warn(`the state ${path} ${reason}: every device is new`);
    return new Map();
  }
}
