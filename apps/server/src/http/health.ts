/** Liveness and readiness; includes warnings for the operator about the database and the broker. */
import type { healthCalls } from '@busbar/contract/health';
import type { Context } from '../context.ts';
import type { HandlersOf } from './calls/handler.ts';

export function healthHandlers(ctx: Context): HandlersOf<typeof healthCalls> {
  return {
    'health.live': async () => ({ status: 'live' }),
    'health.ready': async () => {
      await ctx.database.ping();
      const { replicaFault, warnings } = ctx.database;
      const warning = [...new Set([...warnings, ...ctx.brokerFaults.texts])].join(' ');
      return { status: 'ready', warning, ...(replicaFault && { notice: replicaFault }) };
    },
  };
}
