import { describe, expect, it } from 'vitest';
import { dayBounds, type KeyDraft, keyProblems, newDraft, wireOf } from './key-draft.ts';

const NOW = Date.UTC(2026, 10, 21, 20, 0, 0);
const bounds = dayBounds(NOW, 'Asia/Shanghai');
const good: KeyDraft = {
  name: 'Reports',
  scopes: ['read:alarms'],
  lastDay: '2027-06-30',
  perMinute: 300,
  perDay: null,
};

describe('the form of a new key', () => {
  it('limits the expiry to two years, in days of the customer’s time zone', () => {
    expect(bounds).toEqual({ first: '2026-11-22', last: '2028-11-21' });
    expect(newDraft(NOW, 'Asia/Shanghai', 40)).toMatchObject({
      lastDay: '2027-11-22',
      perMinute: 40,
      perDay: null,
    });
  });

  it.each([
    ['accepts a valid key', {}, {}],
    ['accepts today as the last day', { lastDay: '2026-11-22' }, {}],
    ['rejects an empty name', { name: '  ' }, { name: 'key-name-required' }],
    ['rejects a key without scopes', { scopes: [] }, { scopes: 'no-scope' }],
    [
      'rejects a last day in the past',
      { lastDay: '2026-11-21' },
      { lastDay: 'key-expiry-invalid' },
    ],
    [
      'rejects a last day after two years',
      { lastDay: '2028-11-22' },
      { lastDay: 'key-expiry-invalid' },
    ],
    ['rejects an empty limit', { perMinute: null }, { perMinute: 'no-limit' }],
    ['rejects an empty last day', { lastDay: '' }, { lastDay: 'key-expiry-invalid' }],
  ] as const)('%s', (_, part, problems) => {
    expect(keyProblems({ ...good, ...part }, bounds)).toEqual(problems);
  });

  it('expires at the end of its last day', () => {
    expect(wireOf({ ...good, name: ' Reports ' })).toEqual({
      name: 'Reports',
      scopes: ['read:alarms'],
      expires_at: '2027-06-30 23:59:59',
      per_minute: 300,
      per_day: null,
    });
  });
});
