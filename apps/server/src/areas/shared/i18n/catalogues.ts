/**
 * The catalogues that the server reads. Those outside the folder `server` also belong to pages of
 * the web client. The types are those of the English files; a test compares the other languages.
 */
import { createRequire } from 'node:module';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import type alarms from '@busbar/texts/locales/en/alarms.json';
import type data from '@busbar/texts/locales/en/data.json';
import type deviceImport from '@busbar/texts/locales/en/device-import.json';
import type fees from '@busbar/texts/locales/en/fees.json';
import type alarmMessages from '@busbar/texts/locales/en/server/alarm-messages.json';
import type auditFiles from '@busbar/texts/locales/en/server/audit-files.json';
import type billFiles from '@busbar/texts/locales/en/server/bill-files.json';
import type deviceNames from '@busbar/texts/locales/en/server/device-names.json';
import type importFiles from '@busbar/texts/locales/en/server/import-files.json';
import type mails from '@busbar/texts/locales/en/server/mails.json';
import type reportFiles from '@busbar/texts/locales/en/server/report-files.json';

export interface Catalogues {
  readonly alarms: typeof alarms;
  readonly data: typeof data;
  readonly 'device-import': typeof deviceImport;
  readonly fees: typeof fees;
  readonly 'alarm-messages': typeof alarmMessages;
  readonly 'audit-files': typeof auditFiles;
  readonly 'bill-files': typeof billFiles;
  readonly 'device-names': typeof deviceNames;
  readonly 'import-files': typeof importFiles;
  readonly mails: typeof mails;
  readonly 'report-files': typeof reportFiles;
}

export type Namespace = keyof Catalogues;

const FILES: Readonly<Record<Namespace, string>> = {
  alarms: 'alarms',
  data: 'data',
  'device-import': 'device-import',
  fees: 'fees',
  'alarm-messages': 'server/alarm-messages',
  'audit-files': 'server/audit-files',
  'bill-files': 'server/bill-files',
  'device-names': 'server/device-names',
  'import-files': 'server/import-files',
  mails: 'server/mails',
  'report-files': 'server/report-files',
};

export const NAMESPACES = Object.keys(FILES) as readonly Namespace[];

const load = createRequire(import.meta.url);

export function readCatalogue<N extends Namespace>(
  language: NotificationLanguage,
  namespace: N,
): Catalogues[N] {
  return load(`@busbar/texts/locales/${language}/${FILES[namespace]}.json`);
}
