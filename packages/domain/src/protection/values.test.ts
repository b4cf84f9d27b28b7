import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProtectionDefinition, Values } from './definition.ts';
import { DEVICE_ACCOUNTING } from './enable-switch.ts';
import type { FieldValue, ProtectionField } from './field.ts';
import { writeText } from './field-text.ts';
import { OVER_CURRENT } from './protections/over-current.ts';
import { OVER_VOLTAGE } from './protections/over-voltage.ts';
import { PROTECTIONS, protectionOf } from './protections/protections.ts';
import { USUAL_RATING } from './rating.ts';
import { firstDisabledSlot } from './reclose-slots.ts';
import { TIMING_CONFIG } from './timing-config.ts';
import {
  checkRecord,
  defaultsOf,
  limitsOf,
  problemsOf,
  readRecord,
  writeRecord,
} from './values.ts';

const all: readonly ProtectionDefinition[] = [...PROTECTIONS, DEVICE_ACCOUNTING];
const named = all.map(
  (definition) => [`${definition.name} (${definition.fields.length})`, definition] as const,
);

/** Generates any valid value of a field, on its step. */
function anyValue(field: ProtectionField): fc.Arbitrary<FieldValue> {
  switch (field.kind) {
    case 'number': {
      const perUnit = Math.round(1 / field.step);
      return fc
        .integer({ min: Math.ceil(field.min * perUnit), max: Math.floor(field.max * perUnit) })
        .map((steps) => steps / perUnit);
    }
    case 'flag':
    case 'switch':
      return fc.boolean();
    case 'count':
    case 'delay':
      return fc.option(fc.integer({ min: field.min, max: field.max }), { nil: null });
    case 'time':
      return fc
        .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
        .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
    case 'timer-order':
      return fc.constantFrom('none', 'open', 'close');
  }
}

function anyValues(definition: ProtectionDefinition): fc.Arbitrary<Values> {
  return fc
    .record(Object.fromEntries(definition.fields.map((field) => [field.name, anyValue(field)])))
    .map((values) => {
      const closed: Record<string, FieldValue> = { ...values };
      for (const slot of [1, 2, 3, 4, 5]) {
        if (closed[`count${slot}`] === null) closed[`delay${slot}`] = null;
      }
      return closed;
    });
}

describe.each(named)('values of %s', (_name, definition) => {
  it('are equal after conversion to text and back', () => {
    fc.assert(
      fc.property(anyValues(definition), (values) => {
        const record = JSON.parse(JSON.stringify(writeRecord(definition, values)));
        expect(readRecord(definition, record)).toEqual({ values, problems: [] });
      }),
      { numRuns: 300 },
    );
  });

  it('are transmitted as text only', () => {
    fc.assert(
      fc.property(anyValues(definition), (values) => {
        const texts = Object.values(writeRecord(definition, values)).flatMap((item) =>
          typeof item === 'string' ? [item] : Object.values(item),
        );
        expect(texts.length).toBe(definition.fields.length);
        for (const text of texts) expect(text).toMatch(/^[A-Za-z0-9:.]{1,9}$/);
      }),
    );
  });

  it('can be written with factory defaults', () => {
    expect(problemsOf(definition, defaultsOf(definition), USUAL_RATING)).toEqual([]);
  });

  it('never accept a number out of bounds or between two steps', () => {
    for (const field of definition.fields) {
      const limits = limitsOf(field, USUAL_RATING);
      if (limits === undefined) continue;
      const step = field.kind === 'number' ? field.step : 1;
      for (const [value, kind] of [
        [limits.min - step, 'out-of-bounds'],
        [limits.max + step, 'out-of-bounds'],
        [limits.min + step / 2, 'off-step'],
      ] as const) {
        const values = { ...defaultsOf(definition), [field.name]: value };
        expect(problemsOf(definition, values, USUAL_RATING)).toContainEqual(
          expect.objectContaining({ field: field.wire, kind }),
        );
      }
    }
  });

  it('never accept an invalid time of day', () => {
    for (const field of definition.fields.filter(({ kind }) => kind === 'time')) {
      for (const time of ['', '7:30', '24:00', '06:60', '06:30:00', 630]) {
        const values = { ...defaultsOf(definition), [field.name]: time };
        expect(problemsOf(definition, values, USUAL_RATING)).toContainEqual({
          field: field.wire,
          kind: 'unreadable',
        });
      }
    }
  });

  it('report each missing and each unreadable field', () => {
    for (const field of definition.fields) {
      const record = { ...writeRecord(definition, defaultsOf(definition)) };
      const [name = '', inner] = field.wire.split('.');
      const without =
        inner === undefined ? undefined : { ...(record[name] as object), [inner]: undefined };
      const missing = readRecord(definition, { ...record, [name]: without }).problems;
      const isClosed = field.kind === 'delay' && field.default === null;
      expect(missing).toEqual(
        field.optional === true || isClosed ? [] : [{ field: field.wire, kind: 'missing' }],
      );
      const broken =
        inner === undefined ? 'x y' : { ...(record[name] as object), [inner]: '25:61' };
      expect(readRecord(definition, { ...record, [name]: broken }).problems).toEqual(
        isClosed ? [] : [{ field: field.wire, kind: 'unreadable' }],
      );
    }
  });
});

