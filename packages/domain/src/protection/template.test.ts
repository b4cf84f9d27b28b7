import { describe, expect, it } from 'vitest';
import type { ProtectionDefinition } from './definition.ts';
import { PROTECTIONS } from './protections/protections.ts';
import { checkSets, readTemplateFile, writeTemplateFile } from './template.ts';
import { defaultsOf, writeRecord } from './values.ts';

const all: readonly ProtectionDefinition[] = PROTECTIONS;
const FACTORY = Object.fromEntries(
  all.map((definition) => [definition.name, writeRecord(definition, defaultsOf(definition))]),
);
const OVER_VOLTAGE = FACTORY['overVoltage']!;

describe('sets of a template', () => {
  it('are stored complete and in canonical text form', () => {
    expect(checkSets(FACTORY)).toEqual({ ok: true, sets: FACTORY });
    expect(checkSets({ overVoltage: { ...OVER_VOLTAGE, ov: 275, enable: '1' } })).toEqual({
      ok: true,
      sets: { overVoltage: OVER_VOLTAGE },
    });
  });

  it.each([
    ['a value out of bounds', { overVoltage: { ...OVER_VOLTAGE, ov: '999' } }, 'overVoltage.ov'],
    ['a missing field', { overVoltage: { ...OVER_VOLTAGE, ov: '' } }, 'overVoltage.ov'],
    ['an unknown set', { underWater: {} }, 'underWater'],
    ['a set of slaves', { slaveControl: {} }, 'slaveControl'],
    ['no sets', {}, 'sets'],
    ['a value that is not an object', 'x', 'sets'],
    ['null', null, 'sets'],
  ])('are refused with %s, and the invalid field is reported', (_name, given, field) => {
    const checked = checkSets(given);
    expect(checked.ok ? [] : checked.problems.map((one) => one.field)).toEqual([field]);
  });
});

describe('template file', () => {
  const template = { name: 'Feeders 63 A', sets: { overVoltage: OVER_VOLTAGE } };

  it('is equal to the written template when it is read', () => {
    expect(readTemplateFile(writeTemplateFile(template))).toEqual({ ok: true, template });
  });

  it.each([
    ['invalid JSON', '{', 'not-json'],
    ['null', 'null', 'other-kind'],
    ['a file of another kind', '{"kind":"report","version":1}', 'other-kind'],
    ['a newer version', '{"kind":"busbar protection template","version":2}', 'other-version'],
    ['a file without sets', '{"kind":"busbar protection template","version":1}', 'values'],
  ])('is refused: %s', (_name, text, reason) => {
    expect(readTemplateFile(text)).toMatchObject({ ok: false, reason });
  });
});
