/** v1 operation log search (contract `v1/sys-log.ts`). */
import type { sysLogV1Calls } from '@busbar/contract/v1/sys-log';
import { formatLocal } from '@busbar/domain/calendar';
import { refused } from '@busbar/domain/refusal';
import { searchLog } from '../../areas/shared/operation-log/log-search-queries.ts';
import type { Context } from '../../context.ts';
import type { HandlersOf } from '../calls/handler.ts';
import { logDetailParts, logDetailText } from '../present/present-log.ts';
import { givenText, instantGiven } from '../validation/log-query.ts';

/** Default page size of the log screen in older clients. */
const DEFAULT_ROWS = 13;

export function sysLogV1Handlers(ctx: Context): HandlersOf<typeof sysLogV1Calls> {
  return {
    'v1.sys.log.findByConditions': async ({ body, caller }) => {
      const from = instantGiven(body.logTimeStart, caller.zone);
      const to = instantGiven(body.logTimeEnd, caller.zone);
      if (from === 'invalid') return refused('range-invalid', 'logTimeStart');
      if (to === 'invalid') return refused('range-invalid', 'logTimeEnd');
      const page = Math.max(Number(body.currentPage ?? 1), 1);
      const { rows, total } = await searchLog(ctx, caller, {
        logId: body.logId ?? undefined,
        userId: body.userId ?? undefined,
        device: body.deviceId === '' ? undefined : (body.deviceId ?? undefined),
        from,
        to,
        command: givenText(body.opCommand),
        module: givenText(body.procMode),
        status: givenText(body.status),
        page,
        pageSize: Number(body.rows ?? DEFAULT_ROWS),
      });
      return {
        status: 0,
        totalCount: total,
        currentPage: page,
        data: rows.map((row) => ({
          id: row.id,
          deviceId: row.deviceCode,
          deviceName: row.deviceName,
          procMode: row.module,
          logTime: formatLocal(row.loggedAt, caller.zone),
          ts: row.loggedAt,
          opCommand: row.command,
          status: row.status,
          userName: row.userName,
          clientAddress: row.clientAddress,
          commandId: row.commandId ?? '',
          detail: logDetailText(row),
          detailParts: logDetailParts(row),
        })),
      };
    },
  };
}
