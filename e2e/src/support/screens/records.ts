/** Screens of the protocol console, the live wall and the logs. */
import { askToTrip, fillScreen, fillWall, pasteFrames, talkToMeter } from '../acts/records.ts';
import { BREAKER, type Screen } from './screen.ts';

export const RECORDS_SCREENS: readonly Screen[] = [
  { name: 'console', path: `/command?device=${BREAKER}`, as: 'demo', act: talkToMeter },
  {
    name: 'console-paste',
    path: `/command?device=${BREAKER}&tab=explain`,
    as: 'demo',
    act: pasteFrames,
  },
  { name: 'console-trip', path: `/command?device=${BREAKER}`, as: 'demo', act: askToTrip },
  { name: 'console-history', path: '/command?tab=history', as: 'demo' },
  { name: 'live-wall-top', path: '/realData', as: 'demo' },
  { name: 'live-wall-group', path: '/realData?view=group&every=60', as: 'demo' },
  { name: 'live-wall', path: '/realData?view=own', as: 'demo', act: fillWall },
  { name: 'live-wall-full', path: '/realData?view=own', as: 'demo', act: fillScreen },
  { name: 'live-wall-empty', path: '/realData?view=own', as: 'demo' },
  { name: 'operation-log', path: '/log', as: 'demo' },
  { name: 'audit-trail', path: '/audit', as: 'demo' },
  { name: 'rejected-messages', path: '/rejected-messages', as: 'demo' },
];
