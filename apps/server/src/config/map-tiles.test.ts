import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { tileOrigin } from './map-tiles.ts';

const read = (env: Record<string, string>) => readConfig(env).mapTiles;

describe('MAP_TILE_URL', () => {
  it('is optional', () => {
    expect(read({})).toBeUndefined();
    expect(read({ MAP_TILE_URL: ' ', MAP_TILE_ATTRIBUTION: '© Maps' })).toBeUndefined();
  });

  it.each([
    ['https://tiles.example.com/{z}/{x}/{y}.png', 'https://tiles.example.com'],
    ['http://127.0.0.1:8080/osm/{z}/{x}/{y}.png', 'http://127.0.0.1:8080'],
    ['https://Tiles.example.com/{z}/{y}/{x}?key=k-1', 'https://tiles.example.com'],
  ])('%s permits images of %s', (url, origin) => {
    const tiles = read({ MAP_TILE_URL: url, MAP_TILE_ATTRIBUTION: '© Maps' })!;
    expect(tiles).toEqual({ url, attribution: '© Maps' });
    expect(tileOrigin(tiles)).toBe(origin);
  });

  it.each([
    'https://tiles.example.com/{z}/{x}.png',
    'https://tiles.example.com/{z}/{x}/{y}/{y}.png',
    'https://tiles.example.com/{z}/{x}/{y}{r}.png',
    'https://{s}.tiles.example.com/{z}/{x}/{y}.png',
    'https://{z}.example.com/{x}/{y}.png',
    'https://tiles.example.com{z}/{x}/{y}.png',
    'https://user:pass@tiles.example.com/{z}/{x}/{y}.png',
    'https://tiles.example.com/{z}/{x}/{y}.png; script-src *',
    'https://*/{z}/{x}/{y}.png',
    'https://*.example.com/{z}/{x}/{y}.png',
    'https://tiles;script-src/{z}/{x}/{y}.png',
    'https://tiles,example/{z}/{x}/{y}.png',
    'ftp://tiles.example.com/{z}/{x}/{y}.png',
    'tiles.example.com/{z}/{x}/{y}.png',
    '/{z}/{x}/{y}.png',
  ])('is not %s', (url) => {
    expect(() => read({ MAP_TILE_URL: url })).toThrow(ConfigError);
    expect(() => read({ MAP_TILE_URL: url })).toThrow(/^MAP_TILE_URL must be .*\.png\.$/);
  });

  it('has an attribution of limited length', () => {
    const env = {
      MAP_TILE_URL: 'https://t.example/{z}/{x}/{y}',
      MAP_TILE_ATTRIBUTION: 'x'.repeat(201),
    };
    expect(() => read(env)).toThrow(/MAP_TILE_ATTRIBUTION must have at most 200/);
  });
});
