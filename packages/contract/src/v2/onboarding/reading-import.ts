/**
 * Import of old readings of a device from one file (docs/protocol/reading-import.md). The preview
 * stores nothing; the acceptance sends the same file again with the `mark` of the preview.
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Fee, IdText, Nullable, Text } from '../../shapes.ts';

/** Limit for a file of 5 MiB in base64, plus the rest of the JSON. */
const FILE_LIMIT_BYTES = 7_000_000;

const File = Type.Object({
  /** Id or code of the device. */
  device_code: IdText,
  /** The file in base64, CSV or XLSX. */
  content: Type.String({ maxLength: FILE_LIMIT_BYTES }),
  /** Decimal sign of the numbers in a CSV file and in text cells; defaults to point. */
  decimal_sign: Type.Optional(Type.Union([Type.Literal('point'), Type.Literal('comma')])),
  /** Order in dates such as 03/04/2026, which are rejected without it. */
  date_order: Type.Optional(
    Nullable(Type.Union([Type.Literal('day-first'), Type.Literal('month-first')])),
  ),
  /** The end of its interval that the time of an energy is; defaults to end. */
  time_marks: Type.Optional(Type.Union([Type.Literal('start'), Type.Literal('end')])),
  /**
   * same (default): the registers are those of the device; other: those of a meter that was there
   * before, so the steps between the two count nothing.
   */
  meter: Type.Optional(Type.Union([Type.Literal('same'), Type.Literal('other')])),
  /** True to import the valid rows and leave out those with problems; defaults to false. */
  leave_out: Type.Optional(Type.Boolean()),
});

const Problem = Type.Object({
  /** Line of the file; the first line is 1. */
  row: Type.Integer(),
  /** time, register or energy. */
  column: Type.String(),
  /** A value of the list in docs/protocol/reading-import.md. */
  reason: Type.String(),
  /** Content of the cell, or the stored register that it is compared with. */
  value: Type.String(),
});

/** Amounts of the billed channel. */
const Amounts = Type.Object({ ept: Type.Number(), fee: Fee });

/** Instants in epoch ms, registers and energies in kWh. */
const Preview = Type.Object({
  /** Null if the file cannot be accepted. */
  mark: Nullable(Type.String()),
  /** csv or xlsx. */
  format: Type.String(),
  /** register or energy. */
  value_column: Type.String(),
  /** Number of rows that are not empty. */
  rows: Type.Integer(),
  /** Number of readings that would be stored. */
  readings: Type.Integer(),
  /** Number of rows that are stored already with the same value. */
  stored: Type.Integer(),
  /** Headings that are not recognised; their columns are ignored. */
  passed_over: Type.Array(Type.String()),
  problem_count: Type.Integer(),
  /** Number of problems that leaving out their rows does not solve. */
  stretch_problems: Type.Integer(),
  /** The first 500 problems. */
  problems: Type.Array(Problem),
  /** First and last reading that would be stored; null if there are none. */
  first: Nullable(Type.Object({ at: Type.Number(), register: Type.Number() })),
  last: Nullable(Type.Object({ at: Type.Number(), register: Type.Number() })),
  /** Number of gaps between the readings, and the first 100 of them. */
  gap_count: Type.Integer(),
  gaps: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number() })),
  /** Readings whose step, from the register of another meter, counts nothing. */
  ignored: Type.Array(Type.Number()),
  /** Months of which the energy or the fee changes. */
  months: Type.Array(Type.Object({ month: Type.String(), before: Amounts, after: Amounts })),
  /** Settlement periods of the readings; state: open, ended, closed or issued. */
  periods: Type.Array(
    Type.Object({ start: Type.String(), end: Type.String(), state: Type.String() }),
  ),
});

const example = {
  device_code: '{device}',
  content: 'VGltZSxSZWdpc3RlciAoa1doKQ0KMjAyNi0xMS0wMSAwMDowMCwxMjAuNQ0K',
};

export const readingImportCalls = defineCalls({
  'v2.reading-import.preview': {
    method: 'POST',
    path: '/api/v2/reading-import',
    summary: 'Read a file of old readings and say what an import would change; stores nothing',
    who: 'energy.correct',
    scope: 'own',
    effect: 'write',
    bodyLimitBytes: FILE_LIMIT_BYTES,
    body: File,
    answer: { data: Preview },
    tenantIds: [{ at: 'body.device_code', of: 'device', miss: 'not-found' }],
    example: { body: example },
  },
  'v2.reading-import.accept': {
    method: 'POST',
    path: '/api/v2/reading-import/accept',
    summary: 'Store the readings of a file as in its preview, or none; a second time nothing',
    who: 'energy.correct',
    scope: 'own',
    effect: 'write',
    bodyLimitBytes: FILE_LIMIT_BYTES,
    body: Type.Object({
      ...File.properties,
      /** That of the preview. */
      mark: Text(64),
    }),
    answer: {
      data: Type.Object({
        imported: Type.Integer(),
        /** True if all readings of the file had been stored before. */
        repeated: Type.Boolean(),
      }),
    },
    tenantIds: [{ at: 'body.device_code', of: 'device', miss: 'not-found' }],
    example: { body: { ...example, mark: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' } },
  },
});
