/**
 * CSV for spreadsheets: UTF-8 with a byte order mark for Excel, CRLF, and no cell that a
 * spreadsheet would evaluate as a formula, by the same rule as in reports. Numbers remain numbers,
 * including negative ones.
 */
import { csvField, looksLikeFormula, writableText } from '@busbar/domain/report/inert-text';

export type CsvCell = string | number | null | undefined;

const BYTE_ORDER_MARK = '\uFEFF';
/** Matches a number a spreadsheet preserves; text with leading zeros or more digits is a code. */
const NUMBER = /^[-+]?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [header, ...rows].map((cells) => cells.map(cell).join(','));
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
}

function cell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const text = writableText(value);
  if (NUMBER.test(value)) return text;
  return csvField(looksLikeFormula(value) ? `'${text}` : text);
}
