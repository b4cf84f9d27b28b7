import { IMPORT_COLUMNS } from '@busbar/domain/device-import/import-columns';
import { NOTIFICATION_LANGUAGES } from '@busbar/domain/notification/channel';
import { expect, it } from 'vitest';
import { translatorFor } from '../../shared/i18n/translator.ts';
import { readHeading } from './import-headings.ts';

it.each(NOTIFICATION_LANGUAGES)('recognises every heading of the template in %s', (language) => {
  const t = translatorFor(language);
  const headings = IMPORT_COLUMNS.map((column) => t(`device-import:column.${column}`));
  expect(headings.map(readHeading)).toEqual(IMPORT_COLUMNS);
});
