/**
 * The energy ledger and its queries: the dashboard over thirteen months of a large fleet, the
 * roll-up while the fleet reports, a device's year recomputed, a year of bills, and the first
 * prices of a large fleet.
 *
 * `--database external|embedded` (both), `--devices 10000`, `--calls 100` and at most `--seconds 6`
 * for each, `--roll-up 20` seconds, `--rate 10000` readings a second, `--only
 * dashboard,roll-up,rebuild,bills,prices`, `--profile`, `--apart`: the ledger's worker in a
 * separate process (PostgreSQL).
 */
import { tmpdir } from 'node:os';
import { systemClock } from '../../../apps/server/src/clock.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { type BenchEngine, startServerProgram, withEngine } from '../engine/bench-engine.ts';
import { benchOptions } from '../engine/bench-options.ts';
import { printTable } from '../engine/print-table.ts';
import { measureBills } from './energy-bills.ts';
import { measureDashboard } from './energy-dashboard.ts';
import { measureMarks } from './energy-marks.ts';
import { measurePrices } from './energy-prices.ts';
import { measureRebuild } from './energy-rebuild.ts';
import { measureRollup } from './energy-rollup.ts';
import { createEnergyWorld, type EnergyWorld } from './energy-world.ts';

const PARTS = ['dashboard', 'roll-up', 'rebuild', 'bills', 'prices'] as const;
type Part = (typeof PARTS)[number];

const DEVICES = 10_000;
const BILLED = 1_000;

interface Settings {
  readonly devices: number;
  readonly calls: number;
  readonly limitMs: number;
  readonly perSecond: number;
  readonly runMs: number;
  readonly parts: readonly Part[];
  readonly profile: boolean;
  readonly isApart: boolean;
}

type Row = Record<string, string | number>;

export async function benchEnergy(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, {
    devices: undefined,
    calls: '100',
    seconds: '6',
    'roll-up': '20',
    rate: '10000',
    only: PARTS.join(','),
    profile: false,
    apart: false,
  });
  const wanted = values.only.split(',');
  for (const kind of values.engines) {
    await withEngine(kind, async (engine) => {
      await measure(engine, {
        devices: Number(values.devices ?? DEVICES),
        calls: Number(values.calls),
        limitMs: Number(values.seconds) * 1000,
        perSecond: Number(values.rate),
        runMs: Number(values['roll-up']) * 1000,
        parts: PARTS.filter((part) => wanted.includes(part)),
        profile: values.profile,
        isApart: values.apart && kind === 'external',
      });
    });
  }
}

async function measure(engine: BenchEngine, settings: Settings): Promise<void> {
  const { parts, devices } = settings;
  const withServer = parts.includes('dashboard') || parts.includes('roll-up');
  if (withServer) {
    const world = await withDatabase(engine, (database) =>
      createEnergyWorld(database, devices, {
        label: 'bench',
        first: 900_000_000,
        withQuarters: true,
      }),
    );
    sayFilled(engine, world);
    await measureServer(engine, world, settings);
  }
  if (parts.includes('rebuild') || parts.includes('bills')) {
    await withDatabase(engine, (database) => measureLedger(engine, database, parts));
  }
  if (parts.includes('prices')) {
    const options = { label: 'unpriced', first: 750_000_000, withQuarters: true };
    await withDatabase(engine, async (database) => {
      const world = await createEnergyWorld(database, BILLED, options);
      printTable('First prices of a fleet', [await measurePrices(engine, database, world)]);
    });
  }
}

async function measureServer(
  engine: BenchEngine,
  world: EnergyWorld,
  settings: Settings,
): Promise<void> {
  const { parts, profile, isApart } = settings;
  const folder = `${tmpdir()}/busbar-profiles`;
  const server = await startServerProgram(
    engine,
    { DEVICE_RATE: '1000000', ...(isApart ? { ROLES: 'api,gateway' } : {}) },
    profile ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [],
  );
  const worker = isApart ? await startServerProgram(engine, { ROLES: 'worker' }) : undefined;
  const alone = parts.includes('dashboard')
    ? await measureDashboard(engine, server, world, settings)
    : undefined;
  const rollup = parts.includes('roll-up')
    ? await measureRollup(engine, server, world, settings)
    : undefined;
  await server.stop();
  await worker?.stop();
  await withDatabase(engine, async (database) => {
    if (alone !== undefined) {
      printTable(`The dashboard on ${engine.name}, ms`, await alone(database));
    }
    if (rollup === undefined) return;
    printTable(`The ledger while the fleet reports${isApart ? ', in a process of its own' : ''}`, [
      rollup,
    ]);
    printTable('What the marks of the ledger cost the ingest', [
      await measureMarks(engine, database, world),
    ]);
  });
}

async function measureLedger(
  engine: BenchEngine,
  database: Database,
  parts: readonly Part[],
): Promise<void> {
  const ctx = { database, clock: systemClock } as Context;
  const count = BILLED;
  const options = { label: 'billed', first: 800_000_000, withQuarters: false };
  const world = await createEnergyWorld(database, count, options);
  if (parts.includes('bills')) {
    const rows: Row[] = [await measureBills(engine, database, ctx, world)];
    printTable('Twelve months of bills', rows);
  }
  if (parts.includes('rebuild')) {
    printTable(
      "One device's year of one-minute registers folded anew",
      await measureRebuild(engine, database, ctx, world),
    );
  }
}

async function withDatabase<T>(
  engine: BenchEngine,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await engine.open();
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function sayFilled(engine: BenchEngine, { devices, rows, fillS }: EnergyWorld): void {
  const number = (value: number) => value.toLocaleString('en');
  console.log(
    `\n${engine.name}: ${number(devices.length)} devices, ${number(rows.days)} days and ${number(rows.quarters)} days in quarter hours, written in ${fillS.toFixed(0)} s.`,
  );
}
