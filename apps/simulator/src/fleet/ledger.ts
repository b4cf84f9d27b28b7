/**
 * The evidence of the devices, one JSON object per line: readings that the platform acknowledged,
 * commands that were executed and when. Checkers compare it with the platform's database; only the
 * fleet writes it, and it survives a crash of the platform.
 */
import { createWriteStream, type WriteStream } from 'node:fs';
import type { Execution } from '../device/device.ts';
import type { NotedReading } from '../device/outgoing.ts';

export type LedgerLine =
  | ({ readonly kind: 'acknowledged'; readonly at: number } & NotedReading)
  | {
      readonly kind: 'executed';
      readonly at: number;
      readonly code: string;
      readonly id: string;
      readonly op: string;
      /** Switch position, for `switch`. */
      readonly to: string | undefined;
      readonly expiresAt: number;
      readonly moved: boolean;
    };

export class Ledger {
  readonly #file: WriteStream;
  #failure: Error | undefined;

  private constructor(file: WriteStream) {
    this.#file = file;
    file.on('error', (error) => {
      this.#failure = error;
    });
  }

  /** Appends to the file; rejects if it cannot be opened. */
  static open(path: string): Promise<Ledger> {
    return new Promise((resolve, reject) => {
      const file = createWriteStream(path, { flags: 'a' });
      file.once('error', reject);
      file.once('open', () => {
        file.off('error', reject);
        resolve(new Ledger(file));
      });
    });
  }

  acknowledged(readings: readonly NotedReading[], at: number): void {
    for (const reading of readings) this.#write({ kind: 'acknowledged', at, ...reading });
  }

  executed(code: string, { command, at, moved }: Execution): void {
    const { id, op, expiresAt } = command;
    const to = command.op === 'switch' ? command.to : undefined;
    this.#write({ kind: 'executed', at, code, id, op, to, expiresAt, moved });
  }

  /** Rejects if a line could not be written: a ledger with gaps proves nothing. */
  async close(): Promise<void> {
    if (this.#failure === undefined) {
      await new Promise<void>((resolve) => this.#file.end(resolve));
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  #write(line: LedgerLine): void {
    this.#file.write(`${JSON.stringify(line)}\n`);
  }
}
