/** Measures batches of the ingest with the ledger's dirty flags and without them, alternating. */
import { MEASUREMENT_ORDER } from '@busbar/domain/device/measurement';
import {
  QUALITY_DEVICE,
  type ReadingRow,
} from '../../../apps/server/src/areas/telemetry/ingest/work.ts';
import { writeReadings } from '../../../apps/server/src/areas/telemetry/ingest/write-readings.ts';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import type { BenchWorld } from '../engine/bench-devices.ts';
import type { BenchEngine } from '../engine/bench-engine.ts';
import { median } from '../engine/print-table.ts';

const BATCH = 1000;
const ROUNDS = 60;
const MEASURED = MEASUREMENT_ORDER.map((_, i) => 200 + i);

export async function measureMarks(
  engine: BenchEngine,
  database: Database,
  world: BenchWorld,
): Promise<Record<string, string | number>> {
  const withMarks: number[] = [];
  const without: number[] = [];
  const start = Date.now() - 5 * 86_400_000;
  for (let round = 0; round < ROUNDS; round += 1) {
    const write = (marks: 'each' | 'later', at: number) =>
      timed(database, (trx) => writeReadings(trx, batchOf(world, at), Date.now(), marks));
    withMarks.push(await write('each', start + round * 1000));
    without.push(await write('later', start + round * 1000 + 500));
  }
  const [all, bare] = [median(withMarks), median(without)];
  return {
    database: engine.name,
    'batch of 1,000 readings with marks, ms': all.toFixed(1),
    'without, ms': bare.toFixed(1),
    'the marks cost': `${((all / bare - 1) * 100).toFixed(1)} %`,
  };
}

type Work = Parameters<Database['transaction']>[0];

async function timed(database: Database, work: Work): Promise<number> {
  const began = performance.now();
  await database.transaction(work);
  return performance.now() - began;
}

function batchOf({ tenant, devices }: BenchWorld, at: number): ReadingRow[] {
  return Array.from({ length: BATCH }, (_, i): ReadingRow => {
    const { id, code } = devices[i % devices.length]!;
    const moment = at + Math.floor(i / devices.length);
    return {
      device: {
        ref: {
          customerId: tenant.customerId,
          deviceId: id,
          deviceCode: code,
          groupPath: [],
        },
        simulated: false,
        newestMeasurementAt: moment,
        newestRegistersAt: moment,
        lastArrivalAt: moment,
        heardWrittenAt: moment,
        clockWrongAt: undefined,
        expectedIntervalS: 60,
        signalCsq: null,
      },
      at: moment,
      quality: QUALITY_DEVICE,
      deviceTime: moment,
      measured: MEASURED,
      measuredHash: 1,
      registers: { activeTotal: 1000 + moment / 1e9 },
      registersHash: 1,
    };
  });
}
