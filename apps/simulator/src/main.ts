/**
 * `npm run simulate`: a fleet of devices, or a recorded load, against a broker. The exit code is 0
 * after a graceful shutdown, otherwise 1 with an error message of one sentence.
 */
import { readFile } from 'node:fs/promises';
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { HELP, readArguments, type SimulatorArguments } from './arguments.ts';
import { type Credentials, parseCredentials } from './connection/credentials.ts';
import { ensureDevices } from './connection/server-account.ts';
import { specOf } from './device/device-spec.ts';
import { Fleet, type FleetMember } from './fleet/fleet.ts';
import { Ledger } from './fleet/ledger.ts';
import { parseRecording, replayReadings, replayShiftMs } from './fleet/replay.ts';
import { runManaged } from './fleet/run-managed.ts';
import { runReplay } from './fleet/run-replay.ts';
import { parseScenario } from './fleet/scenario.ts';
import { StateFile } from './fleet/state-file.ts';
import { startProgressLine } from './progress-line.ts';

/** Larger fleets share load profiles; those of a smaller fleet match its generated history. */
const MAX_OWN_LOADS = 500;
const SHARED_LOADS = 64;

async function main(): Promise<void> {
  const args = readArguments(process.argv.slice(2), process.env, Date.now());
  if (args.help) {
    process.stdout.write(HELP);
    return;
  }
  if (args.managed) {
    await runManaged(endSignal(true), print);
    return;
  }
  const recording =
    args.replay === undefined ? undefined : parseRecording(await textOf(args.replay));
  const end = endSignal(args.endWithParent);
  // A recording needs its own device: two meters under one code would look like a replaced meter.
  const credentials =
    recording === undefined
      ? await devicesOf(args, 'SIM', args.devices)
      : await devicesOf(args, 'REPLAY', 1);
  const ledger = args.ledger === undefined ? undefined : await openLedger(args.ledger);
  try {
    if (recording === undefined) await simulate(args, credentials, ledger, end);
    else await replay(args, credentials, recording, ledger, end);
  } finally {
    await ledger?.close();
  }
}

async function simulate(
  args: SimulatorArguments,
  credentials: readonly Credentials[],
  ledger: Ledger | undefined,
  end: AbortSignal,
): Promise<void> {
  const random = seededRandom(args.seed);
  const shared = credentials.length > MAX_OWN_LOADS;
  const members = credentials.map(
    (one, index): FleetMember => ({
      spec: {
        ...specOf(one, args),
        ...(shared ? { loadOf: `SHARED-LOAD-${index % SHARED_LOADS}` } : {}),
      },
      secret: one.secret,
      faults: args.faults.filter(({ share }) => random() < share).map(({ name }) => name),
    }),
  );
  const { url, connectPerSecond } = args;
  const state = args.state === undefined ? undefined : StateFile.open(args.state, print);
  const scenario = args.scenario === undefined ? [] : parseScenario(await textOf(args.scenario));
  const now = Date.now;
  const fleet = new Fleet({ url, members, now, random, ledger, state, scenario, connectPerSecond });
  fleet.start();
  const line = startProgressLine(process.stdout, () => {
    const { devices, connected, acknowledged, executed, pending, lastTrouble } = fleet.counts;
    if (end.aborted && connected === 0) {
      return `ended: ${acknowledged} readings acknowledged, ${pending} messages never, ${executed} commands carried out`;
    }
    const trouble = connected < devices && lastTrouble !== undefined ? `; ${lastTrouble}` : '';
    return `${connected} of ${devices} devices connected, ${acknowledged} readings acknowledged, ${pending} messages waiting, ${executed} commands carried out${trouble}`;
  });
  await new Promise<void>((resolve) => {
    end.addEventListener('abort', () => resolve(), { once: true });
    if (end.aborted) resolve();
  });
  await fleet.stop();
  line.stop();
  state?.close();
}

async function replay(
  args: SimulatorArguments,
  [credentials]: readonly Credentials[],
  recording: ReturnType<typeof parseRecording>,
  ledger: Ledger | undefined,
  end: AbortSignal,
): Promise<void> {
  if (credentials === undefined) throw new Error('a replay needs one device');
  const readings = replayReadings(recording, replayShiftMs(recording, Date.now()));
  let state = `0 of ${readings.length} readings acknowledged`;
  let trouble = '';
  const line = startProgressLine(process.stdout, () => state + trouble);
  const acknowledged = await runReplay({
    url: args.url,
    spec: specOf(credentials, args),
    secret: credentials.secret,
    readings,
    now: Date.now,
    random: seededRandom(args.seed),
    ledger,
    signal: end,
    onProgress(count, of) {
      state = `${count} of ${of} readings acknowledged`;
      trouble = '';
    },
    onTrouble(text) {
      trouble = `; ${text}`;
    },
  });
  line.stop();
  if (acknowledged < readings.length) throw new Error('the replay was ended before its end');
  const register = readings.at(-1)?.registers?.activeTotal;
  process.stdout.write(`${credentials.code}: ${recording.length} minutes, ${register} kWh\n`);
}

async function devicesOf(
  args: SimulatorArguments,
  prefix: string,
  devices: number,
): Promise<Credentials[]> {
  if (args.credentials !== undefined) return parseCredentials(await textOf(args.credentials));
  const { server, user, password } = args;
  if (password === undefined) {
    throw new Error('without --credentials, --password (or DEMO_PASSWORD) is needed');
  }
  let registered = 0;
  const line = startProgressLine(
    process.stdout,
    () => `${registered} of ${devices} devices registered at ${server}`,
  );
  try {
    return await ensureDevices({
      server,
      user,
      password,
      prefix,
      devices,
      onProgress(count) {
        registered = count;
      },
    });
  } finally {
    line.stop();
  }
}

function print(text: string): void {
  process.stderr.write(`simulator: ${text}\n`);
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new Error(`${path} cannot be read`, { cause });
  }
}

async function openLedger(path: string): Promise<Ledger> {
  try {
    return await Ledger.open(path);
  } catch (cause) {
    throw new Error(`the ledger ${path} cannot be written`, { cause });
  }
}

/**
 * Aborted by the first SIGINT or SIGTERM, or when the channel to the parent closes, which also
 * happens if the parent is killed. A second signal ends the process immediately.
 */
function endSignal(endWithParent: boolean): AbortSignal {
  const end = new AbortController();
  const onSignal = (): void => {
    if (end.signal.aborted) process.exit(1);
    end.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  if (endWithParent) {
    if (process.connected) process.once('disconnect', () => end.abort());
    else end.abort();
  }
  return end.signal;
}

main().then(
  // Sockets left open by the library must not block the exit.
  () => process.exit(0),
  (error: unknown) => {
    print(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
