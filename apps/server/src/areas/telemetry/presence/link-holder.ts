/**
 * Heartbeat of a process that holds device connections. It also ends the connections of dead
 * processes in the database: a device whose process was killed is not connected until it
 * reconnects.
 */

import type { Context } from '../../../context.ts';
import { publishEndedAlarms } from './connection-queries.ts';
import {
  endLinksOfTheDead,
  PROCESS_DEAD_AFTER_S,
  removeProcess,
  renewProcess,
  silenceOf,
} from './process-queries.ts';

export interface LinkHolder {
  /** Reports that this process no longer holds connections. */
  stop(): Promise<void>;
}

const RENEW_EVERY_MS = 10_000;

/** A longer time without renewal means that the database was away, or this process suspended. */
const INTERRUPTED_AFTER_S = 15;

/**
 * Starts the heartbeat; must run before the first device is admitted. `onLost` is called when
 * another process has ended the connections of this one, which still exist.
 */
export async function claimLinks(ctx: Context, onLost: () => void): Promise<LinkHolder> {
  const heartbeat = new Heartbeat(ctx);
  await heartbeat.renew();
  const stopRenewing = ctx.clock.every(RENEW_EVERY_MS, () => {
    heartbeat.renew().then(
      ({ wasEnded }) => {
        if (wasEnded) onLost();
      },
      (error: unknown) => {
        ctx.log.warn({ err: error }, 'the heartbeat of the process could not be stored');
      },
    );
  });
  return {
    async stop() {
      stopRenewing();
      try {
        await removeProcess(ctx.database.db, ctx.processId);
      } catch (error) {
        // Without a heartbeat the row expires by itself, with the same effect.
        ctx.log.warn({ err: error }, 'the end of the process could not be stored');
      }
    },
  };
}

class Heartbeat {
  readonly #ctx: Context;
  #hasRenewed = false;
  /** Time of the first renewal after an interruption, of the monotonic clock. */
  #resumedAt = Number.NEGATIVE_INFINITY;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Resolves to true if another process has declared this one dead since the last renewal. */
  async renew(): Promise<{ readonly wasEnded: boolean }> {
    const { clock, database, processId } = this.#ctx;
    const { wasEnded, ended } = await database.transaction(async (trx) => {
      const silentS = await silenceOf(trx, processId);
      const isKnown = silentS !== undefined;
      if (this.#hasRenewed && (!isKnown || silentS > INTERRUPTED_AFTER_S)) {
        this.#resumedAt = clock.monotonic();
      }
      await renewProcess(trx, processId);
      // After an outage the others have been silent for as long as this process: they get the time
      // to report again.
      const mayEnd = clock.monotonic() - this.#resumedAt >= PROCESS_DEAD_AFTER_S * 1_000;
      return {
        wasEnded: this.#hasRenewed && !isKnown,
        ended: mayEnd ? await endLinksOfTheDead(trx, processId, database.isExclusive) : [],
      };
    });
    this.#hasRenewed = true;
    if (ended.length > 0) await publishEndedAlarms(this.#ctx, ended);
    return { wasEnded };
  }
}
