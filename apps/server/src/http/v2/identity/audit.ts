/** v2 calls for the audit trail. */
import type { QueryOf } from '@busbar/contract/call';
import type { auditCalls } from '@busbar/contract/v2/identity/audit';
import { formatLocal } from '@busbar/domain/calendar';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { isNotificationLanguage } from '@busbar/domain/notification/channel';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { AuditFilters, AuditRow } from '../../../areas/identity/audit/audit-filter-queries.ts';
import { searchAudit } from '../../../areas/identity/audit/audit-search.ts';
import { exportAudit, verifyNewest } from '../../../areas/identity/audit/audit-service.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { givenText, instantGiven } from '../../validation/log-query.ts';

const DEFAULT_ROWS = 20;

type RequestedFilters = QueryOf<(typeof auditCalls)['v2.audit-trail']>;

export function auditHandlers(ctx: Context): HandlersOf<typeof auditCalls> {
  return {
    'v2.audit-trail': async ({ query, caller }) => {
      const filters = readFilters(query, caller);
      if (!filters.ok) return filters;
      const { rows, total, searchedFrom } = await searchAudit(
        ctx.database.db,
        caller,
        filters.value,
        {
          page: query.pn ?? 1,
          pageSize: query.ps ?? DEFAULT_ROWS,
          sort: query.sort ?? 'time',
          order: query.order ?? 'desc',
        },
      );
      const searched =
        searchedFrom === null
          ? null
          : { time: formatLocal(searchedFrom, caller.zone), ts: searchedFrom };
      return {
        data: {
          list: rows.map((row) => presentEntry(row, caller)),
          total,
          searched_from: searched,
        },
      };
    },
    'v2.audit-trail.export': async ({ query, caller }) => {
      const filters = readFilters(query, caller);
      if (!filters.ok) return filters;
      const language = query.language ?? 'en';
      if (!isNotificationLanguage(language)) return refused('language-unknown', 'language');
      const day = formatLocal(ctx.clock.now(), caller.zone).slice(0, 10);
      return {
        stream: await exportAudit(ctx, caller, filters.value, language),
        as: { name: `audit-${day}.csv`, contentType: 'text/csv; charset=utf-8' },
      };
    },
    'v2.audit-trail.verify': async ({ caller }) => {
      const { after, place, waiting, fault } = await verifyNewest(ctx, caller);
      return {
        data: {
          after,
          through: place.seq,
          hash: place.hash,
          waiting,
          fault: fault === undefined ? null : pickSnakeCase(fault, 'kind', 'seq', 'entryId'),
        },
      };
    },
  };
}

function readFilters(query: RequestedFilters, { zone }: Caller): Outcome<AuditFilters> {
  const from = instantGiven(query.start, zone);
  const to = instantGiven(query.end, zone);
  if (from === 'invalid') return refused('range-invalid', 'start');
  if (to === 'invalid') return refused('range-invalid', 'end');
  return done({
    id: givenText(query.id),
    from,
    to,
    userId: givenText(query.user_id),
    device: givenText(query.device_code),
    module: givenText(query.module),
    command: givenText(query.command),
    status: givenText(query.status),
    kind: query.kind,
    text: givenText(query.text?.trim()),
  });
}

function presentEntry({ loggedAt, ...row }: AuditRow, { zone }: Caller) {
  const { session, ...detail } = row.detail;
  return {
    ...snakeCaseKeys(row),
    time: formatLocal(loggedAt, zone),
    ts: loggedAt,
    session: typeof session === 'string' ? session : '',
    detail,
  };
}
