import { describe, expect, it } from 'vitest';
import { userNames } from './user-names.ts';

const names = (claims: Parameters<typeof userNames>[0]) => userNames(claims, () => 'abc123');

describe('names to try for a user of a provider', () => {
  it.each([
    [{ preferredUsername: 'anna' }, ['anna', 'anna.abc123']],
    [
      { preferredUsername: 'anna', email: 'a@example.org' },
      ['anna', 'a@example.org', 'anna.abc123', 'a@example.org.abc123'],
    ],
    [{ name: 'Anna  Weiß' }, ['Anna.Weiß', 'Anna.Weiß.abc123']],
    [{ preferredUsername: '<script>' }, ['script.', 'script..abc123']],
    [{ preferredUsername: 'DOMAIN\\anna' }, ['DOMAIN.anna', 'DOMAIN.anna.abc123']],
    [{ preferredUsername: 'ab', email: 7 }, ['user.abc123']],
    [{}, ['user.abc123']],
  ])('%j', (claims, expected) => {
    expect(names(claims)).toEqual([...expected, 'user.abc123abc123']);
  });

  it('are at most 64 characters long', () => {
    const all = names({ preferredUsername: 'x'.repeat(300), name: 'y'.repeat(64) });
    expect(all.map(({ length }) => length)).toEqual([64, 64, 64, 17]);
  });
});