describe('text form of a value', () => {
  it.each([
    ['ov', 275, '275.0'],
    ['ovjt', 1000, '1000'],
    ['enable', true, 'true'],
    ['doLock', false, 'false'],
  ] as const)('of %s %s is %s', (wire, value, text) => {
    const field = OVER_VOLTAGE.fields.find((one) => one.wire === wire)!;
    expect(writeText(field, value)).toBe(text);
  });

  it.each([
    ['interphaseImbalance', 'startValue', 10, 'iijv', '10.00'],
    ['enableSwitch', 'opensOnPowerLoss', true, 'switchOnOff', '1'],
    ['overLoad', 'count2', 3, 'ct2', '03'],
    ['overLoad', 'count2', null, 'ct2', '00'],
    ['overLoad', 'delay2', 120, 'cd2', '120'],
  ] as const)('of %s %s %s is %s %s', (name, field, value, wire, text) => {
    expect(writeRecord(protectionOf(name), { [field]: value })).toEqual({ [wire]: text });
  });

  it('of a timer slot is an object', () => {
    const record = writeRecord(TIMING_CONFIG, { enabled: true, time1: '06:30', order1: 'close' });
    expect(record).toEqual({ sw: '1', s1: { time: '06:30', op: '2' } });
  });

  it('is parsed leniently where devices may differ', () => {
    const record = {
      ov: 275,
      orv: '255',
      ovjt: '1000',
      ovrt: 30,
      enable: '1',
      doOpen: true,
      doLock: 'false',
    };
    expect(readRecord(OVER_VOLTAGE, record)).toEqual({
      values: defaultsOf(OVER_VOLTAGE),
      problems: [],
    });
  });

  it.each([
    null,
    7,
    'text',
    [],
    { ov: {} },
    { ov: [275] },
    { ov: '2e2' },
    { ov: '-1' },
    { ov: ' 275' },
  ])('is not parsed from %j', (record) => {
    const { values, problems } = readRecord(OVER_VOLTAGE, record);
    expect(values).toEqual({});
    expect(problems).toHaveLength(OVER_VOLTAGE.fields.length);
  });
});

const overVoltage = (more: object) => ({
  ...writeRecord(OVER_VOLTAGE, defaultsOf(OVER_VOLTAGE)),
  ...more,
});

describe('over-voltage values', () => {
  it.each([
    ['a reset value 5 V below', { ov: '275.0', orv: '270.0' }, []],
    [
      'a reset value less than 5 V below',
      { ov: '275.0', orv: '270.1' },
      [{ field: 'orv', kind: 'not-below', max: 270 }],
    ],
    [
      'a reset value at the rated voltage',
      { orv: '230.0' },
      [{ field: 'orv', kind: 'not-above', min: 230 }],
    ],
    [
      'a reset value above the start value',
      { ov: '260', orv: '290' },
      [{ field: 'orv', kind: 'not-below', max: 255 }],
    ],
    [
      'a start value of 400 V',
      { ov: '400.0' },
      [{ field: 'ov', kind: 'out-of-bounds', min: 230, max: 300 }],
    ],
    [
      'a value of a twentieth of a volt',
      { ov: '275.05' },
      [{ field: 'ov', kind: 'off-step', step: 0.1 }],
    ],
    ['half a millisecond', { ovjt: '0.5' }, [{ field: 'ovjt', kind: 'off-step', step: 1 }]],
    ['enabled but not opening', { doOpen: 'false' }, [{ field: 'doOpen', kind: 'not-opening' }]],
    ['disabled and not opening', { enable: 'false', doOpen: 'false' }, []],
    [
      'two errors',
      { ov: '', ovrt: '0' },
      [
        { field: 'ov', kind: 'missing' },
        { field: 'ovrt', kind: 'out-of-bounds', min: 1, max: 9999 },
      ],
    ],
  ])('are validated with %s', (_case, more, problems) => {
    const checked = checkRecord(OVER_VOLTAGE, overVoltage(more), USUAL_RATING);
    expect(checked.ok ? [] : checked.problems).toEqual(problems);
  });

  it('are scaled by the nameplate', () => {
    const at = (voltageV: number) => limitsOf(OVER_VOLTAGE.fields[3], { voltageV, currentA: 63 });
    expect([220, 230, 240, 400].map(at)).toEqual(Array(4).fill({ min: 230, max: 300 }));
    expect(at(115)).toEqual({ min: 115, max: 150 });
  });
});

