/**
 * Writes CSV by RFC 4180: commas, CRLF, doubled quotes; UTF-8 with a byte order mark, without which
 * Excel reads the file in the legacy code page of the machine. The file starts with metadata and a
 * blank line, followed by columns and rows. Text that looks like a formula is prefixed with an
 * apostrophe; numbers stay numbers.
 */
import { csvField, looksLikeFormula, writableText } from '@busbar/domain/report/inert-text';
import { reportClock } from './report-clock.ts';
import type { ReportSink } from './report-files.ts';
import {
  areReadings,
  type Cell,
  type CellKind,
  type Heading,
  numberText,
  type TableWriter,
} from './table-writer.ts';
import { textSink } from './text-sink.ts';

const BYTE_ORDER_MARK = '\ufeff';

export async function csvWriter(sink: ReportSink, heading: Heading): Promise<TableWriter> {
  const { title, facts, columns, zone } = heading;
  const out = textSink()(sink);
  const localOf = reportClock(zone);
  const kinds = columns.map(({ kind }) => kind);
  const head = [
    csvText(title),
    ...facts.map(([label, value]) => `${csvText(label)},${csvText(value)}`),
    '',
    columns.map((column) => csvText(column.title)).join(','),
  ];
  await out.write(`${BYTE_ORDER_MARK}${head.map((line) => `${line}\r\n`).join('')}`);
  return {
    rows(piece) {
      if (areReadings(piece)) {
        const { texts, times, numbers } = piece;
        const same = texts.map(csvText).join(',');
        return out.writeEach(
          times.length,
          (i) => `${wallClock(localOf(times[i]!))},${same},${numbers[i]}\r\n`,
        );
      }
      return out.writeEach(piece.length, (row) => {
        let text = '';
        for (let i = 0; i < kinds.length; i++) {
          if (i > 0) text += ',';
          const cell = piece[row]![i];
          if (cell !== null && cell !== undefined) text += cellText(cell, kinds[i]!, localOf);
        }
        return `${text}\r\n`;
      });
    },
    end: () => Promise.resolve(),
  };
}

function cellText(
  cell: NonNullable<Cell>,
  kind: CellKind,
  localOf: (ms: number) => number,
): string {
  if (kind === 'number') return numberText(cell) ?? '';
  if (kind === 'time') return wallClock(localOf(Number(cell)));
  if (kind === 'day') return String(cell);
  return csvText(String(cell));
}

/** Formats a local time as `YYYY-MM-DD HH:mm:ss`. */
function wallClock(localMs: number): string {
  return new Date(localMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** Quotes the text if required and escapes formulas. */
export function csvText(text: string): string {
  const written = writableText(text);
  return csvField(looksLikeFormula(written) ? `'${written}` : written);
}
