/**
 * Streams XLSX (ECMA-376) row by row, for any number of rows: a sheet of metadata, a sheet of totals
 * if there are any, and as many sheets of rows as needed. Text is written as inline strings, which are never evaluated; text that
 * looks like a formula also gets the quote prefix style, so that it stays text when edited.
 */
import { reportClock } from './report-clock.ts';
import type { ReportSink } from './report-files.ts';
import {
  areReadings,
  type Column,
  type Heading,
  sizeOf,
  type TableWriter,
} from './table-writer.ts';
import { textSink } from './text-sink.ts';
import { readingText, rowText, STYLE, textCell, totalsText, width } from './xlsx-cells.ts';
import { workbookParts } from './xlsx-parts.ts';
import { type ZipEntry, ZipSink } from './zip-sink.ts';

/** Max rows per sheet, including the header. */
const MAX_SHEET_ROWS = 1_048_576;
const SHEET =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';

export async function xlsxWriter(
  sink: ReportSink,
  heading: Heading,
  mostSheetRows = MAX_SHEET_ROWS,
): Promise<TableWriter> {
  const { title, facts, columns, zone, rightToLeft, totals } = heading;
  const zip = new ZipSink(sink);
  const side = rightToLeft ? ' rightToLeft="1"' : '';
  let sheets = 0;
  let left = 0;
  let sheet: ZipEntry | undefined;

  const out = textSink();
  const put = (entry: ZipEntry, text: string) => out(entry).write(text);
  const localOf = reportClock(zone);

  async function beginSheet(): Promise<ZipEntry> {
    sheets += 1;
    const entry = zip.entry(`xl/worksheets/sheet${sheets + 1}.xml`);
    await put(entry, sheetHead(columns, side));
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
        : (i: number) => rowText(piece[i]!, columns, localOf);
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
      const view = `<sheetViews><sheetView workbookViewId="0"${side}/></sheetViews>`;
      await put(
        about,
        `${SHEET}${view}<cols><col min="1" max="1" width="28" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/></cols><sheetData>${lines.join('')}</sheetData></worksheet>`,
      );
      await about.end();
      const ofRows = sheetNames(title, sheets).map((name, i) => ({ name, part: i + 2 }));
      const ofFacts = { name: heading.factsName, part: 1 };
      if (totals !== undefined) {
        const entry = zip.entry(`xl/worksheets/sheet${sheets + 2}.xml`);
        const texts = totals.rows().map((row) => totalsText(row, totals.columns));
        await put(entry, `${sheetHead(totals.columns, side)}${texts.join('')}`);
        await put(entry, '</sheetData></worksheet>');
        await entry.end();
      }
      const parts = workbookParts(
        totals === undefined
          ? // The file opens on the sheet of rows, or on the metadata if the period was truncated.
            { sheets: [ofFacts, ...ofRows], active: heading.isCut ? 0 : 1 }
          : {
              sheets: [{ name: totals.title, part: sheets + 2 }, ...ofRows, ofFacts],
              active: heading.isCut ? sheets + 1 : 0,
            },
      );
      for (const [name, text] of parts) {
        const entry = zip.entry(name);
        await put(entry, text);
        await entry.end();
      }
      await zip.end();
    },
  };
}

function sheetHead(columns: readonly Column[], side: string): string {
  const view = `<sheetViews><sheetView workbookViewId="0"${side}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
  const widths = columns.map(
    ({ title, kind }, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${width(title, kind)}" customWidth="1"/>`,
  );
  const titles = columns.map(({ title }) => textCell(title, STYLE.head));
  return `${SHEET}${view}<cols>${widths.join('')}</cols><sheetData><row>${titles.join('')}</row>`;
}

function sheetNames(title: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => (i === 0 ? title : `${title} ${i + 1}`));
}
