import { describe, expect, it } from 'vitest';
import { loginOfAccount, networkOf } from './throttle-buckets.ts';

describe('network of an IP address', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ])('%s belongs to %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('throttle bucket of an account', () => {
  it('is the same for every spelling of the name and does not contain the name', () => {
    expect(loginOfAccount(' Grid.Operator ').bucket).toBe(loginOfAccount('grid.operator').bucket);
    expect(loginOfAccount('grid.operator').bucket).not.toContain('grid');
  });
});
