/** The devices of a simulation: those of the credentials file, or registered at the server. */
import type { SimulatorArguments } from '../arguments.ts';
import { type Credentials, parseCredentials } from '../connection/credentials.ts';
import { type AccountOptions, ensureDevices } from '../connection/server-account.ts';
import { listeningDtus } from '../dtu/run-dtus.ts';
import { startProgressLine } from '../progress-line.ts';
import { readText } from '../read-text.ts';

/** Devices and DTUs of a fleet; a DTU has `meters`. */
export async function fleetCredentials(args: SimulatorArguments): Promise<Credentials[]> {
  const { dtus, stations, target } = args.dtu;
  if (args.credentials !== undefined) return parseCredentials(await readText(args.credentials));
  const devices =
    args.devices === 0 ? [] : await register(args, { prefix: 'SIM', devices: args.devices });
  if (dtus === 0) return devices;
  const codes =
    'listenFrom' in target
      ? listeningDtus(dtus)
      : await register(args, { prefix: 'SIMDTU', type: 'HF-DTU', devices: dtus });
  return [...devices, ...codes.map((dtu) => ({ ...dtu, meters: stations }))];
}

/** The device of a recording. */
export async function replayCredentials(args: SimulatorArguments): Promise<Credentials[]> {
  if (args.credentials !== undefined) return parseCredentials(await readText(args.credentials));
  return register(args, { prefix: 'REPLAY', devices: 1 });
}

async function register(
  { server, user, password }: SimulatorArguments,
  wanted: Pick<AccountOptions, 'prefix' | 'type' | 'devices'>,
): Promise<Credentials[]> {
  if (password === undefined) {
    throw new Error('without --credentials, --password (or DEMO_PASSWORD) is needed');
  }
  let registered = 0;
  const line = startProgressLine(
    process.stdout,
    () => `${registered} of ${wanted.devices} devices registered at ${server}`,
  );
  try {
    return await ensureDevices({
      server,
      user,
      password,
      ...wanted,
      onProgress(count) {
        registered = count;
      },
    });
  } finally {
    line.stop();
  }
}
