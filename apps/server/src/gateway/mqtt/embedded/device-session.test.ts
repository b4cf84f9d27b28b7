import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { LinkDevice } from '../../../areas/telemetry/presence/link-device.ts';
import { DeviceSession } from './device-session.ts';

const CODE = 'GATE000000001';

function gateway(deviceId: number, groupId: number): LinkDevice {
  const ref = { customerId: 1, deviceId, deviceCode: CODE, groupPath: [groupId] };
  const device = { ref, kind: 'gateway', slaves: new Map(), lastArrivalAt: 5 };
  return device as unknown as LinkDevice;
}

/** A gateway that is signed in; `reloaded` is what the database has after its `info`. */
function signedIn(reloaded?: LinkDevice) {
  const socket = new PassThrough();
  const raw = { resetAndDestroy: () => socket.destroy() };
  const taken: { readonly isLive: boolean; readonly settled: () => void }[] = [];
  const ingest = {
    ...{ isFull: false, isLiveFull: false },
    take: (message: (typeof taken)[number]) => taken.push(message),
  };
  const clock = { at: 1000, now: () => 1000, monotonic: () => clock.at };
  const session = new DeviceSession({
    ...{ socket, raw, address: '127.0.0.1', rate: 50, burst: 200, ingest, clock },
    reload: async (_code: string, use: (device: LinkDevice | undefined) => void) => use(reloaded),
    onRefused: () => undefined,
    onHolding: () => undefined,
  } as never);
  const device = { device: gateway(1, 1), secret: 'secret', secretUntil: undefined };
  session.signIn({ ...device, secretHash: undefined } as never, undefined, {
    keepAliveS: 60,
    hasDisconnected: () => false,
  });
  return { session, socket, taken, ingest, clock };
}

async function renew(reloaded: LinkDevice | undefined) {
  const { session, socket, taken } = signedIn(reloaded);
  session.publish(`ep/1/${CODE}/up/info`, Buffer.from('{}'), false, () => undefined);
  taken[0]!.settled();
  await wait(0);
  return { session, socket };
}

describe('a gateway that has sent its info', () => {
  it('is used as it is then', async () => {
    const { session, socket } = await renew({ ...gateway(1, 2), lastArrivalAt: 0 });
    expect(socket.destroyed).toBe(false);
    expect(session.device).toMatchObject({ ref: { groupPath: [2] }, lastArrivalAt: 5 });
  });

  it('must sign in again if it was deleted, or registered again', async () => {
    expect((await renew(undefined)).socket.destroyed).toBe(true);
    const { session, socket } = await renew(gateway(2, 2));
    expect(socket.destroyed).toBe(true);
    expect(session.device?.ref.deviceId).toBe(1);
  });
});

describe('a connection from which nothing is read', () => {
  it('is closed after one and a half times its keep-alive', () => {
    const { session, socket, clock } = signedIn();
    clock.at += 90_000;
    session.endIfSilent();
    expect(socket.destroyed).toBe(false);
    clock.at += 1;
    session.endIfSilent();
    expect(socket.destroyed).toBe(true);
  });

  it('is not silent while its bytes wait for their turn', () => {
    const { session, socket, clock, ingest } = signedIn();
    ingest.isFull = true;
    socket.write(Buffer.alloc(2_000));
    clock.at += 1_000_000;
    session.endIfSilent();
    expect(socket.destroyed).toBe(false);
  });

  it('is behind until none of its bytes wait', () => {
    const { session, socket, clock, ingest, taken } = signedIn();
    const publish = () =>
      session.publish(`ep/1/${CODE}/up/state`, Buffer.from('{}'), false, () => undefined);
    socket.write(Buffer.alloc(5_000));
    socket.read(5_000);
    socket.write(Buffer.alloc(5_000));
    clock.at += 1_000_000;
    session.checkCaughtUp();
    publish();
    ingest.isFull = true;
    expect(socket.read()).toBeNull();
    ingest.isFull = false;
    socket.read(5_000);
    clock.at += 1_000_000;
    session.checkCaughtUp();
    publish();
    expect(taken.map(({ isLive }) => isLive)).toEqual([false, true]);
  });
});
