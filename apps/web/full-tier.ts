/**
 * Test files of the full tier only: those that render their screens for more than about 10 s and
 * contain no command to a breaker. A journey or the walk through all pages opens each of these
 * screens in a browser as well (CONTRIBUTING.md, "Sizes and tiers").
 */
export const FULL_TIER_FILES = [
  'src/app/shell/palette/command-palette.test.tsx',
  'src/components/fields/moment-range.test.tsx',
  'src/features/alarms/alarms.test.tsx',
  'src/features/audit/audit.test.tsx',
  'src/features/device-data/compare/compare-events.test.tsx',
  'src/features/device-data/events/events.test.tsx',
  'src/features/fees/fees.test.tsx',
  'src/features/projects/settings/settings.test.tsx',
  'src/features/rates/rates.test.tsx',
  'src/features/serial-line/monitor/line-monitor.test.tsx',
  'src/features/serial-line/profiles/dlt645-profiles.test.tsx',
  'src/features/serial-line/profiles/profiles.test.tsx',
  'src/features/serial-line/serial-line.test.tsx',
  'test/routes.test.tsx',
];
