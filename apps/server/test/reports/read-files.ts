/** Independent readers of report files: they share no code with the writers. */
import { strFromU8, unzipSync } from 'fflate';

/** RFC 4180: returns every cell as text. */
export function readCsv(bytes: Uint8Array): string[][] {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  if (!text.startsWith('\ufeff')) throw new Error('there is no byte order mark');
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 1; i < text.length; i++) {
    const sign = text[i]!;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === ',') {
      row.push(cell);
      cell = '';
    } else if (sign === '\r' && text[i + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      i += 1;
    } else if (sign === '\n' || sign === '\r' || sign === '"') {
      throw new Error(`a bare ${JSON.stringify(sign)} at ${i}`);
    } else cell += sign;
  }
  if (quoted || cell !== '' || row.length > 0) throw new Error('the last line has no end');
  return rows;
}

export interface SheetCell {
  /** The number stored in the sheet, or text; null if empty. */
  readonly value: string | number | null;
  readonly style: number;
}

export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly SheetCell[])[];
  readonly xml: string;
}

export interface Book {
  readonly sheets: readonly Sheet[];
  readonly active: number;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function unescaped(xml: string): string {
  return xml
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

export function readXlsx(bytes: Uint8Array): Book {
  const files = unzipSync(bytes);
  const part = (name: string) => {
    const file = files[name];
    if (file === undefined) throw new Error(`the workbook has no ${name}`);
    return strFromU8(file);
  };
  const book = part('xl/workbook.xml');
  const relations = new Map(
    [
      ...part('xl/_rels/workbook.xml.rels').matchAll(/Id="(\w+)" Type="[^"]+" Target="([^"]+)"/g),
    ].map(([, id, target]) => [id!, target!]),
  );
  const sheets = [...book.matchAll(/<sheet name="([^"]*)" sheetId="\d+" r:id="(\w+)"\/>/g)].map(
    ([, name, id]): Sheet => {
      const xml = part(`xl/${relations.get(id!)}`);
      if (!part('[Content_Types].xml').includes(`/xl/${relations.get(id!)}`)) {
        throw new Error(`the type of ${name} is not said`);
      }
      return { name: unescaped(name!), rows: readRows(xml), xml };
    },
  );
  return { sheets, active: Number(/activeTab="(\d+)"/.exec(book)?.[1]) };
}

function readRows(xml: string): SheetCell[][] {
  return [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<c([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(
      ([, attributes, content]): SheetCell => {
        const style = Number(/s="(\d+)"/.exec(attributes!)?.[1] ?? 0);
        if (content === undefined) return { value: null, style };
        const number = /^<v>(.*)<\/v>$/s.exec(content)?.[1];
        if (number !== undefined) return { value: Number(number), style };
        const text = /^<is><t xml:space="preserve">(.*)<\/t><\/is>$/s.exec(content)?.[1];
        if (text === undefined || !attributes!.includes('t="inlineStr"')) {
          throw new Error(`what is ${content}?`);
        }
        return { value: unescaped(text), style };
      },
    ),
  );
}
