/** Parts of a workbook besides its sheets (ECMA-376): the list of contents and the cell styles. */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Amount, whole amount, energy and price; 3 and 4 are the built-in formats `#,##0` and `#,##0.00`. */
const NUMBER_FORMATS = [4, 3, 166, 167] as const;

const NUMBERS = [0, 1]
  .flatMap((font) => NUMBER_FORMATS.map((format) => [format, font] as const))
  .map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/>`,
  )
  .join('');

/**
 * Plain, header, time, day, quoted text, then the four kinds of numbers, plain and bold;
 * `xlsx-cells.ts` refers to these indexes.
 */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="4"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="#,##0.00#"/><numFmt numFmtId="167" formatCode="#,##0.00##"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="13"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>${NUMBERS}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

interface Workbook {
  /**
   * Sheets in order, with the number of their part; their names are translated labels, never
   * user-entered names.
   */
  readonly sheets: readonly { readonly name: string; readonly part: number }[];
  /** Index of the sheet shown first. */
  readonly active: number;
}

/** Returns path and text of each part. */
export function workbookParts({ sheets: all, active }: Workbook): [string, string][] {
  const list = all.map(({ name, part }) => ({ name: sheetName(name), number: part }));
  const sheets = list.map(
    ({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  const relations = list.map(
    ({ number }) =>
      `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  const overrides = list.map(
    ({ number }) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  return [
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView activeTab="${active}"/></bookViews><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    ['xl/styles.xml', STYLES],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${RELATIONS}">${relations.join('')}<Relationship Id="rIdStyles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${overrides.join('')}</Types>`,
    ],
  ];
}

/** Max 31 characters, without the characters that are invalid in sheet names. */
function sheetName(name: string): string {
  return name.replace(/[[\]:*?/\\<>&"']/g, ' ').slice(0, 31);
}
