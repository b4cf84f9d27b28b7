import { describe, expect, it } from 'vitest';
import { currencyOf, mapOf, regionOf, zoneOf } from './place-defaults.ts';

describe('place that a browser language stands for', () => {
  it.each([
    ['zh-CN', 'CN', 'RMB', 'baidu'],
    ['zh', 'CN', 'RMB', 'baidu'],
    ['zh-HK', 'HK', undefined, 'google'],
    ['en-US', 'US', 'USD', 'google'],
    ['en-GB', 'GB', 'GBP', 'google'],
    ['fr', 'FR', 'EUR', 'google'],
    ['fr-SN', 'SN', 'FCFA', 'google'],
    ['fr-GN', 'GN', 'GNF', 'google'],
    ['ar-AE', 'AE', 'AED', 'google'],
    ['ru', 'RU', 'RUB', 'google'],
    ['es-MX', 'MX', undefined, 'google'],
    ['not a tag', undefined, undefined, 'baidu'],
  ])('%s is in %s and uses %s and %s', (tag, region, currency, map) => {
    expect(regionOf(tag)).toBe(region);
    expect(currencyOf(region)).toBe(currency);
    expect(mapOf(region)).toBe(map);
  });
});

describe('zone of a browser', () => {
  const zones = [
    { id: 1, iana: 'Asia/Shanghai' },
    { id: 2, iana: 'Asia/Kolkata' },
    { id: 3, iana: 'Not/Known' },
  ];
  it.each([
    ['Asia/Shanghai', 1],
    ['Asia/Kolkata', 2],
    ['Asia/Calcutta', 2],
    ['Europe/Paris', undefined],
  ])('%s has the id %s', (iana, id) => {
    expect(zoneOf(zones, iana)?.id).toBe(id);
  });
});
