/** Bills for tests: several tariff versions, all scripts, adjustments in both directions. */
import { type BillDocument, billTotals } from '@busbar/domain/billing/bill-document';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import { currencyDecimals } from '@busbar/domain/tariff/currency';
import { lineAmount } from '@busbar/domain/tariff/fee';
import { priceOf } from '@busbar/domain/tariff/price';

const NAMES = [
  'Transformer hall – feeder 12',
  '配电房 2 号泵站 (Pump 3)',
  'مضخة الماء رقم 12 (B-4)',
  'Насосная станция №7',
  'Climatisation « étage 3 » – côté cour',
];
const TARIFFS = ['Commercial', '商业分时电价', 'التعرفة التجارية', 'Ночной тариф'];
const PRICES = ['0.312', '0.2175', '12.5', '1'];

export interface SampleOptions {
  readonly language?: NotificationLanguage;
  readonly devices?: number;
  readonly currency?: string;
  readonly names?: readonly string[];
  readonly changes?: Partial<BillDocument>;
}

export function sampleBill(options: SampleOptions = {}): BillDocument {
  const { language = 'en', devices: count = 6, currency = 'EUR', names = NAMES } = options;
  const decimals = currencyDecimals(currency);
  const devices = Array.from({ length: count }, (_, i) => {
    const versions = i % 5 === 4 ? [1, 2] : [1];
    const lines = versions.flatMap((rateVersion) =>
      TARIFF_BANDS.slice(0, 1 + (i % 4)).map((band, k) => {
        const price = PRICES[(i + k) % PRICES.length]!;
        const energyWh = ((i + 3) * 7919 * (k + 1) * 13 * rateVersion) % 5_000_000;
        const amount = lineAmount(energyWh, priceOf(price), decimals);
        return { rateName: TARIFFS[i % 4]!, rateVersion, band, price, energyWh, amount };
      }),
    );
    return {
      name: names[i % names.length]!,
      code: String(867_962_040_000_001 + i * 7),
      lines,
      energyWh: lines.reduce((sum, line) => sum + line.energyWh, 0),
      amount: lines.reduce((sum, line) => sum + line.amount, 0),
    };
  });
  const adjustments: BillDocument['adjustments'] = [
    {
      deviceName: names[1 % names.length]!,
      deviceCode: '867962040000008',
      ofStart: '2026-09-01',
      energyWh: -12_340,
      amount: -38_500,
      reason: 'correction',
    },
    {
      deviceName: names[2 % names.length]!,
      deviceCode: '867962040000015',
      ofStart: '2026-08-01',
      energyWh: 104_561,
      amount: 227_400,
      reason: 'late-readings',
    },
  ];
  const tax = { name: 'VAT', rate: '19.25' };
  return {
    number: '2026-0042',
    issuedOn: '2026-11-03',
    issuer: { name: 'Énergie Dakar SA', address: '46, boulevard\nDakar', taxNumber: 'SN 004 567' },
    addressee: { name: '明远物业 Ltd', address: '15 号\nDakar', taxNumber: '12 345 678 90' },
    groupName: 'Tower B / Floor 4',
    period: { start: '2026-10-01', end: '2026-11-01' },
    currency,
    devices,
    adjustments,
    language,
    ...billTotals(devices, adjustments, tax, decimals)!,
    ...options.changes,
  };
}
