/** Tests that every call of docs/specification/calls.md is in the catalogue. */
import { describe, expect, it } from 'vitest';
import { SPECIFICATION_CALLS } from '../test/specification-calls.ts';
import { CATALOGUE } from './catalogue.ts';

const served = new Set(CATALOGUE.map(({ method, path }) => `${method} ${path}`));

describe('specified calls', () => {
  it('are listed once each', () => {
    expect(new Set(SPECIFICATION_CALLS).size).toBe(SPECIFICATION_CALLS.length);
    expect(SPECIFICATION_CALLS).toHaveLength(51 + 12 + 28 + 12 + 5);
  });

  it.each(SPECIFICATION_CALLS)('%s is served', (call) => {
    expect(served).toContain(call);
  });

  // docs/specification/calls.md 4.4 does not define the path of the operation log.
  it('the operation log list is served', () => {
    expect(CATALOGUE.some(({ name }) => name === 'v1.sys.log.findByConditions')).toBe(true);
  });
});
