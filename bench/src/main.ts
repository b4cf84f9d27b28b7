/** `npm run bench -- ingest|query|command|energy|alarm|forwarding|frames|lamps|export|memory`: measures, prints a table, judges nothing. */
const BENCHES = {
  ingest: async () => (await import('./ingest.ts')).benchIngest,
  query: async () => (await import('./query.ts')).benchQuery,
  command: async () => (await import('./command.ts')).benchCommand,
  energy: async () => (await import('./energy.ts')).benchEnergy,
  alarm: async () => (await import('./alarm.ts')).benchAlarm,
  forwarding: async () => (await import('./forwarding.ts')).benchForwarding,
  frames: async () => (await import('./frames.ts')).benchFrames,
  lamps: async () => (await import('./lamps.ts')).benchLamps,
  export: async () => (await import('./export.ts')).benchExport,
  memory: async () => (await import('./memory.ts')).benchMemory,
} as const;

export type BenchName = keyof typeof BENCHES;

const [name = '', ...options] = process.argv.slice(2);
if (!Object.hasOwn(BENCHES, name)) {
  console.error(`Say which: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}
const bench = await BENCHES[name as BenchName]();
await bench(options);
