import { describe, expect, it } from 'vitest';
import { seesWholeCustomer } from './caller.ts';

describe('the scope of a caller', () => {
  const root = { customerId: 1, groupId: 10, rootGroupId: 10 };

  it('is the whole customer in the root group only', () => {
    expect(seesWholeCustomer(root)).toBe(true);
    expect(seesWholeCustomer({ customerId: 1, groupId: 11 })).toBe(false);
    expect(seesWholeCustomer({ customerId: 1, groupId: 11, rootGroupId: undefined })).toBe(false);
  });

  it('is not the whole customer after it was narrowed to a group', () => {
    expect(seesWholeCustomer({ ...root, groupId: 11 })).toBe(false);
  });
});
