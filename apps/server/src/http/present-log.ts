/** A row of the operation log as both versions of the interface show it. */
import type { LogRow } from '../modules/operation-log/log-search.ts';

/** What happened in one line: state before and after, who or what gave the reason. */
export function logDetailText(row: LogRow): string {
  const { before, reason, of, order, template, devices } = row.detail as Record<
    string,
    string | undefined
  >;
  return [
    template === undefined ? undefined : `template ${template}`,
    order === undefined ? undefined : order,
    devices === undefined ? undefined : `${devices} devices`,
    before === undefined ? undefined : `before ${before}`,
    row.afterAction === null ? undefined : `after ${row.afterAction}`,
    row.commandReason === null ? undefined : row.commandReason,
    row.commandDetail === null ? undefined : `device: ${row.commandDetail}`,
    reason === undefined ? undefined : `reason: ${reason}`,
    of === undefined ? undefined : `of ${of}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
