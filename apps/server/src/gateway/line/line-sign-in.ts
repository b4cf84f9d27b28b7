/** Registration of a DTU: reads its packet, and checks code and secret. */
import type { Socket } from 'node:net';
import {
  REGISTRATION_DEFAULTS,
  RegistrationReader,
  type RegistrationResult,
} from '@busbar/device-protocol/line/registration';
import {
  REGISTRATION_FORMS,
  type Registered,
} from '@busbar/device-protocol/line/registration-forms';
import { DIAL_IN } from '@busbar/domain/line/line-transport';
import type { OutgoingLine } from '../../areas/fleet/serial-lines/outgoing-line-queries.ts';
import {
  findSerialLines,
  type StoredLine,
} from '../../areas/fleet/serial-lines/serial-line-queries.ts';
import type { LinkDevice } from '../../areas/telemetry/presence/link-device.ts';
import type { Clock } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../storage/database.ts';
import { type CheckedSecret, checkSecret } from '../check-secret.ts';
import type { LinkFinder } from '../link-finder.ts';
import type { LineLookup } from './line-lookup.ts';

export interface SignedInLine extends CheckedSecret {
  readonly device: LinkDevice;
  readonly line: StoredLine;
}

/** Which forms without a secret are accepted is a setting of each line (`needsSecret`). */
const SETTINGS = { ...REGISTRATION_DEFAULTS, forms: REGISTRATION_FORMS, maxMs: 10_000 };

/** A DTU without settings is connected and not polled; frames of the console are Modbus. */
const WITHOUT_SETTINGS: StoredLine = {
  protocol: 'modbus-rtu',
  baud: 9_600,
  heartbeat: REGISTRATION_DEFAULTS.heartbeat,
  needsSecret: true,
  ...DIAL_IN,
  meters: [],
};

/** Resolves with the packet; undefined if the connection ends before. The socket is then paused. */
export function readRegistration(
  socket: Socket,
  clock: Clock,
): Promise<RegistrationResult | undefined> {
  return new Promise((resolve) => {
    const reader = new RegistrationReader(SETTINGS, clock.monotonic());
    let cancel = () => {};
    const end = (result: RegistrationResult | undefined) => {
      cancel();
      socket.off('data', receive);
      socket.off('close', closed);
      socket.pause();
      resolve(result);
    };
    const wait = () => {
      cancel();
      cancel = clock.after(Math.max(1, Math.ceil(reader.dueAt - clock.monotonic())), tick);
    };
    function tick(): void {
      const result = reader.tick(clock.monotonic());
      if (result === undefined) wait();
      else end(result);
    }
    function receive(bytes: Buffer): void {
      const result = reader.receive(bytes, clock.monotonic());
      if (result === undefined) wait();
      else end(result);
    }
    const closed = () => end(undefined);
    socket.on('data', receive);
    socket.on('close', closed);
    wait();
  });
}

/** Returns undefined if the DTU is refused, for whatever reason. */
export async function signInLine(
  { clock }: Context,
  finder: LinkFinder,
  lines: LineLookup,
  { code, secret }: Registered,
): Promise<SignedInLine | undefined> {
  const link = await finder.find(code);
  const checked = checkSecret(link, Buffer.from(secret ?? ''), clock.now());
  if (link === undefined || link.device.kind !== 'dtu') return undefined;
  if (secret !== undefined && checked === undefined) return undefined;
  const line = await lines.find(link.device);
  if (secret === undefined && line.needsSecret) return undefined;
  if (line.transport !== 'dial-in') return undefined;
  return {
    device: link.device,
    line,
    ...(checked ?? { secret: 'secret', secretUntil: undefined, secretHash: undefined }),
  };
}

/** Returns undefined if the settings of the line have changed since it was claimed. */
export async function findOutgoing(
  finder: LinkFinder,
  lines: LineLookup,
  { deviceCode, customerId, deviceId, ...address }: OutgoingLine,
): Promise<SignedInLine | undefined> {
  const link = await finder.find(deviceCode);
  const { ref } = link?.device ?? {};
  if (link?.device.kind !== 'dtu') return undefined;
  if (ref?.deviceId !== deviceId || ref.customerId !== customerId) return undefined;
  const line = await lines.find(link.device);
  const keys = ['transport', 'host', 'port'] as const;
  if (keys.some((key) => line[key] !== address[key])) return undefined;
  const noSecret = { secret: 'dialled', secretUntil: undefined, secretHash: undefined } as const;
  return { device: link.device, line, ...noSecret };
}

/** Returns the lines of the devices in their order. */
export async function findLines(
  executor: Executor,
  devices: readonly Pick<LinkDevice, 'ref'>[],
): Promise<StoredLine[]> {
  const refs = devices.map(({ ref }) => ref);
  return (await findSerialLines(executor, refs)).map((line) => line ?? WITHOUT_SETTINGS);
}
