import { expect, it } from 'vitest';
import { spreadPages } from './spread-pages.ts';

it('spreadPages puts the first screen of each page before the second screen of any page', () => {
  const paths = ['/device', '/device?tab=live', '/device?tab=history', '/log', '/log?page=2'];
  expect(spreadPages(paths, (path) => path)).toEqual([
    '/device',
    '/log',
    '/device?tab=live',
    '/log?page=2',
    '/device?tab=history',
  ]);
});
