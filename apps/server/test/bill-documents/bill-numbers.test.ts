/** The numbers of a rendered bill, read from the file, are those of the bill. */
import type { BillDocument } from '@busbar/domain/billing/bill-document';
import { NOTIFICATION_LANGUAGES } from '@busbar/domain/notification/channel';
import { describe, expect, it } from 'vitest';
import { renderBill } from '../../src/areas/energy/billing/document/render-bill.ts';
import { drawnRows, integerOf, isFooter, moneyOf, numbersOf } from './bill-rows.ts';
import { sampleBill } from './sample-bill.ts';

const isCode = (text: string) => /^\d{15}$/.test(text);
/** Ten-thousandths per kWh. */
const pricePlaces = 4;

/** Rows of devices as [code] and as numbers of lines and sums; then those of the adjustments. */
function modelRows({ devices, adjustments }: BillDocument): (string | number)[][] {
  const sum = (of: 'energyWh' | 'amount') => adjustments.reduce((all, one) => all + one[of], 0);
  return [
    ...devices.flatMap(({ code, lines, energyWh, amount }) => [
      [code],
      ...lines.map((line) => [
        line.rateVersion,
        line.energyWh,
        Math.round(Number(line.price) * 10_000),
        line.amount!,
      ]),
      [energyWh, amount!],
    ]),
    ...adjustments.map((one) => [one.deviceCode, one.ofStart, one.energyWh, one.amount]),
    ...(adjustments.length === 0 ? [] : [[sum('energyWh'), sum('amount')]]),
  ];
}

function fileRows(file: Buffer, bill: BillDocument): (string | number)[][] {
  const energy = (text: string) => integerOf(text, 3, bill);
  const money = (text: string) => integerOf(text, 2, bill);
  const read = (all: string[]): (string | number)[] => {
    // Numbers in the name of a device are before its code.
    const row = all.slice(Math.max(0, all.findIndex(isCode)));
    const [one = '', two = '', three = '', four = ''] = row;
    if (row.length === 1) return [one];
    if (row.length === 2) return [energy(one), money(two)];
    if (isCode(one)) return [one, two, energy(three), money(four)];
    return [Number(one), energy(two), integerOf(three, pricePlaces, bill), money(four)];
  };
  const rows = drawnRows(file)
    .filter((row) => !isFooter(row))
    .map((row) => numbersOf(row, bill));
  // The rows of the head are above the first device.
  const first = rows.findIndex((row) => row.some(isCode));
  const found = rows
    .slice(first)
    .filter((row) => row.length > 0)
    .map(read);
  // A device that continues on the next page has its code there again.
  const codes = new Set<string | number>();
  return found.filter((row) => {
    const isRepeated = row.length === 1 && codes.has(row[0]!);
    if (row.length === 1) codes.add(row[0]!);
    return !isRepeated;
  });
}

describe('the numbers of a rendered bill', () => {
  it.each([
    ...NOTIFICATION_LANGUAGES.map((language) => [language, 'EUR'] as const),
    ['fr', 'FCFA'],
    ['ar', 'GNF'],
  ] as const)('equal those of the bill (%s, %s)', async (language, currency) => {
    const bill = sampleBill({ language, currency, devices: 15 });
    const file = await renderBill(bill);
    expect(fileRows(file, bill)).toEqual(modelRows(bill));
  });

  it.each(NOTIFICATION_LANGUAGES)(
    'include the totals in the head and at the end (%s)',
    async (language) => {
      const bill = sampleBill({ language });
      const devices = bill.devices.reduce((sum, { amount }) => sum + amount!, 0);
      const adjustments = bill.adjustments.reduce((sum, { amount }) => sum + amount, 0);
      expect(moneyOf(drawnRows(await renderBill(bill)), bill)).toEqual([
        bill.total,
        devices,
        adjustments,
        bill.subtotal,
        bill.tax!.amount,
        bill.total,
      ]);
    },
  );

  it('include only the total if there are neither adjustments nor a tax', async () => {
    const { subtotal } = sampleBill({ changes: { adjustments: [] } });
    const changes = { adjustments: [], tax: null, total: subtotal };
    const bill = sampleBill({ changes });
    expect(moneyOf(drawnRows(await renderBill(bill)), bill)).toEqual([subtotal, subtotal]);
  });

  it.each(NOTIFICATION_LANGUAGES)('have their minus sign on the left (%s)', async (language) => {
    const credit = { subtotal: -123_456, total: -123_456, tax: null };
    const bill = sampleBill({ language, devices: 1, changes: credit });
    const texts = drawnRows(await renderBill(bill)).flatMap((row) => row.texts);
    const negative = texts.map(({ text }) => text).filter((text) => text.includes('−'));
    expect(negative).toHaveLength(5);
    expect(negative.filter((text) => !text.startsWith('−'))).toEqual([]);
    expect(moneyOf(drawnRows(await renderBill(bill)), bill)).toContain(-123_456);
  });

  it('are the largest that a bill can have, without a digit cut', async () => {
    const amount = Number.MAX_SAFE_INTEGER - 1;
    const line = { ...sampleBill().devices[0]!.lines[0]!, price: '99999999.9999' };
    const device = { name: 'Largest', code: '867962040000001', energyWh: amount, amount };
    const devices = [
      { ...device, lines: [{ ...line, rateVersion: 12, energyWh: amount, amount }] },
    ];
    const bill = sampleBill({
      changes: { devices, adjustments: [], tax: null, subtotal: amount, total: amount },
    });
    const file = await renderBill(bill);
    expect(fileRows(file, bill)).toEqual([
      ['867962040000001'],
      [12, amount, 999_999_999_999, amount],
      [amount, amount],
    ]);
    expect(moneyOf(drawnRows(file), bill)).toEqual([amount, amount]);
  });

  it('are whole units in a currency without decimals', async () => {
    const bill = sampleBill({ language: 'fr', currency: 'FCFA', devices: 3 });
    const texts = drawnRows(await renderBill(bill)).flatMap((row) => row.texts);
    const total = texts.filter(({ text }) => text.endsWith('\u202fFCFA')).at(-1)!.text;
    expect(total).toMatch(/^\d{1,3}(\u202f\d{3})*\u202fFCFA$/);
  });
});
