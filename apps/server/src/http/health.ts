/** Liveness and readiness; includes a warning for the operator about an unsafe database. */
import type { healthCalls } from '@busbar/contract/health';
import type { Context } from '../context.ts';
import type { HandlersOf } from './calls/handler.ts';

export function healthHandlers(ctx: Context): HandlersOf<typeof healthCalls> {
  return {
    'health.live': async () => ({ status: 'live' }),
    'health.ready': async () => {
      await ctx.database.ping();
      const { replicaFault, warnings } = ctx.database;
      const warning = warnings.join(' ');
      return { status: 'ready', warning, ...(replicaFault && { notice: replicaFault }) };
    },
  };
}
