/** Bills of many devices and adjustments neither fail nor stop the other work of the process. */
import { describe, expect, it, vi } from 'vitest';
import { billFormats } from '../../src/areas/energy/billing/document/bill-formats.ts';
import { writeAdjustments } from '../../src/areas/energy/billing/document/write-adjustments.ts';
import { translatorFor } from '../../src/areas/shared/i18n/translator.ts';
import type { Sheet } from '../../src/areas/shared/pdf/pdf-sheet.ts';
import { sampleBill } from './sample-bill.ts';

describe('a large bill', () => {
  it('has the decimals of its most exact price', () => {
    const [device] = sampleBill({ devices: 1 }).devices;
    const line = { ...device!.lines[0]!, price: '1' };
    const lines = [...Array.from({ length: 250_000 }, () => line), { ...line, price: '0.2175' }];
    const formats = billFormats(sampleBill({ changes: { devices: [{ ...device!, lines }] } }));
    expect(formats.price('1')).toBe('1.0000');
  });

  it('lays out its adjustments in pieces between which other work is done', async () => {
    const [adjustment] = sampleBill().adjustments;
    const count = 200;
    const bill = sampleBill({
      changes: { adjustments: Array.from({ length: count }, () => adjustment!) },
    });
    const pieces = [0];
    const yields = vi.spyOn(globalThis, 'setImmediate').mockImplementation(((go: () => void) => {
      pieces.push(0);
      queueMicrotask(go);
    }) as never);
    const sheet: Sheet = {
      ...({} as Sheet),
      free: () => 1000,
      moveDown: () => undefined,
      rule: () => undefined,
      widthOf: () => 10,
      lines: () => {
        pieces[pieces.length - 1]! += 1;
        return [];
      },
    };
    await writeAdjustments(sheet, bill, billFormats(bill), translatorFor('en'));
    yields.mockRestore();
    expect(pieces.length).toBeGreaterThan(count);
    // The title, the headings, the sum and the first rows.
    expect(Math.max(...pieces)).toBeLessThan(50);
  });
});
