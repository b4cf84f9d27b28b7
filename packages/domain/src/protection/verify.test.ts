import { describe, expect, it } from 'vitest';
import { OVER_CURRENT } from './protections/over-current.ts';
import { OVER_VOLTAGE } from './protections/over-voltage.ts';
import { defaultsOf, readRecord } from './values.ts';
import { differentFields, verifyValues } from './verify.ts';

const written = defaultsOf(OVER_VOLTAGE);
const found = (record: object) => readRecord(OVER_VOLTAGE, record).values;
const SAME = {
  enable: '1',
  doOpen: 'true',
  doLock: '0',
  ov: '275',
  orv: 255,
  ovjt: 1000,
  ovrt: 30,
};

describe('verification of written parameters', () => {
  it('compares by value, whatever the text form', () => {
    const verified = verifyValues(OVER_VOLTAGE, written, found(SAME));
    expect(differentFields(verified)).toEqual([]);
    expect(Object.keys(verified)).toEqual(OVER_VOLTAGE.fields.map(({ wire }) => wire));
  });

  it.each([
    ['another value', { ...SAME, ov: '275.1' }, ['ov']],
    ['another flag', { ...SAME, doLock: 'true' }, ['doLock']],
    ['a missing field', { ...SAME, ovrt: undefined }, ['ovrt']],
    ['an empty report', {}, OVER_VOLTAGE.fields.map(({ wire }) => wire)],
  ])('reports %s as different', (_case, record, fields) => {
    expect(differentFields(verifyValues(OVER_VOLTAGE, written, found(record)))).toEqual(fields);
  });

  it('ignores fields that were not written', () => {
    expect(verifyValues(OVER_VOLTAGE, { startValue: 275 }, found(SAME))).toEqual({ ov: true });
  });

  it('treats 00 and FF of a disabled slot as equal', () => {
    const values = defaultsOf(OVER_CURRENT);
    const back = readRecord(OVER_CURRENT, { ct4: 'FF', cd4: '600' }).values;
    expect(verifyValues(OVER_CURRENT, values, back)).toMatchObject({
      ct4: true,
      cd4: true,
      ct1: false,
    });
  });
});
