/**
 * docs/promises.md R13: a fleet sends the readings of six hours at once. Commands to other devices
 * are executed once and confirmed before their expiry, live readings do not wait for the backlog,
 * and every acknowledged reading is stored.
 */
import { beforeAll, expect, it } from 'vitest';
import { describeWithDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { openSession } from '../../support/factories/session.ts';
import { pollUntil } from '../../support/programs/poll-until.ts';
import { isNightly, SOAK_TIMEOUT_MS, seed, size } from '../../support/sizes.ts';
import { doubleExecutions, type Execution, lateExecutions } from '../command-checkers.ts';
import { submitCommand } from '../command-rig.ts';
import { checkReadings } from '../readings/check-readings.ts';
import { readStoredReadings } from '../readings/reading-load.ts';
import { type RigDevices, type StormRig, stormRig } from './storm-rig.ts';

const DEVICES = size('backlogDevices');
const HOURS = 6;
/** One reading a minute, in messages of this many. */
const PER_MESSAGE = 60;
const CONTROLLED = 10;
const LIVE = 5;
const COMMAND_TTL_S = 10;
const TIMEOUT_MS = isNightly ? SOAK_TIMEOUT_MS : 120_000;

describeWithDatabase('a backlog of six hours', (database) => {
  let rig: StormRig;
  let fleet: RigDevices;
  let controlled: RigDevices;
  let live: RigDevices;
  let token: string;
  const executions: Execution[] = [];

  beforeAll(async () => {
    rig = await stormRig(database, 'backlog', seed('backlogDevices', 62), {
      COMMAND_TTL_S: String(COMMAND_TTL_S),
    });
    fleet = await rig.addDevices('BACKLOG', DEVICES);
    // They connect last, so that every pass over the connections reaches the backlog first.
    controlled = await rig.addDevices('CONTROL', CONTROLLED, {
      onCommand: ({ code }, { id }) =>
        executions.push({ deviceCode: code, commandId: id, at: Date.now(), moved: true }),
    });
    live = await rig.addDevices('LIVE', LIVE);
    const { userId } = rig.tenant.users.operator;
    token = await openSession(database, rig.tenant.customerId, userId, Date.now());
    for (const group of [fleet, controlled, live]) {
      for (const device of group.devices) device.start();
      await pollUntil(
        () => group.devices.filter(({ isOnline }) => !isOnline).length,
        (count) => count === 0,
        TIMEOUT_MS,
      );
    }
    for (const device of controlled.devices) {
      device.send({
        kind: 'state',
        payload: JSON.stringify({ ts: Date.now(), action: 'closeByCommand' }),
      });
    }
    await pollUntil(
      () => pending(controlled),
      (count) => count === 0,
      TIMEOUT_MS,
    );
  }, SOAK_TIMEOUT_MS);

  const pending = ({ devices }: RigDevices) =>
    devices.reduce((sum, device) => sum + device.pending, 0);

  it(
    'delays neither commands nor live readings until it is stored',
    async () => {
      const now = Date.now();
      for (let hour = HOURS; hour >= 1; hour--) {
        fleet.send(PER_MESSAGE, now - (hour - 1) * 3_600_000);
      }
      const whole = pending(fleet);
      await pollUntil(
        () => pending(fleet),
        (left) => left < whole,
        TIMEOUT_MS,
      );

      live.send(1, Date.now());
      const [near = [], far = []] = [
        controlled.members.slice(0, CONTROLLED / 2),
        controlled.members.slice(CONTROLLED / 2),
      ];
      const submit = ({ code }: { code: string }) =>
        submitCommand(rig.url, 'v2', token, code, 'open');
      const first = await Promise.all(near.map(submit));
      await pollUntil(
        () => pending(live),
        (left) => left === 0,
        TIMEOUT_MS,
      );
      const leftAfterLive = pending(fleet);
      const second = await Promise.all(far.map(submit));
      const submitted = [...first, ...second].map(({ commandId }) => commandId);
      expect(submitted).not.toContain(undefined);
      await pollUntil(
        async () => (await commands()).filter(({ ended_at }) => ended_at === null).length,
        (open) => open === 0,
        TIMEOUT_MS,
      );
      const leftAfterCommands = pending(fleet);

      await eventually(() => pending(fleet), TIMEOUT_MS).toBe(0);
      const ended = await commands();
      console.log(
        `${whole} messages; ${leftAfterLive} left after the live readings, ${leftAfterCommands} after the commands`,
      );
      expect(ended.map(({ state }) => state)).toEqual(submitted.map(() => 'confirmed'));
      expect(ended.filter(({ ended_at, expires_at }) => ended_at! > expires_at)).toEqual([]);
      const fates = ended.map((row) => ({ commandId: row.command_id, expiresAt: row.expires_at }));
      expect(executions.map(({ commandId }) => commandId).sort()).toEqual([...submitted].sort());
      expect(doubleExecutions(executions)).toEqual([]);
      expect(lateExecutions(executions, fates as never, 0)).toEqual([]);
      expect(leftAfterLive).toBeGreaterThan(0);
      expect(leftAfterCommands).toBeGreaterThan(0);
    },
    SOAK_TIMEOUT_MS,
  );

  it(
    'is stored completely, once',
    async () => {
      const stored = await readStoredReadings(database);
      const ours = new Set([fleet, live].flatMap(({ devices }) => devices.map(({ code }) => code)));
      expect(rig.ledger.filter((entry) => !entry.acknowledged)).toEqual([]);
      expect(
        checkReadings(
          rig.ledger,
          stored.counting.filter(({ device }) => ours.has(device)),
          stored.keptBeside,
        ),
      ).toEqual({ lost: [], doubled: [], invented: [], miscounted: [] });
    },
    SOAK_TIMEOUT_MS,
  );

  const commands = () =>
    database.db
      .selectFrom('command')
      .select(['command_id', 'state', 'expires_at', 'ended_at'])
      .where('customer_id', '=', rig.tenant.customerId)
      .where('link_device_code', 'like', 'CONTROL%')
      .where('kind', '=', 'switch')
      .execute();
});
