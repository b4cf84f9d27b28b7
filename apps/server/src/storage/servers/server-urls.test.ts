import { describe, expect, it } from 'vitest';
import { readServerUrls, serverName } from './server-urls.ts';

describe('a database URL', () => {
  it.each([
    ['postgres://db/busbar', ['postgres://db/busbar'], undefined],
    ['postgresql:///busbar?host=/run/pg', ['postgresql:///busbar?host=/run/pg'], undefined],
    [
      'postgresql://busbar:p,w@a:5432,[::1]:5433/busbar?target_session_attrs=read-write',
      [
        'postgresql://busbar:p,w@a:5432/busbar?target_session_attrs=read-write',
        'postgresql://busbar:p,w@[::1]:5433/busbar?target_session_attrs=read-write',
      ],
      'read-write',
    ],
    [
      'postgresql://busbar:p%40w@a,b/busbar',
      ['postgresql://busbar:p%40w@a/busbar', 'postgresql://busbar:p%40w@b/busbar'],
      undefined,
    ],
  ])('%s has one URL for each server', (text, urls, target) => {
    expect(readServerUrls(text)).toEqual({ urls, target });
  });

  it.each([
    'mysql://db/busbar',
    'postgres://a:1,b:x/busbar',
    'postgres://a,/busbar',
    'postgres:///busbar?host=a,b',
    'a,b',
  ])('%s is rejected', (text) => {
    expect(readServerUrls(text)).toBeUndefined();
  });

  it.each([
    ['postgres://busbar:secret@db/busbar', 'db:5432'],
    ['postgres://busbar:secret@db:6432/busbar', 'db:6432'],
    ['postgres://busbar:secret@[::1]:6432/busbar', '[::1]:6432'],
    ['postgres:///busbar?host=/run/pg&password=secret', '/run/pg'],
  ])('%s is named in messages without its password', (url, name) => {
    expect(serverName(url)).toBe(name);
  });
});
