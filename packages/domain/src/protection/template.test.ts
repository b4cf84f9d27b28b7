import { describe, expect, it } from 'vitest';
import type { ProtectionDefinition } from './definition.ts';
import { PROTECTIONS } from './protections.ts';
import { checkSets, readTemplateFile, writeTemplateFile } from './template.ts';
import { defaultsOf, writeRecord } from './values.ts';

const all: readonly ProtectionDefinition[] = PROTECTIONS;
const FACTORY = Object.fromEntries(
  all.map((definition) => [definition.name, writeRecord(definition, defaultsOf(definition))]),
);
const OVER_VOLTAGE = FACTORY['overVoltage']!;

describe('the sets of a template', () => {
  it('are taken whole, in the one text form', () => {
    expect(checkSets(FACTORY)).toEqual({ ok: true, sets: FACTORY });
    expect(checkSets({ overVoltage: { ...OVER_VOLTAGE, ov: 275, enable: '1' } })).toEqual({
      ok: true,
      sets: { overVoltage: OVER_VOLTAGE },
    });
  });

  it.each([
    [
      'a value out of its bounds',
      { overVoltage: { ...OVER_VOLTAGE, ov: '999' } },
      'overVoltage.ov',
    ],
    ['a field that is missing', { overVoltage: { ...OVER_VOLTAGE, ov: '' } }, 'overVoltage.ov'],
    ['a set nobody knows', { underWater: {} }, 'underWater'],
    ['a set of slaves', { slaveControl: {} }, 'slaveControl'],
    ['nothing', {}, 'sets'],
    ['no object', 'x', 'sets'],
    ['null', null, 'sets'],
  ])('are refused with %s, which is named', (_name, given, field) => {
    const checked = checkSets(given);
    expect(checked.ok ? [] : checked.problems.map((one) => one.field)).toEqual([field]);
  });
});

describe('the file of a template', () => {
  const template = { name: 'Feeders 63 A', sets: { overVoltage: OVER_VOLTAGE } };

  it('comes back as it was', () => {
    expect(readTemplateFile(writeTemplateFile(template))).toEqual({ ok: true, template });
  });

  it.each([
    ['no JSON', '{', 'not-json'],
    ['null', 'null', 'other-kind'],
    ['something else', '{"kind":"report","version":1}', 'other-kind'],
    ['a newer version', '{"kind":"busbar protection template","version":2}', 'other-version'],
    ['no sets', '{"kind":"busbar protection template","version":1}', 'values'],
  ])('is refused as %s', (_name, text, why) => {
    expect(readTemplateFile(text)).toMatchObject({ ok: false, why });
  });
});
