/** Files of an import: the template to fill in, and the secrets of the registered devices. */
import { EXAMPLE_CODE, IMPORT_COLUMNS } from '@busbar/domain/device-import/import-columns';
import {
  isNotificationLanguage,
  type NotificationLanguage,
} from '@busbar/domain/notification/channel';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { isReportFormat } from '@busbar/domain/report/report-kind';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findGroupInfo } from '../../fleet/groups/group-queries.ts';
import { listVisibleRates } from '../../fleet/rates/visible-rate-queries.ts';
import { readProfile } from '../../messaging/notifications/settings-queries.ts';
import { translatorFor } from '../../shared/i18n/translator.ts';
import { csvText } from '../../shared/tables/write-csv.ts';
import { xlsxWriter } from '../../shared/tables/write-xlsx.ts';
import type { DeviceSecretRow } from './import-service.ts';

export interface CreatedFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

const CSV_TYPE = 'text/csv; charset=utf-8';
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const TEMPLATE_NAME = 'device-import';
const BYTE_ORDER_MARK = '\ufeff';
/** Position in the example row; also the initial position of the dashboard map. */
const EXAMPLE_POSITION = { longitude: '121.4737', latitude: '31.2304' };

export async function languageOf(
  ctx: Context,
  caller: Caller,
  requested: string | undefined,
): Promise<Outcome<NotificationLanguage>> {
  const language = requested ?? (await readProfile(ctx.database.db, caller)).language;
  return isNotificationLanguage(language)
    ? done(language)
    : refused('language-unknown', 'language');
}

/** Creates a template with one example row that uses names visible to the caller. */
export async function importTemplate(
  ctx: Context,
  caller: Caller,
  options: { readonly format: string | undefined; readonly language: string | undefined },
): Promise<Outcome<CreatedFile>> {
  const { format = 'csv' } = options;
  if (!isReportFormat(format)) return refused('report-format-unknown', 'format');
  const language = await languageOf(ctx, caller, options.language);
  if (!language.ok) return language;
  const { db } = ctx.database;
  const t = translatorFor(language.value);
  const rates = await listVisibleRates(db, caller);
  const example = {
    code: EXAMPLE_CODE,
    name: t('import-files:example.name'),
    type: 'MT61',
    group: (await findGroupInfo(db, caller)).name,
    rate: rates.find(({ isDefault }) => isDefault)?.name ?? '',
    address: t('import-files:example.address'),
    ...EXAMPLE_POSITION,
  };
  const rows = [IMPORT_COLUMNS.map((column) => example[column])];
  return done(
    format === 'csv' ? csvTemplate(language.value, rows) : await workbook(language.value, rows),
  );
}

function csvTemplate(
  language: NotificationLanguage,
  rows: readonly (readonly string[])[],
): CreatedFile {
  const t = translatorFor(language);
  const head = IMPORT_COLUMNS.map((column) => t(`device-import:column.${column}`));
  return csvFile(TEMPLATE_NAME, [head, ...rows]);
}

function csvFile(name: string, rows: readonly (readonly string[])[]): CreatedFile {
  const lines = rows.map((cells) => `${cells.map(csvText).join(',')}\r\n`);
  const bytes = Buffer.from(`${BYTE_ORDER_MARK}${lines.join('')}`, 'utf8');
  return { name: `${name}.csv`, contentType: CSV_TYPE, bytes };
}

async function workbook(
  language: NotificationLanguage,
  rows: readonly (readonly string[])[],
): Promise<CreatedFile> {
  const t = translatorFor(language);
  const pieces: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => Promise.resolve(void pieces.push(bytes)) };
  const writer = await xlsxWriter(sink, {
    title: t('import-files:devices'),
    facts: [
      ...IMPORT_COLUMNS.map(
        (column) =>
          [t(`device-import:column.${column}`), t(`import-files:help.${column}`)] as const,
      ),
      [EXAMPLE_CODE, t('import-files:example.note')] as const,
    ],
    columns: IMPORT_COLUMNS.map((column) => ({
      title: t(`device-import:column.${column}`),
      kind:
        column === 'longitude' || column === 'latitude' ? ('number' as const) : ('text' as const),
    })),
    zone: 'UTC',
    rightToLeft: language === 'ar',
    isCut: false,
    factsName: t('import-files:guide'),
  });
  await writer.rows(rows);
  await writer.end();
  return {
    name: `${TEMPLATE_NAME}.xlsx`,
    contentType: XLSX_TYPE,
    bytes: Buffer.concat(pieces),
  };
}

export function secretsFile(
  language: NotificationLanguage,
  rows: readonly DeviceSecretRow[],
): CreatedFile {
  const t = translatorFor(language);
  const head = [
    t('device-import:column.code'),
    t('device-import:column.name'),
    t('import-files:secret'),
  ];
  const lines = rows.map((row) => [row.code, row.name, row.secret]);
  return csvFile('device-secrets', [head, ...lines]);
}
