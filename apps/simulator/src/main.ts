/**
 * `npm run simulate`: a fleet of devices, or a recorded load, against a broker. The exit code is 0
 * after a graceful shutdown, otherwise 1 with an error message of one sentence.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { HELP, readArguments, type SimulatorArguments } from './arguments.ts';
import type { Credentials } from './connection/credentials.ts';
import { specOf } from './device/device-spec.ts';
import { fleetCredentials, replayCredentials } from './fleet/fleet-credentials.ts';
import { Ledger } from './fleet/ledger.ts';
import { parseRecording, replayReadings, replayShiftMs } from './fleet/replay.ts';
import { runFleet } from './fleet/run-fleet.ts';
import { runManaged } from './fleet/run-managed.ts';
import { runReplay } from './fleet/run-replay.ts';
import { startProgressLine } from './progress-line.ts';
import { readText } from './read-text.ts';

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
    args.replay === undefined ? undefined : parseRecording(await readText(args.replay));
  const end = endSignal(args.endWithParent);
  // A recording needs its own device: two meters under one code would look like a replaced meter.
  const credentials =
    recording === undefined ? await fleetCredentials(args) : await replayCredentials(args);
  const ledger = args.ledger === undefined ? undefined : await openLedger(args.ledger);
  try {
    if (recording === undefined) await runFleet(args, credentials, ledger, end, print);
    else await replay(args, credentials, recording, ledger, end);
  } finally {
    await ledger?.close();
  }
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

function print(text: string): void {
  process.stderr.write(`simulator: ${text}\n`);
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
