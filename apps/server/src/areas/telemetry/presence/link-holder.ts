/**
 * Heartbeat of a process that holds device connections. It also ends the connections of dead
 * processes in the database: a device whose process was killed is not connected until it
 * reconnects.
 */

import type { Context } from '../../../context.ts';
import { publishEndedAlarms } from './connection-queries.ts';
import { endLinksOfTheDead, removeProcess, renewProcess } from './process-queries.ts';

export interface LinkHolder {
  /** Reports that this process no longer holds connections. */
  stop(): Promise<void>;
}

const RENEW_EVERY_MS = 10_000;

/** Starts the heartbeat; must run before the first device is admitted. */
export async function claimLinks(ctx: Context): Promise<LinkHolder> {
  await renew(ctx);
  const stopRenewing = ctx.clock.every(RENEW_EVERY_MS, () => {
    renew(ctx).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'the heartbeat of the process could not be stored');
    });
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

async function renew(ctx: Context): Promise<void> {
  const ended = await ctx.database.transaction(async (trx) => {
    await renewProcess(trx, ctx.processId);
    return endLinksOfTheDead(trx, ctx.processId, ctx.database.isExclusive);
  });
  if (ended.length > 0) await publishEndedAlarms(ctx, ended);
}
