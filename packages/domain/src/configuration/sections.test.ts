import { describe, expect, it } from 'vitest';
import {
  type BrandSetting,
  brandRefusal,
  LIMIT_BOUNDS,
  LIMIT_KINDS,
  type LimitSetting,
  type MailSetting,
  mailRefusal,
  mapsRefusal,
  numbersRefusal,
  RETENTION_BOUNDS,
  RETENTION_KINDS,
  type RetentionSetting,
  shortened,
} from './sections.ts';

const MAIL: MailSetting = {
  host: 'mail.example.org',
  port: 587,
  tls: false,
  user: 'busbar',
  from: 'Busbar <busbar@example.org>',
};
const USUAL = Object.fromEntries(
  RETENTION_KINDS.map((kind) => [kind, RETENTION_BOUNDS[kind].usual]),
) as unknown as RetentionSetting;
const LIMITS = Object.fromEntries(
  LIMIT_KINDS.map((kind) => [kind, LIMIT_BOUNDS[kind].usual]),
) as unknown as LimitSetting;

describe('mail settings', () => {
  it.each<[string, Partial<MailSetting>, string | undefined]>([
    ['a host name', {}, undefined],
    ['an address as host', { host: '10.1.2.3', from: 'a@b.org' }, undefined],
    ['no host', { host: '', port: 0 }, undefined],
    ['a path as host', { host: 'mail/x' }, 'mail-host-invalid'],
    ['a password in the host', { host: 'u:p@mail' }, 'mail-host-invalid'],
    ['no port', { port: 0 }, 'setting-out-of-range'],
    ['a port too high', { port: 65_536 }, 'setting-out-of-range'],
    ['a fractional port', { port: 25.5 }, 'setting-out-of-range'],
    ['a sender without an address', { from: 'Busbar' }, 'mail-from-invalid'],
    ['a second header', { from: 'a\r\nBcc: x <a@b>' }, 'mail-from-invalid'],
  ])('are validated with %s', (_, part, refusal) => {
    expect(mailRefusal({ ...MAIL, ...part })?.refusal).toBe(refusal);
  });
});

describe('map settings', () => {
  it.each([
    ['', '', undefined],
    ['abcdefgh12345678', '', undefined],
    ['', 'AIza_-0123456789', undefined],
    ['short', '', 'baiduKey'],
    ['', 'key&callback=alert', 'googleKey'],
  ])('are validated with the keys %s and %s', (baiduKey, googleKey, field) => {
    expect(mapsRefusal({ baiduKey, googleKey })?.field).toBe(field);
  });
});

describe('numeric settings', () => {
  it.each(RETENTION_KINDS)('reject values out of bounds for the retention of %s', (kind) => {
    const { least, most } = RETENTION_BOUNDS[kind];
    for (const days of [least, most]) {
      expect(numbersRefusal({ ...USUAL, [kind]: days }, RETENTION_BOUNDS)).toBeUndefined();
    }
    for (const days of [least - 1, most + 1, least + 0.5, Number.NaN]) {
      expect(numbersRefusal({ ...USUAL, [kind]: days }, RETENTION_BOUNDS)).toMatchObject({
        refusal: 'setting-out-of-range',
        field: kind,
      });
    }
  });

  it.each(LIMIT_KINDS)('reject values out of bounds for the limit %s', (kind) => {
    const { least, most } = LIMIT_BOUNDS[kind];
    expect(numbersRefusal({ ...LIMITS, [kind]: most }, LIMIT_BOUNDS)).toBeUndefined();
    expect(numbersRefusal({ ...LIMITS, [kind]: least - 1 }, LIMIT_BOUNDS)?.field).toBe(kind);
    expect(numbersRefusal({ ...LIMITS, [kind]: most + 1 }, LIMIT_BOUNDS)?.field).toBe(kind);
  });

  it('list the kinds of data whose retention becomes shorter', () => {
    expect(shortened(USUAL, { ...USUAL, events: 31, readings: 500 })).toEqual(['events']);
    expect(shortened(USUAL, USUAL)).toEqual([]);
  });
});

describe('brand settings', () => {
  it.each<[string, Partial<BrandSetting>, string | undefined]>([
    ['a name only', {}, undefined],
    ['forty characters', { name: '电'.repeat(40) }, undefined],
    ['a colour', { colour: '#0B5394' }, undefined],
    ['no name', { name: '' }, 'brand-name-invalid'],
    ['a long name', { name: 'x'.repeat(41) }, 'brand-name-invalid'],
    ['markup', { name: '<b>Grid</b>' }, 'brand-name-invalid'],
    ['an invalid colour', { colour: 'blue' }, 'brand-colour-invalid'],
    ['a colour without readable text', { colour: '#808080' }, 'brand-colour-unreadable'],
  ])('are validated with %s', (_, part, refusal) => {
    expect(brandRefusal({ name: 'Grid', colour: '', ...part })?.refusal).toBe(refusal);
  });
});
