/**
 * Streams XLSX (ECMA-376) row by row, for any number of rows: a sheet of metadata and as many
 * sheets of rows as needed. Text is written as inline strings, which are never evaluated; text that
 * looks like a formula also gets the quote prefix style, so that it stays text when edited.
 */
import { looksLikeFormula, writableText } from '@busbar/domain/report/inert-text';
import { reportClock } from './report-clock.ts';
import type { ReportSink } from './report-files.ts';
import {
  areReadings,
  type CellKind,
  type Heading,
  numberText,
  type ReadingRows,
  type Row,
  sizeOf,
  type TableWriter,
} from './table-writer.ts';
import { textSink } from './text-sink.ts';
import { workbookParts } from './xlsx-parts.ts';
import { type ZipEntry, ZipSink } from './zip-sink.ts';

/** Max rows per sheet, including the header. */
const MAX_SHEET_ROWS = 1_048_576;
/** Max characters per cell. */
const MAX_CHARACTERS = 32_767;
const DAY_MS = 86_400_000;
/** Spreadsheet serial number of 1970-01-01. */
const EPOCH_DAY = 25_569;

/** Indexes in the style list of `xlsx-parts.ts`. */
const STYLE = { head: 1, time: 2, day: 3, quoted: 4 } as const;

const SHEET =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
const XML_SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Excel decodes _x0041_ as a letter, so text that contains such a sequence is escaped. */
const ESCAPE_LIKE = /_(?=x[0-9a-f]{4}_)/gi;

export async function xlsxWriter(
  sink: ReportSink,
  heading: Heading,
  mostSheetRows = MAX_SHEET_ROWS,
): Promise<TableWriter> {
  const { title, facts, columns, zone, rightToLeft } = heading;
  const zip = new ZipSink(sink);
  const kinds = columns.map(({ kind }) => kind);
  const headRow = `<row>${columns.map((column) => textCell(column.title, STYLE.head)).join('')}</row>`;
  let sheets = 0;
  let left = 0;
  let sheet: ZipEntry | undefined;

  const out = textSink();
  const put = (entry: ZipEntry, text: string) => out(entry).write(text);
  const localOf = reportClock(zone);

  async function beginSheet(): Promise<ZipEntry> {
    sheets += 1;
    const entry = zip.entry(`xl/worksheets/sheet${sheets + 1}.xml`);
    const view = `<sheetViews><sheetView workbookViewId="0"${rightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
    const widths = columns.map(
      ({ title: text, kind }, i) =>
        `<col min="${i + 1}" max="${i + 1}" width="${width(text, kind)}" customWidth="1"/>`,
    );
    await put(entry, `${SHEET}${view}<cols>${widths.join('')}</cols><sheetData>${headRow}`);
    left = mostSheetRows - 1;
    return entry;
  }

  async function endSheet(): Promise<void> {
    if (sheet === undefined) return;
    await put(sheet, '</sheetData></worksheet>');
    await sheet.end();
  }

  return {
    async rows(piece) {
      const textOf = areReadings(piece)
        ? readingText(piece, localOf)
        : (i: number) => rowText(piece[i]!, kinds, localOf);
      const size = sizeOf(piece);
      for (let at = 0; at < size; ) {
        if (sheet === undefined || left === 0) {
          await endSheet();
          sheet = await beginSheet();
        }
        const begin = at;
        const count = Math.min(left, size - at);
        await out(sheet).writeEach(count, (i) => textOf(begin + i));
        at += count;
        left -= count;
      }
    },
    async end() {
      sheet ??= await beginSheet();
      await endSheet();
      const about = zip.entry('xl/worksheets/sheet1.xml');
      const lines = [
        `<row>${textCell(title, STYLE.head)}</row>`,
        ...facts.map(([label, value]) => `<row>${textCell(label)}${textCell(value)}</row>`),
      ];
      const view = `<sheetViews><sheetView workbookViewId="0"${rightToLeft ? ' rightToLeft="1"' : ''}/></sheetViews>`;
      await put(
        about,
        `${SHEET}${view}<cols><col min="1" max="1" width="28" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/></cols><sheetData>${lines.join('')}</sheetData></worksheet>`,
      );
      await about.end();
      const parts = workbookParts({
        names: [heading.factsName, ...sheetNames(title, sheets)],
        // The file opens on the sheet of rows, or on the metadata if the period was truncated.
        active: heading.isCut ? 0 : 1,
      });
      for (const [name, text] of parts) {
        const entry = zip.entry(name);
        await put(entry, text);
        await entry.end();
      }
      await zip.end();
    },
  };
}

function sheetNames(title: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => (i === 0 ? title : `${title} ${i + 1}`));
}

function width(title: string, kind: CellKind): number {
  const least = kind === 'time' ? 19 : kind === 'text' ? 16 : 10;
  return Math.min(40, Math.max(least, title.length + 2));
}

const NEXT_NUMBER = '</v></c><c><v>';
const NO_VALUE = '<c><v></v></c>';

function readingText(
  { texts, times, numbers }: ReadingRows,
  localOf: (ms: number) => number,
): (i: number) => string {
  const same = texts.map((text) => (text === '' ? '<c/>' : textCell(text))).join('');
  return (i) => {
    const cells = `<c><v>${numbers[i]!.replaceAll(',', NEXT_NUMBER)}</v></c>`;
    const known = cells.includes(NO_VALUE) ? cells.replaceAll(NO_VALUE, '<c/>') : cells;
    return `<row>${timeCell(localOf(times[i]!))}${same}${known}</row>`;
  };
}

/**
 * The time is rounded down to whole seconds, as on the screens and in CSV; otherwise Excel would
 * show the next second, or the next day.
 */
function timeCell(localMs: number): string {
  const wholeMs = Math.floor(localMs / 1000) * 1000;
  return `<c s="${STYLE.time}"><v>${wholeMs / DAY_MS + EPOCH_DAY}</v></c>`;
}

function rowText(row: Row, kinds: readonly CellKind[], localOf: (ms: number) => number): string {
  let text = '<row>';
  for (let i = 0; i < kinds.length; i++) {
    const cell = row[i];
    if (cell === null || cell === undefined || cell === '') {
      text += '<c/>';
    } else if (kinds[i] === 'number') {
      const number = numberText(cell);
      text += number === undefined ? '<c/>' : `<c><v>${number}</v></c>`;
    } else if (kinds[i] === 'time') {
      text += timeCell(localOf(Number(cell)));
    } else if (kinds[i] === 'day') {
      text += `<c s="${STYLE.day}"><v>${Date.parse(String(cell)) / DAY_MS + EPOCH_DAY}</v></c>`;
    } else {
      text += textCell(String(cell));
    }
  }
  return `${text}</row>`;
}

function textCell(text: string, style?: number): string {
  const written = writableText(text).slice(0, MAX_CHARACTERS);
  const shown = style ?? (looksLikeFormula(written) ? STYLE.quoted : 0);
  const escaped = written
    .replace(/[&<>]/g, (sign) => XML_SIGNS[sign]!)
    .replace(ESCAPE_LIKE, '_x005F_')
    .replaceAll('\r', '_x000D_');
  return `<c t="inlineStr"${shown === 0 ? '' : ` s="${shown}"`}><is><t xml:space="preserve">${escaped}</t></is></c>`;
}
