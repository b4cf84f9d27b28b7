/**
 * Liveness and readiness; the response includes a warning for the operator (an unsafe database).
 */
import type { Context } from '../context.ts';
import type { Handlers } from './calls/handler.ts';

export function healthHandlers(
  ctx: Context,
  warning: string,
): Pick<Handlers, 'health.live' | 'health.ready'> {
  return {
    'health.live': async () => ({ status: 'live' }),
    'health.ready': async () => {
      await ctx.database.ping();
      return { status: 'ready', warning };
    },
  };
}
