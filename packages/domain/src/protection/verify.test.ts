import { describe, expect, it } from 'vitest';
import { OVER_CURRENT } from './over-current.ts';
import { OVER_VOLTAGE } from './over-voltage.ts';
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

describe('what was read back', () => {
  it('is verified by value, however it is written', () => {
    const verified = verifyValues(OVER_VOLTAGE, written, found(SAME));
    expect(differentFields(verified)).toEqual([]);
    expect(Object.keys(verified)).toEqual(OVER_VOLTAGE.fields.map(({ wire }) => wire));
  });

  it.each([
    ['another value', { ...SAME, ov: '275.1' }, ['ov']],
    ['another flag', { ...SAME, doLock: 'true' }, ['doLock']],
    ['nothing of a field', { ...SAME, ovrt: undefined }, ['ovrt']],
    ['nothing at all', {}, OVER_VOLTAGE.fields.map(({ wire }) => wire)],
  ])('with %s is different', (_case, record, fields) => {
    expect(differentFields(verifyValues(OVER_VOLTAGE, written, found(record)))).toEqual(fields);
  });

  it('says nothing of fields that were not written', () => {
    expect(verifyValues(OVER_VOLTAGE, { startValue: 275 }, found(SAME))).toEqual({ ov: true });
  });

  it('takes 00 and FF as one', () => {
    const values = defaultsOf(OVER_CURRENT);
    const back = readRecord(OVER_CURRENT, { ct4: 'FF', cd4: '600' }).values;
    expect(verifyValues(OVER_CURRENT, values, back)).toMatchObject({
      ct4: true,
      cd4: true,
      ct1: false,
    });
  });
});
