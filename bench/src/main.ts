/**
 * `npm run bench --
 * ingest|query|history|command|flood|energy|alarm|forwarding|frames|lamps|wall|export|storage|backup|import|audit|administration|standing|guessing|memory|idle`:
 * measures and prints a table without a pass or fail result.
 */
const BENCHES = {
  ingest: async () => (await import('./ingest.ts')).benchIngest,
  query: async () => (await import('./query.ts')).benchQuery,
  history: async () => (await import('./history.ts')).benchHistory,
  command: async () => (await import('./command.ts')).benchCommand,
  flood: async () => (await import('./flood.ts')).benchFlood,
  energy: async () => (await import('./energy.ts')).benchEnergy,
  alarm: async () => (await import('./alarm.ts')).benchAlarm,
  forwarding: async () => (await import('./forwarding.ts')).benchForwarding,
  frames: async () => (await import('./frames.ts')).benchFrames,
  lamps: async () => (await import('./lamps.ts')).benchLamps,
  wall: async () => (await import('./wall.ts')).benchWall,
  export: async () => (await import('./export.ts')).benchExport,
  storage: async () => (await import('./storage.ts')).benchStorage,
  backup: async () => (await import('./backup.ts')).benchBackup,
  import: async () => (await import('./import.ts')).benchImport,
  audit: async () => (await import('./audit.ts')).benchAudit,
  administration: async () => (await import('./administration.ts')).benchAdministration,
  standing: async () => (await import('./standing.ts')).benchStanding,
  guessing: async () => (await import('./guessing.ts')).benchGuessing,
  memory: async () => (await import('./memory.ts')).benchMemory,
  idle: async () => (await import('./idle.ts')).benchIdle,
} as const;

export type BenchName = keyof typeof BENCHES;

const [name = '', ...options] = process.argv.slice(2);
if (!Object.hasOwn(BENCHES, name)) {
  console.error(`Say which: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}
const bench = await BENCHES[name as BenchName]();
await bench(options);
