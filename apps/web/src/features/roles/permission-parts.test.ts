import { CUSTOMER_PERMISSIONS } from '@busbar/domain/access/permission';
import { expect, it } from 'vitest';
import { PART_NAMES, PERMISSION_PARTS } from './permission-parts.ts';

it('every customer permission belongs to exactly one section', () => {
  const shown = PART_NAMES.flatMap((part) => [...PERMISSION_PARTS[part]]);
  expect(shown.toSorted()).toEqual([...CUSTOMER_PERMISSIONS].toSorted());
});
