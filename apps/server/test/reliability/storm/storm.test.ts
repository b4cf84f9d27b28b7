/**
 * docs/promises.md R11, R12 and G5: a fleet behind one router, a fifth of it with wrong secrets, and
 * browsers reconnect at once after a kill of the server and after a network cut.
 */
import { beforeAll, expect, it } from 'vitest';
import { describeWithDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import type { FleetBrowser } from '../../support/fleet/fleet-browser.ts';
import { connectedIds, connectionLogs } from '../../support/fleet/fleet-rows.ts';
import { pollUntil } from '../../support/programs/poll-until.ts';
import { isNightly, SOAK_TIMEOUT_MS, seed, size } from '../../support/sizes.ts';
import { checkReadings } from '../readings/check-readings.ts';
import { readStoredReadings } from '../readings/reading-load.ts';
import { type RigDevices, type StormRig, stormRig } from './storm-rig.ts';

const DEVICES = size('stormDevices');
const WRONG = Math.ceil(DEVICES / 5);
const RIGHT = DEVICES - WRONG;
const BROWSERS = size('stormBrowsers');
/** Failed sign-ins after which an address is banned (docs/promises.md G5). */
const BAN_FAILURES = 1_000;
/** Ends a run in which a device never returns; it asserts nothing about speed. */
const BACK_TIMEOUT_MS = isNightly ? SOAK_TIMEOUT_MS / 4 : 120_000;

describeWithDatabase('a storm of reconnections', (database) => {
  let rig: StormRig;
  let right: RigDevices;
  let wrong: RigDevices;
  /** Loses its connection with the others and does not return. */
  let leaver: RigDevices;
  let browsers: FleetBrowser[];

  beforeAll(async () => {
    rig = await stormRig(database, 'storm', seed('stormDevices', 61));
    right = await rig.addDevices('RIGHT', RIGHT, { retryMs: [100, 2_000] });
    wrong = await rig.addDevices('WRONG', WRONG, { wrongSecret: true, retryMs: [20, 200] });
    leaver = await rig.addDevices('LEAVER', 1);
    browsers = await rig.addBrowsers(BROWSERS);
    for (const { devices } of [right, leaver]) for (const device of devices) device.start();
    for (const browser of browsers) browser.start();
    await everyoneIsBack(1);
  }, SOAK_TIMEOUT_MS);

  const onlineCount = () => right.devices.filter(({ isOnline }) => isOnline).length;
  const failures = () => wrong.devices.reduce((sum, { refusals }) => sum + refusals, 0);
  const acknowledged = () => rig.ledger.filter((entry) => entry.acknowledged).length;
  const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);
  const idsOf = ({ members }: RigDevices) => sorted(members.map(({ deviceId }) => deviceId));

  async function everyoneIsBack(connections: number): Promise<void> {
    await pollUntil(onlineCount, (count) => count === RIGHT, BACK_TIMEOUT_MS);
    const ready = () => browsers.filter((one) => one.isReady && one.readyCount >= connections);
    await pollUntil(
      () => ready().length,
      (count) => count === BROWSERS,
      SOAK_TIMEOUT_MS,
    );
  }

  /** The right devices, and no other, are connected to the running process. */
  const expectConnected = (others: RigDevices[] = []) =>
    eventually(async () => {
      const { connected, stale } = await connectedIds(database.db, rig.tenant);
      return { connected: sorted(connected), stale };
    }, 60_000).toEqual({ connected: sorted([right, ...others].flatMap(idsOf)), stale: [] });

  it(
    'admits every device with a right secret after a kill, though its address is banned',
    async () => {
      await expectConnected([leaver]);
      right.send(5, Date.now() - 600_000);
      // Unacknowledged readings of the killed server are repeated.
      await pollUntil(acknowledged, (count) => count > RIGHT, BACK_TIMEOUT_MS);
      await rig.program.end('SIGKILL');
      right.send(5, Date.now() - 300_000);
      await eventually(onlineCount).toBe(0);
      for (const device of right.devices) device.stop();
      await rig.program.start();
      for (const device of wrong.devices) device.start();
      await pollUntil(failures, (count) => count >= BAN_FAILURES, BACK_TIMEOUT_MS);
      for (const device of right.devices) device.start();
      await everyoneIsBack(2);
      await expectConnected([leaver]);
      expect(wrong.devices.filter(({ onlineCount }) => onlineCount > 0)).toEqual([]);
      expect(right.devices.filter(({ onlineCount }) => onlineCount !== 2)).toEqual([]);
    },
    SOAK_TIMEOUT_MS,
  );

  it(
    'reports each device offline and online once after a network cut',
    async () => {
      const before = await connectionLogs(database.db, rig.tenant);
      const lengthBefore = (id: number) => before.get(id)?.length ?? 0;
      for (const device of leaver.devices) device.stop();
      for (const { devices } of [right, wrong]) for (const device of devices) device.cut();
      for (const browser of browsers) browser.cut();
      right.send(5, Date.now());
      await eventually(onlineCount).toBeLessThan(RIGHT);
      await everyoneIsBack(3);
      await expectConnected();
      const logs = await connectionLogs(database.db, rig.tenant);
      const added = (of: RigDevices) =>
        idsOf(of).map((id) => (logs.get(id) ?? []).slice(lengthBefore(id)).join(' '));
      expect(new Set(added(right))).toEqual(new Set(['lost in']));
      expect(added(leaver)).toEqual(['lost']);
      expect(wrong.members.filter(({ deviceId }) => logs.has(deviceId))).toEqual([]);
      expect(browsers.reduce((sum, one) => sum + one.failedCalls, 0)).toBe(0);
    },
    SOAK_TIMEOUT_MS,
  );

  it(
    'has stored every reading that it acknowledged',
    async () => {
      await eventually(
        () => right.devices.filter(({ pending }) => pending > 0).length,
        120_000,
      ).toBe(0);
      const stored = await readStoredReadings(database);
      const ours = new Set(right.devices.map(({ code }) => code));
      const counting = stored.counting.filter(({ device }) => ours.has(device));
      expect(rig.ledger.filter((entry) => !entry.acknowledged)).toEqual([]);
      expect(checkReadings(rig.ledger, counting, stored.keptBeside)).toEqual({
        lost: [],
        doubled: [],
        invented: [],
        miscounted: [],
      });
    },
    SOAK_TIMEOUT_MS,
  );
});
