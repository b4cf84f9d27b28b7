/**
 * `npm run bench --
 * ingest|query|calls|history|command|flood|energy|alarm|forwarding|frames|lamps|wall|page|changes|export|storage|backup|import|audit|administration|standing|guessing|storm|proxies|lines|memory|idle|processes|upgrade|start`:
 * measures and prints a table without a pass or fail result.
 */
const BENCHES = {
  ingest: async () => (await import('./ingest.ts')).benchIngest,
  query: async () => (await import('./query/query.ts')).benchQuery,
  calls: async () => (await import('./calls/calls.ts')).benchCalls,
  history: async () => (await import('./query/history.ts')).benchHistory,
  command: async () => (await import('./command/command.ts')).benchCommand,
  flood: async () => (await import('./flood/flood.ts')).benchFlood,
  energy: async () => (await import('./energy/energy.ts')).benchEnergy,
  alarm: async () => (await import('./alarm/alarm.ts')).benchAlarm,
  forwarding: async () => (await import('./forwarding.ts')).benchForwarding,
  frames: async () => (await import('./browser/frames.ts')).benchFrames,
  lamps: async () => (await import('./lamps/lamps.ts')).benchLamps,
  wall: async () => (await import('./browser/wall.ts')).benchWall,
  page: async () => (await import('./browser/page.ts')).benchPage,
  changes: async () => (await import('./browser/page-changes.ts')).benchPageChanges,
  export: async () => (await import('./export.ts')).benchExport,
  storage: async () => (await import('./storage/storage.ts')).benchStorage,
  backup: async () => (await import('./storage/backup.ts')).benchBackup,
  import: async () => (await import('./import.ts')).benchImport,
  audit: async () => (await import('./audit.ts')).benchAudit,
  administration: async () =>
    (await import('./administration/administration.ts')).benchAdministration,
  standing: async () => (await import('./engine/open-rows.ts')).benchOpenRows,
  guessing: async () => (await import('./flood/guessing.ts')).benchGuessing,
  storm: async () => (await import('./storm/storm.ts')).benchStorm,
  proxies: async () => (await import('./proxies/proxies.ts')).benchProxies,
  lines: async () => (await import('./lines/lines.ts')).benchLines,
  memory: async () => (await import('./memory.ts')).benchMemory,
  idle: async () => (await import('./idle.ts')).benchIdle,
  upgrade: async () => (await import('./upgrade/upgrade.ts')).benchUpgrade,
  start: async () => (await import('./start.ts')).benchStart,
  processes: async () => (await import('./processes.ts')).benchProcesses,
} as const;

export type BenchName = keyof typeof BENCHES;

const [name = '', ...options] = process.argv.slice(2);
if (!Object.hasOwn(BENCHES, name)) {
  console.error(`Say which: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}
const bench = await BENCHES[name as BenchName]();
await bench(options);
