import { CALL_PATHS } from 'virtual:call-paths';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { expect, it } from 'vitest';

it('the path table contains the method and path of every call in the catalogue, and no other', () => {
  const wanted = Object.fromEntries(CATALOGUE.map((row) => [row.name, [row.method, row.path]]));
  expect(CALL_PATHS).toEqual(wanted);
});
