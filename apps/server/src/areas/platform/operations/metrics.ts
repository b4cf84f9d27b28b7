/**
 * Prometheus metrics of this process and of the platform. Counters start with the process;
 * `busbar_platform_*` is read from the database at each scrape and is the same for every process.
 */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Context } from '../../../context.ts';
import { VERSION } from '../../../version.ts';
import { readDisk } from './disk-space.ts';
import { type GatewayNumbers, measureGateway } from './gateway-metrics.ts';
import { measurePlatform } from './platform-metrics.ts';

export interface Metrics {
  readonly contentType: string;
  /** Metrics of the other parts of the process are added here. */
  readonly register: Registry;
  /** Returns the current values in the text format. */
  read(): Promise<string>;
}

export function createMetrics(ctx: Context, gateway: GatewayNumbers | undefined): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  measureProcess(register, ctx);
  if (gateway !== undefined) measureGateway(register, gateway);
  const updateDisk = measureDisk(register, ctx.config.dataDir);
  const updatePlatform = measurePlatform(register, ctx);
  return {
    contentType: register.contentType,
    register,
    async read() {
      await Promise.all([updateDisk(), updatePlatform()]);
      return register.metrics();
    },
  };
}

function measureProcess(register: Registry, { database, brokerFaults }: Context): void {
  new Gauge({
    name: 'busbar_build_info',
    help: 'Always 1; the label is the version of the program',
    labelNames: ['version'],
    registers: [register],
  }).set({ version: VERSION }, 1);
  new Gauge({
    name: 'busbar_warnings',
    help: 'Faults of the database or the broker that every page or /health/ready shows',
    registers: [register],
    collect() {
      this.set(new Set([...database.warnings, ...brokerFaults.texts]).size);
    },
  });
}

/** Returns a function that updates the gauges; without the information they are absent. */
function measureDisk(register: Registry, folder: string): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [register] });
  const free = gauge('busbar_disk_free_bytes', 'Free space of the disk of DATA_DIR');
  const total = gauge('busbar_disk_size_bytes', 'Size of the disk of DATA_DIR');
  return async () => {
    const disk = await readDisk(folder);
    if (disk === undefined) {
      free.remove();
      total.remove();
    } else {
      free.set(disk.freeBytes);
      total.set(disk.totalBytes);
    }
  };
}
