/** Runs the devices and DTUs of a fleet until the simulation ends. */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import type { SimulatorArguments } from '../arguments.ts';
import type { Credentials } from '../connection/credentials.ts';
import { isFaultName } from '../connection/faults.ts';
import { specOf } from '../device/device-spec.ts';
import { createDtuFleet, dtuProgress } from '../dtu/run-dtus.ts';
import { startProgressLine } from '../progress-line.ts';
import { readText } from '../read-text.ts';
import { Fleet, type FleetCounts, type FleetMember } from './fleet.ts';
import type { Ledger } from './ledger.ts';
import { parseScenario } from './scenario.ts';
import { StateFile } from './state-file.ts';

/** Larger fleets share load profiles; those of a smaller fleet match its generated history. */
const MAX_OWN_LOADS = 500;
const SHARED_LOADS = 64;

/** `warn` prints a message about the state file. */
export async function runFleet(
  args: SimulatorArguments,
  credentials: readonly Credentials[],
  ledger: Ledger | undefined,
  end: AbortSignal,
  warn: (text: string) => void,
): Promise<void> {
  const random = seededRandom(args.seed);
  const devices = credentials.filter(({ meters }) => meters === undefined);
  const members = devices.map((one, index) => memberOf(args, one, index, devices.length, random));
  const { url, connectPerSecond } = args;
  const state = args.state === undefined ? undefined : StateFile.open(args.state, warn);
  const scenario = args.scenario === undefined ? [] : parseScenario(await readText(args.scenario));
  const now = Date.now;
  const fleet = new Fleet({ url, members, now, random, ledger, state, scenario, connectPerSecond });
  const dtus = createDtuFleet(args, credentials, scenario, random);
  fleet.start();
  dtus.start();
  const line = startProgressLine(process.stdout, () =>
    [fleetProgress(fleet.counts, end.aborted), dtuProgress(dtus)].filter(Boolean).join('; '),
  );
  await new Promise<void>((resolve) => {
    end.addEventListener('abort', () => resolve(), { once: true });
    if (end.aborted) resolve();
  });
  await Promise.all([fleet.stop(), dtus.stop()]);
  line.stop();
  state?.close();
}

function memberOf(
  args: SimulatorArguments,
  one: Credentials,
  index: number,
  devices: number,
  random: () => number,
): FleetMember {
  const isShared = devices > MAX_OWN_LOADS;
  return {
    spec: {
      ...specOf(one, args),
      ...(isShared ? { loadOf: `SHARED-LOAD-${index % SHARED_LOADS}` } : {}),
    },
    secret: one.secret,
    faults: args.faults.flatMap(({ name, share }) =>
      isFaultName(name) && random() < share ? [name] : [],
    ),
  };
}

/** Empty if the fleet has DTUs only. */
function fleetProgress(counts: FleetCounts, isEnded: boolean): string {
  const { devices, connected, acknowledged, executed, pending, lastTrouble } = counts;
  if (devices === 0) return '';
  if (isEnded && connected === 0) {
    return `ended: ${acknowledged} readings acknowledged, ${pending} messages never, ${executed} commands carried out`;
  }
  const trouble = connected < devices && lastTrouble !== undefined ? `; ${lastTrouble}` : '';
  return `${connected} of ${devices} devices connected, ${acknowledged} readings acknowledged, ${pending} messages waiting, ${executed} commands carried out${trouble}`;
}
