/**
 * Test files of the browser suite. Those with `inDefaultTier` run by default; the others run in the
 * full tier only (TEST_TIER=full).
 */
export interface Journey {
  /**
   * The timer that the journey waits for. Such journeys run in parallel to the longest, CPU-bound
   * file.
   */
  readonly waitsFor?: string;
  /** Reason to run the file by default; if undefined, it runs in the full tier only. */
  readonly inDefaultTier?: string;
  /** Set for a file that runs by night only, because it installs whole systems for minutes. */
  readonly isNightlyOnly?: true;
}

export const JOURNEYS: Readonly<Record<string, Journey>> = {
  accessibility: { inDefaultTier: 'a sixth of the screens, their looks by turn' },
  'page-size': { inDefaultTier: 'every page, by what it loads' },
  'tower-journey': {
    inDefaultTier: 'tower: only here do mains, bus voltage, cut and bill meet on real sockets',
    waitsFor: 'the hold of a minute before a user is supplied again',
  },
  'slaves-and-timers': {
    inDefaultTier: 'timers: the device in another process runs the timer by its own clock',
    waitsFor: 'the minute of the timer',
  },
  'lamp-journey': { waitsFor: 'a minute of warm lamps, and the minute of its timers' },
  'scheduled-report-journey': { waitsFor: 'the minute of the report' },
  'alarm-journey': {
    inDefaultTier: 'alarms: from the supply of a device to list, bell, dashboard and mail',
    waitsFor: 'ten seconds of readings before the alarm begins, and again before it ends',
  },
  'energy-journey': {
    inDefaultTier: 'energy and bill: the numbers of five pages agree after every correction',
  },
  journey: { inDefaultTier: 'control: an operator opens a breaker and sees it confirmed' },
  'protection-journey': {
    inDefaultTier: 'protection: from the form to the trip of the device and its reclosing',
  },
  'import-journey': {
    inDefaultTier: 'import: a file of devices, to the first reading of one of them',
  },
  'documentation-files': {
    inDefaultTier: 'documentation: every link and the search of the built site, without a browser',
  },
  'documentation-build': {},
  'documentation-journey': {},
  'wall-journey': {},
  'console-journey': {},
  container: { isNightlyOnly: true },
  'container-arm64': { isNightlyOnly: true },
  'debian-package': { isNightlyOnly: true },
  'debian-upgrade': { isNightlyOnly: true },
  'deploy-journey': {},
  'device-journey': {},
  'device-record-journey': {},
  'effort-journey': {},
  'effort-setup-journey': {},
  'input-journey': {},
  'gateway-deploy-journey': {},
  'groups-journey': {},
  'map-journey': {},
  'channels-journey': {},
  'meter-journey': { waitsFor: 'the second reading, a minute after the first' },
  'meter-profile-journey': { waitsFor: 'the second reading, ten seconds after the first' },
  'menu-and-brand-journey': {},
  'navigation-walk': {},
  'platform-journey': {},
  protection: {},
  release: { isNightlyOnly: true },
  'report-journey': {},
  'roles-and-keys-journey': {},
  'single-sign-on-journey': {},
  'start-and-stop': {},
  'stolen-token': {},
  templates: {},
  'users-journey': {},
};

export const fileOf = (journey: string): string => `src/**/${journey}.test.ts`;
