/**
 * Heartbeat of a process that holds device links. It also ends the links of dead processes in the
 * database: a device whose process was killed is not connected until it reconnects.
 */
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import {
  type EndedLink,
  endLinksOfTheDead,
  removeProcess,
  renewProcess,
} from './process-queries.ts';

export interface LinkHolder {
  /** Reports that this process no longer holds links. */
  stop(): Promise<void>;
}

const RENEW_EVERY_MS = 10_000;

/** Must run before the first device is admitted. */
export async function holdLinks(ctx: Context): Promise<LinkHolder> {
  await renew(ctx);
  const stopRenewing = ctx.clock.every(RENEW_EVERY_MS, () => {
    renew(ctx).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'the process could not say that it lives');
    });
  });
  return {
    async stop() {
      stopRenewing();
      try {
        await removeProcess(ctx.database.db, ctx.processId);
      } catch (error) {
        // Without a heartbeat the row expires by itself, with the same effect.
        ctx.log.warn({ err: error }, 'the process could not say that it ends');
      }
    },
  };
}

async function renew(ctx: Context): Promise<void> {
  const ended = await ctx.database.transaction(async (trx) => {
    await renewProcess(trx, ctx.processId);
    return endLinksOfTheDead(trx, ctx.processId, ctx.database.isExclusive);
  });
  if (ended.length > 0) await tellEnded(ctx, ended);
}

async function tellEnded(ctx: Context, ended: readonly EndedLink[]): Promise<void> {
  const at = ctx.clock.now();
  const { rows } = await sql<{
    customerId: number;
    deviceId: number;
    deviceCode: string;
    groupPath: number[];
    csq: number | null;
  }>`select d.customer_id as "customerId", d.device_id as "deviceId",
      d.device_code as "deviceCode", g.path as "groupPath", s.signal_csq as csq
    from unnest(${idList(ended, 'customerId')}::int4[], ${idList(ended, 'deviceId')}::int4[])
      as x (customer_id, device_id)
    join device d on d.customer_id = x.customer_id and d.deleted_at is null
      and (d.device_id = x.device_id or d.gateway_id = x.device_id)
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    left join device_state s on s.customer_id = d.customer_id and s.device_id = d.device_id`.execute(
    ctx.database.db,
  );
  for (const { csq, ...ref } of rows) {
    ctx.bus.publish('presence.changed', { ...ref, presence: 'offline', csq, at });
  }
}

function idList(ended: readonly EndedLink[], key: keyof EndedLink): string {
  return `{${ended.map((one) => one[key]).join(',')}}`;
}
