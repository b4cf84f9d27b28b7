import { describe, expect, it } from 'vitest';
import {
  bandOfKind,
  canHaveSlaves,
  DEVICE_KINDS,
  intervalRefusal,
  kindOfType,
  prefixOfKind,
  typeNameRefusal,
} from './device-type.ts';

describe('kind of a device type', () => {
  it.each([
    ['MT61', 'main'],
    ['MT61GP', 'main'],
    ['mt61', 'main'],
    ['MT88C', 'gateway'],
    ['MT88', 'hidden'],
    ['MT88A', 'hidden'],
    ['HF-DTU', 'dtu'],
    ['HF-2411', 'dtu'],
    ['meter', 'meter'],
    ['slave', 'slave'],
    ['HF', undefined],
    ['MT6', undefined],
    ['XMT61', undefined],
    ['', undefined],
  ] as const)('of %s is %s', (name, kind) => {
    expect(kindOfType(name)).toBe(kind);
  });

  it('allows slaves of gateways and DTUs', () => {
    expect(DEVICE_KINDS.filter(canHaveSlaves)).toEqual(['gateway', 'dtu']);
  });

  it('determines the band of a DTU only', () => {
    expect(bandOfKind('dtu')).toBe('4G');
    expect(bandOfKind('main')).toBeUndefined();
  });
});

describe('changes of a device type', () => {
  it.each([
    ['MT61X', 'main', undefined],
    ['mt61 v2.1', 'main', undefined],
    ['HF-4G', 'dtu', undefined],
    ['MT88C', 'gateway', undefined],
    ['MT88C', 'hidden', 'device-type-name-invalid'],
    ['MT88', 'gateway', 'device-type-name-invalid'],
    ['Breaker', 'main', 'device-type-name-invalid'],
    ['', 'main', 'device-type-name-invalid'],
    ['MT61<b>', 'main', 'device-type-name-invalid'],
    [`MT61${'x'.repeat(27)}`, 'main', 'device-type-name-invalid'],
  ] as const)('accept the name %s for kind %s: %s', (name, kind, expected) => {
    expect(typeNameRefusal(name, kind)).toBe(expected);
  });

  it.each([
    [10, undefined],
    [60, undefined],
    [86_400, undefined],
    [9, 'interval-invalid'],
    [86_401, 'interval-invalid'],
    [60.5, 'interval-invalid'],
    [Number.NaN, 'interval-invalid'],
  ])('accept a report interval of %d s: %s', (seconds, expected) => {
    expect(intervalRefusal(seconds)).toBe(expected);
  });

  it.each([
    ['main', 'MT61'],
    ['gateway', 'MT88C'],
    ['dtu', 'HF-'],
  ] as const)('require for kind %s a name with the prefix %s', (kind, prefix) => {
    expect(prefixOfKind(kind)).toBe(prefix);
  });
});
