/** How a rendered bill is divided into pages, and that none of its texts cover each other. */
import type { BillDocument } from '@busbar/domain/billing/bill-document';
import { MAX_ADDRESS_LINES, PARTY_LIMITS, partyProblem } from '@busbar/domain/billing/bill-party';
import { NOTIFICATION_LANGUAGES } from '@busbar/domain/notification/channel';
import { describe, expect, it, vi } from 'vitest';
import { renderBill } from '../../src/areas/energy/billing/document/render-bill.ts';
import { translatorFor } from '../../src/areas/shared/i18n/translator.ts';
import { type DrawnRow, drawnRows, isFooter } from './bill-rows.ts';
import { type DrawnText, readPdf } from './read-pdf.ts';
import { sampleBill } from './sample-bill.ts';

const LONG =
  'Распределительный щит насосной станции 变压器二号备用电源 مضخة الماء الرئيسية '.repeat(4);
const MARGIN = 47.9;

const codeOf = ({ texts }: DrawnRow) => texts.find(({ text }) => /^\d{15}$/.test(text))?.text;
const pagesOf = (file: Buffer) => {
  const rows = drawnRows(file);
  const count = Math.max(...rows.map(({ page }) => page)) + 1;
  return Array.from({ length: count }, (_, page) => rows.filter((row) => row.page === page));
};
const textOf = ({ texts }: DrawnRow) =>
  texts
    .map(({ text }) => text)
    .join(' ')
    .replace(/ +/g, ' ');

/** Pairs of texts that cover each other. */
function collisions(texts: readonly DrawnText[]): string[] {
  const found: string[] = [];
  for (const [at, one] of texts.entries()) {
    for (const other of texts.slice(at + 1)) {
      // Lines of the same height; accents and descenders of neighbouring lines may touch.
      const isNear = Math.abs(one.baseline - other.baseline) < 0.6 * Math.min(one.size, other.size);
      const isCovered = one.left < other.right - 0.5 && other.left < one.right - 0.5;
      if (isNear && isCovered) found.push(`${one.text} | ${other.text}`);
    }
  }
  return found;
}

/** Texts that extend beyond the margins. */
function outside(file: Buffer): string[] {
  const { pages, width, height } = readPdf(file);
  return pages
    .flat()
    .filter(
      ({ left, right, baseline }) =>
        left < MARGIN || right > width - MARGIN || baseline < 40 || baseline > height - 30,
    )
    .map(({ text }) => text);
}

