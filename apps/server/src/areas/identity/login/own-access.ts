/** Lists the open sessions and the latest sign-ins of a user and ends single sessions. */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { publishEnded } from '../sessions/session-service.ts';
import { deleteSessionsByHash, listSessions, type OpenSession } from './own-access-queries.ts';

/**
 * Ends the caller's sessions selected by `which`, with their sockets and pending commands, and
 * returns their number.
 */
export async function endOwnSessions(
  ctx: Context,
  caller: Caller,
  which: (session: OpenSession) => boolean,
): Promise<number> {
  const at = ctx.clock.now();
  const ended = await ctx.database.transaction(async (trx) => {
    const sessions = (await listSessions(trx, caller, at)).filter(which);
    const hashes = sessions.map(({ tokenHash }) => tokenHash);
    const gone = await deleteSessionsByHash(trx, caller, hashes);
    if (gone.length > 0) {
      await writeLog(trx, caller, {
        at,
        module: LOG_MODULES.users,
        command: 'end own sessions',
        detail: { sessions: gone.length },
      });
    }
    return gone;
  });
  publishEnded(ctx, ended);
  return ended.length;
}