describe('low voltage values', () => {
  it.each([
    [{ lv: '165.0', lrv: '170.0' }, []],
    [{ lv: '165.0', lrv: '169.9' }, [{ field: 'lrv', kind: 'not-above', min: 170 }]],
    [{ lv: '165.0', lrv: '230.0' }, [{ field: 'lrv', kind: 'not-below', max: 230 }]],
  ])('are validated: %j', (more, problems) => {
    const definition = protectionOf('lowVoltage');
    const record = { ...writeRecord(definition, defaultsOf(definition)), ...more };
    const checked = checkRecord(definition, record, USUAL_RATING);
    expect(checked.ok ? [] : checked.problems).toEqual(problems);
  });
});

describe('imbalance values', () => {
  it('require a reset value below the start value', () => {
    const definition = protectionOf('interphaseImbalance');
    const record = { ...writeRecord(definition, defaultsOf(definition)), iirv: '10.00' };
    expect(checkRecord(definition, record, USUAL_RATING)).toEqual({
      ok: false,
      problems: [{ field: 'iirv', kind: 'not-below', max: 10 }],
    });
  });
});

describe('reclose slots', () => {
  const slots = (...counts: (string | undefined)[]) => {
    const record = { ...writeRecord(OVER_CURRENT, defaultsOf(OVER_CURRENT)) };
    for (const [index, count] of counts.entries()) {
      if (count !== undefined) record[`ct${index + 1}`] = count;
      record[`cd${index + 1}`] = '60';
    }
    return record;
  };
  const problems = (record: object) => {
    const checked = checkRecord(OVER_CURRENT, record, USUAL_RATING);
    return checked.ok ? [] : checked.problems;
  };

  it.each([
    [
      'the first slot disabled',
      ['00', '00', '00', '00', '00'],
      [{ field: 'ct1', kind: 'first-slot' }],
    ],
    [
      'the first slot disabled as FF',
      ['FF', '00', 'FF', '00', 'FF'],
      [{ field: 'ct1', kind: 'first-slot' }],
    ],
    ['one slot', ['01', '00', '00', '00', '00'], []],
    ['all slots', ['01', '02', '03', '04', '09'], []],
    ['a gap', ['01', 'FF', '01', '00', '00'], [{ field: 'ct3', kind: 'slot-gap' }]],
    [
      'a gap before two slots',
      ['01', '00', '01', '01', '00'],
      [
        { field: 'ct3', kind: 'slot-gap' },
        { field: 'ct4', kind: 'slot-gap' },
      ],
    ],
    [
      'ten attempts',
      ['10', '00', '00', '00', '00'],
      [{ field: 'ct1', kind: 'out-of-bounds', min: 1, max: 9 }],
    ],
  ])('are validated with %s', (_case, counts, expected) => {
    expect(problems(slots(...counts))).toEqual(expected);
  });

  it('require a delay if active; the delay of a disabled slot is ignored', () => {
    expect(problems({ ...slots('01', '00', '00'), cd1: '00' })).toEqual([
      { field: 'cd1', kind: 'missing' },
    ]);
    expect(problems({ ...slots('01', '00', '00'), cd1: '3601' })).toEqual([
      { field: 'cd1', kind: 'out-of-bounds', min: 0, max: 3600 },
    ]);
    expect(problems({ ...slots('01', '00', '00'), cd2: 'nonsense' })).toEqual([]);
  });

  it('are disabled from the first disabled slot', () => {
    expect(firstDisabledSlot({ count1: 1, count2: null, count3: 2 })).toBe(2);
    expect(firstDisabledSlot({ count1: 1, count2: 1, count3: 1, count4: 1, count5: 1 })).toBeNull();
  });
});
