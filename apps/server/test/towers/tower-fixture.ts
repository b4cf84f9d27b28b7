/**
 * A tower with its device and the breakers of its users, on a test database, without any socket.
 */
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import type { StandbyType } from '@busbar/domain/tower/tower-settings';
import type { ControlMode } from '@busbar/domain/tower/user-state';
import { controlTowerUser } from '../../src/areas/sites/towers/tower-control-service.ts';
import {
  saveTower,
  type TowerInput,
  type UserInput,
} from '../../src/areas/sites/towers/tower-settings-service.ts';
import { decideTowers } from '../../src/areas/sites/towers/tower-work.ts';
import type { Database } from '../../src/storage/database.ts';
import {
  buildControlFixture,
  type ControlFixture,
  type DeviceOptions,
  type TestDevice,
} from '../control/control-fixture.ts';

export interface TowerFixture {
  readonly world: ControlFixture;
  readonly towerId: number;
  readonly monitor: TestDevice;
  /** The breakers by the positions of the users, from 0. */
  readonly breakers: readonly TestDevice[];
  readonly input: TowerInput;
  /** Reports a reading of the tower's device now; then every due decision runs, once per second. */
  tell(seconds: number, busV: number | null, mainsV?: number): Promise<void>;
  /** Lets time pass without a reading. */
  wait(seconds: number): Promise<void>;
  mode(place: number, mode: ControlMode, more?: object): ReturnType<typeof controlTowerUser>;
  /** Reports the breaker's switch state, which ends any open command for it. */
  report(place: number, action: SwitchAction): Promise<void>;
  /** Lets each breaker execute its command. */
  follow(): Promise<void>;
  commands(): Promise<string[]>;
  states(): Promise<string[]>;
  remove(): Promise<void>;
}

export const userInput = (slot: number, device: TestDevice, more: object = {}): UserInput => ({
  slot,
  name: `User ${slot}`,
  device: device.deviceCode,
  priority: slot,
  standbyType: 'voltage' as StandbyType,
  standbyMinutes: 10,
  standbyKwh: 2,
  cutV: 44 + slot,
  reconnectV: 50.5,
  periods: [],
  ...more,
});

export async function buildTowerFixture(
  database: Database,
  users: readonly object[] = [{}, {}],
  { action = 'closeByCommand' }: Pick<DeviceOptions, 'action'> = {},
): Promise<TowerFixture> {
  const world = await buildControlFixture(database);
  const { ctx, clock, caller, tenant } = world;
  const customer_id = tenant.customerId;
  const { projectId } = await database.db
    .insertInto('project')
    .values({
      customer_id,
      group_id: tenant.groupId,
      name: 'Towers',
      type: 'tower',
      created_by: 0,
      created_by_name: '',
      created_at: new Date(clock.now()),
    })
    .returning('project_id as projectId')
    .executeTakeFirstOrThrow();
  const monitor = await world.addDevice({ kind: 'meter' });
  const breakers: TestDevice[] = [];
  for (const _ of users) breakers.push(await world.addDevice({ action }));
  const input: TowerInput = {
    name: 'North hill',
    project: projectId,
    device: monitor.deviceCode,
    mainsMinV: 160,
    cutDelayS: 10,
    holdS: 60,
    staggerS: 10,
    batteryKwh: 20,
    users: users.map((user, at) => userInput(at + 1, breakers[at]!, user)),
  };
  const saved = await saveTower(ctx, caller, input);
  if (!saved.ok) throw new Error(`${saved.refusal} ${saved.field}`);
  const { towerId } = saved.value.tower;

  const commandsOfTower = () =>
    database.db
      .selectFrom('command')
      .selectAll()
      .where('customer_id', '=', customer_id)
      .where(
        'device_id',
        'in',
        breakers.map(({ deviceId }) => deviceId),
      )
      .where('kind', 'in', ['switch', 'slaves'])
      .orderBy('command_id')
      .execute();
  const placeOf = (deviceId: number) => breakers.findIndex((of) => of.deviceId === deviceId) + 1;

  const report: TowerFixture['report'] = async (place, action) => {
    const { deviceId: device_id } = breakers[place - 1]!;
    const now = new Date(clock.now());
    await database.db
      .updateTable('device_state')
      .set({ switch_action: action, switch_reported_at: now, switch_since: now, heard_at: now })
      .where('customer_id', '=', customer_id)
      .where('device_id', '=', device_id)
      .execute();
    await database.db
      .updateTable('command')
      .set({ state: 'confirmed' })
      .where('customer_id', '=', customer_id)
      .where('device_id', '=', device_id)
      .execute();
  };
  const keepAlive = async () => {
    await database.db
      .updateTable('device_state')
      .set({ heard_at: new Date(clock.now()) })
      .where('customer_id', '=', customer_id)
      .execute();
  };
  const wait: TowerFixture['wait'] = async (seconds) => {
    for (let at = 0; at < seconds; at += 1) {
      clock.advance(1_000);
      await decideTowers(ctx);
    }
  };
  return {
    world,
    towerId,
    monitor,
    breakers,
    input,
    report,
    wait,
    async tell(seconds, busV, mainsV = 230) {
      clock.advance(seconds * 1_000);
      await keepAlive();
      await database.db
        .insertInto('measurement')
        .values({
          customer_id,
          device_id: monitor.deviceId,
          ts: new Date(clock.now()),
          content_hash: 0,
          voltage_a_v: mainsV,
          // The sign of the bus voltage has no meaning.
          ...(busV === null ? {} : { line_voltage_a_v: -busV }),
        } as never)
        .execute();
      await decideTowers(ctx);
    },
    mode: (place, mode, more = {}) =>
      controlTowerUser(ctx, caller, {
        tower: String(towerId),
        slot: String(place),
        mode,
        command: undefined,
        until: undefined,
        confirm: true,
        password: undefined,
        idempotencyKey: undefined,
        ...more,
      }),
    async follow() {
      for (const { device_id, state, switch_order } of await commandsOfTower()) {
        if (state === 'confirmed') continue;
        await report(
          placeOf(device_id),
          switch_order === 'close' ? 'closeByCommand' : 'openByCommand',
        );
      }
      await decideTowers(ctx);
    },
    // The commands are in the order of the log, because commands of the same time have no other
    // defined order.
    async commands() {
      const lines = await database.db
        .selectFrom('operation_log')
        .select(['command', 'device_id'])
        .where('customer_id', '=', customer_id)
        .where('module', '=', 'Remote control')
        .where('status', '=', 'queued')
        .orderBy('operation_log_id')
        .execute();
      return lines.map(({ command, device_id }) => `${command} ${placeOf(device_id ?? 0)}`);
    },
    async states() {
      const rows = await database.db
        .selectFrom('tower_user')
        .select(['state'])
        .where('customer_id', '=', customer_id)
        .where('tower_id', '=', towerId)
        .orderBy('slot')
        .execute();
      return rows.map(({ state }) => state);
    },
    // Jobs process all customers, so the remains of a test must not affect others.
    async remove() {
      await database.db
        .updateTable('tower')
        .set({ deleted_at: new Date(clock.now()) })
        .where('customer_id', '=', customer_id)
        .execute();
    },
  };
}
