import { describe, expect, it } from 'vitest';
import { bandOfKind, kindOfType } from './device-type.ts';

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
  ] as const)('%s is %s', (name, kind) => {
    expect(kindOfType(name)).toBe(kind);
  });

  it('gives the DTU its band and nobody else', () => {
    expect(bandOfKind('dtu')).toBe('4G');
    expect(bandOfKind('main')).toBeUndefined();
  });
});
