import { expect, it } from 'vitest';
import { billFileName, billNumber } from './issued-bill.ts';

it.each([
  ['2026-11-27', 1, '2026-0001'],
  ['2026-12-31', 9999, '2026-9999'],
  ['2027-01-01', 10_000, '2027-10000'],
])('on %s bill %i has the number %s', (day, serial, number) => {
  expect(billNumber(day, serial)).toBe(number);
});

it.each([
  ['Tenant 12', '2026-0001-Tenant-12.pdf'],
  ['../../etc/passwd', '2026-0001-etc-passwd.pdf'],
  ['C:\\con|*?"', '2026-0001-C-con.pdf'],
  ['مستأجر ١', '2026-0001-مستأجر-١.pdf'],
  ['租户 三', '2026-0001-租户-三.pdf'],
  ['a\u202egpj.exe', '2026-0001-a-gpj-exe.pdf'],
  ['... ', '2026-0001.pdf'],
  ['x'.repeat(200), `2026-0001-${'x'.repeat(60)}.pdf`],
])('the file of a group named %j is named %j', (group, name) => {
  expect(billFileName('2026-0001', group)).toBe(name);
});
