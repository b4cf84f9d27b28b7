import { writeFileSync } from 'node:fs';
import { billTotals, type BillDocument } from '@busbar/domain/billing/bill-document';
import { amountOfLine } from '@busbar/domain/tariff/fee';
import { priceOf } from '@busbar/domain/tariff/price';
import { currencyDecimals } from '@busbar/domain/tariff/currency';
import { renderBill } from './src/areas/energy/billing/document/render-bill.ts';
const bands = ['sharp', 'peak', 'offPeak', 'valley'] as const;
const names = ['配电房 2 号泵站 (Pump 3)', 'مضخة الماء رقم 12 (B-4)', 'Насосная станция №7', 'Transformer hall – feeder 12', 'Climatisation étage 3', 'Very long name '.repeat(12), '变压器「二号」，备用', 'Hall\u202e321 evil\u2066 😀👨‍👩‍👧 \u0007end', 'Zalgo H̷̡̫̲͖̮̼̗͝e̸̛l', 'جهاز ۱۲۳ و ١٢٣ / 45-67'];
export function sample(language: BillDocument['language'], n: number, currency = 'EUR', more: Partial<BillDocument> = {}): BillDocument {
  const dec = currencyDecimals(currency);
  const devices = Array.from({ length: n }, (_, i) => {
    const lines = bands.slice(0, 1 + (i % 4)).flatMap((band, k) => (i % 7 === 6 ? [1, 2] : [1]).map((rateVersion) => {
      const price = ['0.3120', '0.2175', '0.1402', '0.0899'][k]!;
      const energyWh = ((i + 3) * 7919 * (k + 1) * 13) % 5_000_000 * (currency === 'EUR' ? 1 : 10);
      return { rateName: i % 3 ? 'Commercial time of use' : '商业分时电价', rateVersion, band, price: currency === 'EUR' ? price : String(Math.round(Number(price) * 655*100)/100), energyWh, amount: amountOfLine(energyWh, priceOf(currency === 'EUR' ? price : String(Math.round(Number(price) * 655*100)/100)), dec) };
    }));
    return { name: names[i % names.length]!, code: String(867_962_040_000_001 + i * 7), lines, energyWh: lines.reduce((s, l) => s + l.energyWh, 0), amount: lines.reduce((s, l) => s + (l.amount ?? 0), 0) };
  });
  const adjustments = [
    { deviceName: names[1]!, deviceCode: '867962040000008', ofStart: '2026-09-01', energyWh: -12_340, amount: dec === 0 ? -3100 : -385, reason: 'correction' as const },
    { deviceName: names[0]!, deviceCode: '867962040000001', ofStart: '2026-08-01', energyWh: 104_560, amount: dec===0? 240_00 : 2274, reason: 'late-readings' as const },
  ];
  const totals = billTotals(devices, adjustments, { name: language === 'ar' ? 'ضريبة القيمة المضافة' : language === 'zh' ? '增值税' : 'VAT', rate: '19.25' }, dec)!;
  return { number: '2026-0042', issuedOn: '2026-11-03', issuer: { name: 'Sonatel Énergie SA', address: '46, boulevard de la République\nBP 69, Dakar\nSénégal', taxNumber: 'SN 004 567 890 2G3' },
    addressee: { name: language === 'ar' ? 'شركة النور للتجارة (ذ.م.م)' : language === 'zh' ? '深圳市明远物业管理有限公司' : 'Atelier Müller & Søn', address: '南山区科技园路 15 号\n12, rue des Écoles, bâtiment B\nDakar 12500', taxNumber: '12 345 678 90' },
    groupName: language === 'ar' ? 'برج التجارة – الطابق 4 (North)' : language === 'zh' ? '科技园 / 4 号楼' : 'Tower B / Floor 4', period: { start: '2026-10-01', end: '2026-11-01' }, currency, devices, adjustments, language, ...totals, ...more };
}
if (process.argv[2] !== undefined) {
  const [, , language, n, currency, out] = process.argv;
  await renderBill(sample('en', 1));
  const start = performance.now();
  let worst = 0, ticks = 0, last = performance.now();
  let on = true;
  const tick = () => { const now = performance.now(); worst = Math.max(worst, now - last); last = now; ticks += 1; if (on) setImmediate(tick); };
  setImmediate(tick);
  const buffer = await renderBill(sample(language as never, Number(n), currency));
  worst = Math.max(worst, performance.now() - last);
  on = false;
  console.log(language, buffer.length, 'bytes', Math.round(performance.now() - start), 'ms, longest block', Math.round(worst), 'ticks', ticks, 'rss', Math.round(process.memoryUsage().rss / 1e6));
  writeFileSync(out!, buffer);
}
