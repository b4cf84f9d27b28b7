/** v2 calls for reports as files. */
import type { reportCalls } from '@busbar/contract/v2/reports/report';
import { formatLocal } from '@busbar/domain/calendar';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { refused } from '@busbar/domain/refusal';
import {
  REPORT_FAILURES,
  type ReportFailure,
  type ReportFormat,
} from '@busbar/domain/report/report-kind';
import { authenticateCookie } from '../../../areas/identity/sessions/authenticate.ts';
import { cutNote, isCut } from '../../../areas/reports/make-report.ts';
import { LINK_SECONDS, makeLink, validateLink } from '../../../areas/reports/report-link.ts';
import {
  cancelReport,
  findOwnReport,
  findOwnReports,
  findReportFileName,
  requestReport,
} from '../../../areas/reports/report-service.ts';
import type { ReportTask } from '../../../areas/reports/tasks/report-queries.ts';
import { translatorFor } from '../../../areas/shared/i18n/translator.ts';
import { SESSION_COOKIE } from '../../../areas/shared/secrets/session-secret.ts';
import { reportPath } from '../../../areas/shared/tables/report-files.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const CONTENT_TYPES: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export function reportHandlers(ctx: Context): HandlersOf<typeof reportCalls> {
  return {
    'v2.report': async ({ query, caller }) => {
      const found =
        query.task_id === undefined
          ? await requestReport(ctx, caller, {
              type: query.type,
              format: query.format,
              start: query.start,
              end: query.end,
              devices: query.device_codes,
              group: query.group_id,
              language: query.language,
            })
          : await findOwnReport(ctx, caller, query.task_id);
      if (!found.ok) return onWire(found);
      return {
        data: { ...presentReport(found.value, caller), ...(await linkTo(found.value, caller)) },
      };
    },
    'v2.reports': async ({ caller }) => {
      const list = (await findOwnReports(ctx, caller)).map((task) => presentReport(task, caller));
      return { data: { list, total: list.length } };
    },
    'v2.report.cancel': async ({ params, caller }) => {
      const cancelled = await cancelReport(ctx, caller, params.id);
      return cancelled.ok
        ? { data: presentReport(cancelled.value, caller), msg: REFUSAL_MESSAGES.deleted }
        : cancelled;
    },
    'v2.report.file': async ({ params, query, caller: withToken, facts }) => {
      const caller =
        withToken ?? (await authenticateCookie(ctx, facts.cookie(SESSION_COOKIE), facts.address));
      if (caller === undefined || caller.scopes !== undefined) return refused('not-found');
      const found = await findOwnReport(ctx, caller, params.id);
      if (!found.ok) return refused('not-found');
      const task = found.value;
      const link = { taskId: task.id, session: caller.tokenHash, expires: Number(query.expires) };
      const { result, tag } = await validateLink(ctx, link, {
        signature: query.signature ?? '',
        resumed: facts.resumedTag,
        endedAt: task.endedAt,
      });
      if (result === 'wrong' || task.state !== 'done') return refused('not-found');
      if (result === 'over') return refused('report-link-over');
      return {
        file: {
          path: reportPath(ctx, task),
          name: await findReportFileName(ctx, caller, task),
          contentType: CONTENT_TYPES[task.format],
          tag,
        },
      };
    },
  };

  async function linkTo(task: ReportTask, caller: Caller) {
    if (task.state !== 'done') return {};
    return { url: await makeLink(ctx, task.id, caller.tokenHash), expires_in: LINK_SECONDS };
  }
}

function presentReport(task: ReportTask, { zone }: Caller) {
  return {
    task_id: task.id,
    start: formatLocal(task.from, zone),
    end: formatLocal(task.to, zone),
    cut: isCut(task),
    note: cutNote(task, zone),
    devices: task.deviceIds?.length ?? null,
    device_ids: task.deviceIds === null ? null : [...task.deviceIds],
    failure: task.failure ?? '',
    failure_text: isFailure(task.failure)
      ? translatorFor(task.language)(`report-files:failure.${task.failure}`)
      : '',
    ...pickSnakeCase(task, 'progress', 'state', 'type', 'format', 'language', 'groupId'),
    ...pickSnakeCase(task, 'rows', 'bytes', 'createdAt', 'endedAt'),
  };
}

function isFailure(value: string | null): value is ReportFailure {
  return (REPORT_FAILURES as readonly (string | null)[]).includes(value);
}
