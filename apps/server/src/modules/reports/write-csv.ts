/**
 * CSV by RFC 4180: commas, CRLF, quotes doubled; UTF-8 with a byte order mark, without which Excel
 * reads it as the machine's old code page. First what the file covers, a blank line, the columns,
 * the rows. Text that looks like a formula gets an apostrophe before it; numbers stay numbers.
 */
import { formatLocal } from '@busbar/domain/calendar';
import { looksLikeFormula, writableText } from '@busbar/domain/report/inert-text';
import type { ReportSink } from './report-files.ts';
import {
  type Cell,
  type CellKind,
  type Heading,
  numberText,
  type TableWriter,
} from './table-writer.ts';

const BYTE_ORDER_MARK = '\ufeff';
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

export async function csvWriter(sink: ReportSink, heading: Heading): Promise<TableWriter> {
  const { title, facts, columns, zone } = heading;
  const put = (text: string) => sink.write(Buffer.from(text, 'utf8'));
  const kinds = columns.map(({ kind }) => kind);
  const head = [
    csvText(title),
    ...facts.map(([label, value]) => `${csvText(label)},${csvText(value)}`),
    '',
    columns.map((column) => csvText(column.title)).join(','),
  ];
  await put(`${BYTE_ORDER_MARK}${head.map((line) => `${line}\r\n`).join('')}`);
  return {
    async rows(rows) {
      let text = '';
      for (const row of rows) {
        for (let i = 0; i < kinds.length; i++) {
          if (i > 0) text += ',';
          const cell = row[i];
          if (cell !== null && cell !== undefined) text += cellText(cell, kinds[i]!, zone);
        }
        text += '\r\n';
      }
      await put(text);
    },
    end: () => Promise.resolve(),
  };
}

function cellText(cell: NonNullable<Cell>, kind: CellKind, zone: string): string {
  if (kind === 'number') return numberText(cell) ?? '';
  if (kind === 'time') return formatLocal(Number(cell), zone);
  if (kind === 'day') return String(cell);
  return csvText(String(cell));
}

/** Quoted where it must be, and inert. */
export function csvText(text: string): string {
  const written = writableText(text);
  const inert = looksLikeFormula(written) ? `'${written}` : written;
  return NEEDS_QUOTES.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
