/** Files of an import: the template to fill in, and the secrets of the registered devices. */
import {
  COLUMN_NAMES,
  EXAMPLE_CODE,
  IMPORT_COLUMNS,
  IMPORT_LANGUAGES,
  type ImportLanguage,
} from '@busbar/domain/device-import/import-columns';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { isReportFormat } from '@busbar/domain/report/report-kind';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findGroupInfo } from '../../fleet/groups/group-queries.ts';
import { listVisibleRates } from '../../fleet/rates/visible-rate-queries.ts';
import { readProfile } from '../../messaging/notifications/settings-queries.ts';
import { csvText } from '../../shared/tables/write-csv.ts';
import { xlsxWriter } from '../../shared/tables/write-xlsx.ts';
import type { DeviceSecretRow } from './import-service.ts';
import { IMPORT_TEXTS } from './import-texts.ts';

export interface MadeFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

const CSV_TYPE = 'text/csv; charset=utf-8';
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const TEMPLATE_NAME = 'device-import';
const BYTE_ORDER_MARK = '\ufeff';
/** Position of the example; also the initial position of the dashboard map. */
const EXAMPLE_POSITION = { longitude: '121.4737', latitude: '31.2304' };

export async function languageOf(
  ctx: Context,
  caller: Caller,
  word: string | undefined,
): Promise<Outcome<ImportLanguage>> {
  const language = word ?? (await readProfile(ctx.database.db, caller)).language;
  return isLanguage(language) ? done(language) : refused('language-unknown', 'language');
}

function isLanguage(word: string): word is ImportLanguage {
  return (IMPORT_LANGUAGES as readonly string[]).includes(word);
}

/** Creates a template with one example row that uses names visible to the caller. */
export async function importTemplate(
  ctx: Context,
  caller: Caller,
  asked: { readonly format: string | undefined; readonly language: string | undefined },
): Promise<Outcome<MadeFile>> {
  const { format = 'csv' } = asked;
  if (!isReportFormat(format)) return refused('report-format-unknown', 'format');
  const language = await languageOf(ctx, caller, asked.language);
  if (!language.ok) return language;
  const { db } = ctx.database;
  const texts = IMPORT_TEXTS[language.value];
  const rates = await listVisibleRates(db, caller);
  const example = {
    code: EXAMPLE_CODE,
    name: texts.exampleName,
    type: 'MT61',
    group: (await findGroupInfo(db, caller)).name,
    rate: rates.find(({ isDefault }) => isDefault)?.name ?? '',
    address: texts.exampleAddress,
    ...EXAMPLE_POSITION,
  };
  const rows = [IMPORT_COLUMNS.map((column) => example[column])];
  return done(
    format === 'csv' ? csvTemplate(language.value, rows) : await workbook(language.value, rows),
  );
}

function csvTemplate(language: ImportLanguage, rows: readonly (readonly string[])[]): MadeFile {
  const head = IMPORT_COLUMNS.map((column) => COLUMN_NAMES[column][language]);
  return csvFile(TEMPLATE_NAME, [head, ...rows]);
}

function csvFile(name: string, rows: readonly (readonly string[])[]): MadeFile {
  const lines = rows.map((cells) => `${cells.map(csvText).join(',')}\r\n`);
  const bytes = Buffer.from(`${BYTE_ORDER_MARK}${lines.join('')}`, 'utf8');
  return { name: `${name}.csv`, contentType: CSV_TYPE, bytes };
}

async function workbook(
  language: ImportLanguage,
  rows: readonly (readonly string[])[],
): Promise<MadeFile> {
  const texts = IMPORT_TEXTS[language];
  const pieces: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => Promise.resolve(void pieces.push(bytes)) };
  const writer = await xlsxWriter(sink, {
    title: texts.devices,
    facts: [
      ...IMPORT_COLUMNS.map(
        (column) => [COLUMN_NAMES[column][language], texts.help[column]] as const,
      ),
      [EXAMPLE_CODE, texts.example] as const,
    ],
    columns: IMPORT_COLUMNS.map((column) => ({
      title: COLUMN_NAMES[column][language],
      kind:
        column === 'longitude' || column === 'latitude' ? ('number' as const) : ('text' as const),
    })),
    zone: 'UTC',
    rightToLeft: language === 'ar',
    isCut: false,
    factsName: texts.guide,
  });
  await writer.rows(rows);
  await writer.end();
  return {
    name: `${TEMPLATE_NAME}.xlsx`,
    contentType: XLSX_TYPE,
    bytes: Buffer.concat(pieces),
  };
}

export function secretsFile(language: ImportLanguage, rows: readonly DeviceSecretRow[]): MadeFile {
  const { secret } = IMPORT_TEXTS[language];
  const head = [COLUMN_NAMES.code[language], COLUMN_NAMES.name[language], secret];
  const lines = rows.map((row) => [row.code, row.name, row.secret]);
  return csvFile('device-secrets', [head, ...lines]);
}
