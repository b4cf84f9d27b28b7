/** Names that users enter in any script, or to make a bill mean something else. */
import { describe, expect, it } from 'vitest';
import { renderBill } from '../../src/areas/energy/billing/document/render-bill.ts';
import { drawnRows } from './bill-rows.ts';
import { readPdf } from './read-pdf.ts';
import { sampleBill } from './sample-bill.ts';

const textsOf = async (name: string, language: 'en' | 'ar' = 'en') => {
  const bill = sampleBill({ language, devices: 1, names: [name] });
  return readPdf(await renderBill(bill))
    .pages.flat()
    .map(({ text }) => text);
};

describe('the names on a rendered bill', () => {
  it.each([
    ['Latin with marks', 'Đường Ưng Çelik Ørsted Łódź'],
    ['Cyrillic', 'Насосная станция №7 Ѓорче'],
    ['Chinese', '配电房二号泵站，备用（堃喆鱻）'],
    ['Arabic digits in the order of the number', '١٢٣'],
    ['Persian digits in the order of the number', '۱۲۳'],
  ])('contain %s', async (_, name) => {
    const texts = await textsOf(name);
    const parts = name.split(' ');
    for (const part of parts)
      expect(
        texts.some((text) => text.includes(part)),
        part,
      ).toBe(true);
  });

  it.each(['en', 'ar'] as const)('have Arabic words from right to left (%s)', async (language) => {
    const texts = await textsOf('جهاز رقم ١٢٣', language);
    const reversed = [...'جهاز رقم'].reverse().join('');
    expect(texts.some((text) => text.includes(reversed))).toBe(true);
    expect(texts).toContain('١٢٣');
  });

  it.each([
    ['an override of the direction', 'Pump \u202e321\u202c end', 'Pump 321 end'],
    ['an open isolate', 'Pump \u2067 12', 'Pump 12'],
    ['a mark of the direction', '\u200fPump\u200e 7', 'Pump 7'],
    ['control characters', 'Pu\u0000mp\u001b[2J\r\n9', 'Pu mp [2J 9'],
    ['a lone surrogate', 'Pump \ud83d 4', 'Pump \ufffd 4'],
    ['an emoji', 'Pump 👨‍👩‍👧 5', 'Pump \ufffd 5'],
    ['a script without a font', 'Pump ไฟ', 'Pump \ufffd\ufffd'],
    ['invisible characters', 'Pu\u00admp\u200b\ufeff 6', 'Pump 6'],
    ['PDF syntax', 'Pump) Tj ET (\\', 'Pump) Tj ET (\\'],
  ])('do not contain %s', async (_, name, shown) => {
    const texts = await textsOf(name);
    const plain = (text: string) => text.replace(/\s+/g, ' ');
    expect(texts.map(plain)).toContain(shown);
  });

  it('have at most three marks on a letter', async () => {
    const texts = await textsOf(`q${'\u0301'.repeat(40)}`);
    expect(texts).toContain(`q${'\u0301'.repeat(3)}`);
  });

  it.each(['en', 'ar'] as const)('do not change a number of the bill (%s)', async (language) => {
    const hostile = '\u202e\u2067𠮷👍\u0000\u061c١٢ ا\u0301\u202d';
    const plain = { language, devices: 4, names: ['A'], changes: {} };
    const party = { name: hostile, address: hostile, taxNumber: hostile };
    const changes = { issuer: party, addressee: party, groupName: hostile };
    const numbers = (file: Buffer) =>
      drawnRows(file)
        .flatMap(({ texts }) => texts.map(({ text }) => text))
        .filter((text) => /^(EUR\u202f)?−?[\d.,]+\.\d+(\u202fEUR)?$/.test(text));
    const expected = numbers(await renderBill(sampleBill(plain)));
    expect(expected.length).toBeGreaterThan(30);
    const bill = sampleBill({ ...plain, names: [hostile], changes });
    expect(numbers(await renderBill(bill))).toEqual(expected);
  });

  it.each(['title', 'author'])('cannot break the %s of the file', async (field) => {
    const name = 'A) /JavaScript (\\ \u202e\u0000 明';
    const changes =
      field === 'title' ? { number: name } : { issuer: { name, address: '', taxNumber: '' } };
    const file = await renderBill(sampleBill({ devices: 1, changes }));
    expect(readPdf(file).information).not.toMatch(/\/JavaScript \(\\/);
    expect(readPdf(file).pages).toHaveLength(1);
  });
});
