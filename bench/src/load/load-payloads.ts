/** Readings in the format of a three-phase device: 28 plausible values, all different. */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';

/** Offset of the 13 digits of `ts` in every payload. */
export const TS_OFFSET = '{"ts":'.length;
export const TS_DIGITS = 13;

/**
 * Every payload ends with its energy register in kWh with two decimals, which each reading can
 * increase: `"epT":100000.00}`.
 */
export const REGISTER_DIGITS = 9;
export const REGISTER_FROM_END = REGISTER_DIGITS + 1;
export const FIRST_REGISTER = 10_000_000;

/** Returns payloads with phase voltages around 230 V, or around the given value. */
export function payloads(count: number, voltageV = 230): Buffer[] {
  const random = seededRandom(28);
  const between = (from: number, to: number, digits: number) =>
    Number((from + random() * (to - from)).toFixed(digits));
  return Array.from({ length: count }, () => {
    const phases = ['a', 'b', 'c'] as const;
    const reading: Record<string, number> = { ts: 1_000_000_000_000 };
    const letter = { a: 'A', b: 'B', c: 'C' };
    for (const phase of phases) reading[`volP${phase}`] = between(voltageV - 9, voltageV + 9, 1);
    for (const phase of phases) reading[`volL${phase}`] = between(383, 414, 1);
    for (const phase of phases) reading[`cur${letter[phase]}`] = between(0, 63, 2);
    for (const kind of ['insP', 'insQ', 'insS']) {
      reading[kind] = between(0, 40, 3);
      for (const phase of phases) reading[`${kind}${phase}`] = between(0, 14, 3);
    }
    reading.pwrF = between(0.8, 1, 3);
    for (const phase of phases) reading[`pwrF${phase}`] = between(0.8, 1, 3);
    reading.freq = between(49.9, 50.1, 2);
    reading.t = between(20, 60, 1);
    const text = JSON.stringify(reading).slice(0, -1);
    return Buffer.from(`${text},"epT":${(FIRST_REGISTER / 100).toFixed(2)}}`);
  });
}
