/**
 * Reads the settings of lines again: of changed ones, of new connections, whose settings may have
 * changed while the DTU registered, and regularly of all, because a notification can be lost.
 */
import type { Context } from '../../context.ts';
import type { LineSession } from './line-session.ts';
import { findLines } from './line-sign-in.ts';

/** Number of lines in one query. */
const MAX_LINES = 500;

export class LineReloader {
  readonly #ctx: Context;
  readonly #waiting = new Set<LineSession>();
  #isRunning = false;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  add(sessions: Iterable<LineSession>): void {
    for (const session of sessions) this.#waiting.add(session);
    if (!this.#isRunning) void this.#run();
  }

  /** One query at a time, so that no answer with older settings arrives last. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.size > 0) {
      const sessions = [...this.#waiting].slice(0, MAX_LINES);
      for (const session of sessions) this.#waiting.delete(session);
      await this.#reload(sessions);
    }
    this.#isRunning = false;
  }

  async #reload(sessions: readonly LineSession[]): Promise<void> {
    const { database, log } = this.#ctx;
    try {
      const devices = sessions.map(({ device }) => device);
      const lines = await findLines(database.db, devices);
      for (const [at, session] of sessions.entries()) session.reload(lines[at]!);
    } catch (err) {
      log.warn({ err, lines: sessions.length }, 'the settings of lines could not be read');
    }
  }
}
