/** Headings of import files, in every language of the template. */
import {
  headingReader,
  IMPORT_COLUMNS,
  type ImportColumn,
} from '@busbar/domain/device-import/import-columns';
import { NOTIFICATION_LANGUAGES } from '@busbar/domain/notification/channel';
import { readCatalogue } from '../../shared/i18n/catalogues.ts';

const catalogues = NOTIFICATION_LANGUAGES.map((language) =>
  readCatalogue(language, 'device-import'),
);

export const readHeading = headingReader(
  Object.fromEntries(
    IMPORT_COLUMNS.map((column) => [column, catalogues.map((texts) => texts.column[column])]),
  ) as Record<ImportColumn, string[]>,
);
