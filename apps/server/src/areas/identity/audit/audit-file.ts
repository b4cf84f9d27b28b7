/**
 * Streams the audit trail as CSV; formulas are escaped as in the reports. Headings are translated;
 * modules and commands are written as recorded, so that files exported by different users can be
 * compared.
 */
import { formatLocal } from '@busbar/domain/calendar';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import { translatorFor } from '../../shared/i18n/translator.ts';
import { csvText } from '../../shared/tables/write-csv.ts';
import type { AuditRow } from './audit-filter-queries.ts';

const COLUMNS = [
  'seq',
  'time',
  'user',
  'address',
  'session',
  'module',
  'command',
  'status',
  'written',
  'code',
  'device',
  'commandId',
  'detail',
] as const;

const BYTE_ORDER_MARK = '\ufeff';

/** Yields the file in pieces; `zone` is the time zone of the user who exports it. */
export async function* auditCsv(
  pages: AsyncIterable<readonly AuditRow[]>,
  language: NotificationLanguage,
  zone: string,
): AsyncGenerator<string> {
  const t = translatorFor(language);
  const titles = COLUMNS.map((column) => csvText(t(`audit-files:column.${column}`))).join(',');
  yield `${BYTE_ORDER_MARK}${titles}\r\n`;
  for await (const rows of pages) yield rows.map((row) => line(row, zone)).join('');
}

function line(row: AuditRow, zone: string): string {
  const { session, ...detail } = row.detail;
  const texts = [
    formatLocal(row.loggedAt, zone),
    row.userName,
    row.clientAddress,
    typeof session === 'string' ? session : '',
    row.module,
    row.command,
    row.commandState ?? row.status,
    row.status,
    row.deviceCode,
    row.deviceName,
    row.commandId ?? '',
    JSON.stringify(detail),
  ];
  return `${row.seq ?? ''},${texts.map(csvText).join(',')}\r\n`;
}