describe('the pages of a rendered bill', () => {
  it.each(NOTIFICATION_LANGUAGES)('repeat the headings and are numbered (%s)', async (language) => {
    const bill = sampleBill({ language, devices: 31 });
    const pages = pagesOf(await renderBill(bill));
    expect(pages.length).toBeGreaterThan(2);
    const currency = pages.slice(1, -1).map((rows) => textOf(rows[0]!) + textOf(rows[1]!));
    expect(currency.filter((text) => !text.includes('EUR'))).toEqual([]);
    const digits = pages.map((rows) =>
      rows.filter(isFooter).flatMap(({ texts }) => textOf({ ...rows[0]!, texts }).match(/\d+/g)),
    );
    for (const [at, found] of digits.entries()) {
      expect(found).toEqual(expect.arrayContaining([String(at + 1), String(pages.length)]));
    }
  });

  it('are named by their number and the count of pages', async () => {
    const bill = sampleBill({ devices: 31 });
    const pages = pagesOf(await renderBill(bill));
    const t = translatorFor('en');
    expect(pages.map((rows) => textOf(rows.find(isFooter)!))).toEqual(
      pages.map(
        (_, at) =>
          `Electricity bill 2026-0042 · Tower B / Floor 4 ${t('bill-files:page', { page: at + 1, pages: pages.length })}`,
      ),
    );
  });

  it.each([1, 2, 13, 31, 32, 33, 36, 37, 38, 60])(
    'never end with the name of a device nor begin with its sum (%i lines)',
    async (count) => {
      const bill = withLines(count);
      const sum = translatorFor('en')('fees:bill.sum');
      let headings = 0;
      for (const rows of pagesOf(await renderBill(bill))) {
        const body = rows.filter((row) => !isFooter(row));
        // The code is the last text of a heading; in a row of adjustments numbers follow it.
        const names = body.flatMap((row, at) =>
          codeOf(row) === undefined || codeOf(row) !== row.texts.at(-1)!.text ? [] : [at],
        );
        headings += names.length;
        for (const at of names) {
          expect(body.length - 1 - at).toBeGreaterThanOrEqual(2);
          expect(textOf(body[at + 1]!)).not.toContain(sum);
        }
      }
      expect(headings).toBeGreaterThanOrEqual(bill.devices.length);
    },
  );

  it('name a device again that continues on the next page', async () => {
    const pages = pagesOf(await renderBill(withLines(60)));
    const continued = pages.flat().filter((row) => textOf(row).includes('(continued)'));
    expect(continued.length).toBeGreaterThan(2);
    for (const row of continued) expect(codeOf(row)).toBeDefined();
  });

  it.each(NOTIFICATION_LANGUAGES)('have no texts that cover each other (%s)', async (language) => {
    for (const names of [undefined, [LONG]]) {
      const bill = sampleBill({
        language,
        devices: 12,
        ...(names && { names }),
        changes: crowded(language),
      });
      const file = await renderBill(bill);
      expect(readPdf(file).pages.flatMap(collisions)).toEqual([]);
      expect(outside(file)).toEqual([]);
    }
  });

  it('cut a name that is too long with an ellipsis, never its code', async () => {
    const bill = sampleBill({ devices: 1, names: [LONG] });
    const row = drawnRows(await renderBill(bill)).find((one) => codeOf(one) !== undefined)!;
    expect(row.texts.at(-1)!.text).toBe(bill.devices[0]!.code);
    expect(textOf(row)).toContain('…');
  });

  it.each([
    ['Latin', 'Harbour Estates 46/B, '],
    ['Chinese', '明远路四十六号备用电源楼'],
    ['the widest letters', 'W'],
  ])('contain the whole of the longest parties (%s)', async (_, text) => {
    const filled = (length: number) => text.repeat(length).slice(0, length);
    const address = Array.from({ length: MAX_ADDRESS_LINES }, (_, at) =>
      `${at + 1}${filled(PARTY_LIMITS.address).slice(0, at === 0 ? 68 : 64)}`.trim(),
    ).join('\n');
    const party = (end: string) => ({
      name: `${filled(PARTY_LIMITS.name - 1)}${end}`,
      address: `${address}${end}`,
      taxNumber: `${filled(PARTY_LIMITS.taxNumber - 1)}${end}`,
    });
    const [issuer, addressee] = [party('1'), party('2')];
    expect(partyProblem(issuer)).toBeUndefined();
    const file = await renderBill(sampleBill({ changes: { issuer, addressee } }));
    const plain = (all: string) => all.replace(/\s/g, '');
    const { pages } = readPdf(file);
    const written = plain(pages.flatMap((texts) => texts.map((one) => one.text)).join(''));
    for (const { name, address: lines, taxNumber } of [issuer, addressee]) {
      expect(written).toContain(plain(name + lines));
      expect(written).toContain(plain(taxNumber));
    }
    expect(pages.flatMap(collisions)).toEqual([]);
    expect(outside(file)).toEqual([]);
  });

  it.each(['en', 'ar'] as const)(
    'contain the rate of a tax with a long name (%s)',
    async (language) => {
      const { subtotal } = sampleBill({ language });
      const tax = { name: '增值税备用'.repeat(8), rate: '19.255', amount: subtotal };
      const changes = { tax, total: 2 * subtotal };
      const rows = drawnRows(await renderBill(sampleBill({ language, changes })));
      const row = rows.find(({ texts }) => texts.some((one) => one.text.includes('增值税')))!;
      expect(row.texts.map((one) => one.text)).toContain('19.255%');
    },
  );

  it('contain a bill without devices', async () => {
    const changes = { devices: [], adjustments: [], subtotal: 0, tax: null, total: 0 };
    const rows = drawnRows(await renderBill(sampleBill({ changes })));
    expect(rows.filter((row) => textOf(row).includes('EUR\u202f0.00'))).toHaveLength(2);
  });

  it('are the same bytes for the same bill', async () => {
    const [one, other] = [await renderBill(sampleBill()), await renderBill(sampleBill())];
    expect(one.equals(other)).toBe(true);
    const changed = await renderBill(sampleBill({ changes: { number: '2026-0043' } }));
    expect(changed.equals(one)).toBe(false);
  });

  it('are rendered in pieces between which other work is done', async () => {
    const yields = vi.spyOn(globalThis, 'setImmediate');
    const file = await renderBill(sampleBill({ devices: 200 }));
    const turns = yields.mock.calls.length;
    yields.mockRestore();
    expect(turns).toBeGreaterThan(200 + pagesOf(file).length);
  });
});

/** Three devices with the given number of lines. */
function withLines(count: number): BillDocument {
  const { devices } = sampleBill({ devices: 3 });
  const changes = {
    devices: devices.map((device) => ({
      ...device,
      lines: Array.from({ length: count }, () => device.lines[0]!),
    })),
  };
  return sampleBill({ changes });
}

/** Long texts in all places. */
function crowded(language: BillDocument['language']): Partial<BillDocument> {
  // As long as the form accepts.
  const address = Array.from({ length: MAX_ADDRESS_LINES }, () => LONG.slice(0, 65)).join('\n');
  const party = { name: LONG, address, taxNumber: '12 345 '.repeat(30) };
  const { devices, subtotal } = sampleBill({ language, devices: 12, names: [LONG] });
  return {
    number: 'A-2026/0042-'.repeat(9),
    issuer: party,
    addressee: party,
    groupName: LONG,
    tax: { name: LONG, rate: '19.255', amount: 12_345 },
    total: subtotal + 12_345,
    devices: devices.map((device) => ({
      ...device,
      lines: device.lines.map((line) => ({ ...line, rateName: LONG })),
    })),
  };
}
