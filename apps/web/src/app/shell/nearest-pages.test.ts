import { describe, expect, it } from 'vitest';
import { nearestPages } from './nearest-pages.ts';

const PAGES = [
  { path: '/dashboard', label: 'Home' },
  { path: '/devicemanage', label: 'Devices' },
  { path: '/devicecontrol', label: 'Remote control' },
  { path: '/alarm-rules', label: 'Alarm rules' },
  { path: '/historyalarm', label: 'Alarm history' },
  { path: '/rate', label: 'Tarifas eléctricas' },
];

describe('the pages nearest to an address', () => {
  it.each([
    ['/dashbord', ['/dashboard']],
    ['/devices', ['/devicemanage', '/devicecontrol']],
    ['/alarmhistory', ['/historyalarm', '/alarm-rules']],
    ['/tarifas', ['/rate']],
    ['/remote-control/7', ['/devicecontrol']],
    ['/xyz', []],
    ['/', []],
    ['/%D8', []],
  ])('of %s are %j', (address, paths) => {
    expect(nearestPages(address, PAGES, 2).map(({ path }) => path)).toEqual(paths);
  });
});
