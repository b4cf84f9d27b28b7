/**
 * A tower of the demo customer, created here or on the screen: a device that measures its supply, and two
 * breakers that feed its users, all over real sockets; the test controls mains and battery. The
 * breakers start with three hours of history, so that there is energy to bill.
 */

import type { TowerSite } from '@busbar/domain/demand/tower-site';
import { localDateOf, startOfLocalDate } from '@busbar/domain/local-date';
import { Connection } from '@busbar/simulator/connection/connection';
import { SimulatedDevice } from '@busbar/simulator/device/device';
import { specOf } from '@busbar/simulator/device/device-spec';
import { Fleet } from '@busbar/simulator/fleet/fleet';
import { ApiClient } from '../ask.ts';
import type { Program } from '../demo/program.ts';

const ZONE = 'Asia/Shanghai';
const REPORT_MS = 1_000;
const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;
const PAST_HOURS = 3;
const LIMIT_MS = 30_000;
const ASK_MS = 250;
const NAME = 'Hill';

export interface OwnTower {
  /** 0 until the tower is created on the screen. */
  readonly towerId: number;
  readonly name: string;
  readonly site: TowerSite;
  readonly branches: readonly string[];
  /** Number of hours of the history that are in the current month: none at its start. */
  readonly billedHours: number;
  /** Returns kWh and amount of the branch's bill of the current period. */
  billOf(branch: number): Promise<{ readonly ept: number; readonly fee: number }>;
  /** Returns the latest entry of the operation log about the branch. */
  lastCommand(branch: number): Promise<object>;
  /**
   * Brings the tower into the state that some screens show: both users in automatic mode, mains
   * lost, the second user disconnected.
   */
  cutOne(): Promise<void>;
  stop(): Promise<void>;
}

export async function startOwnTower(program: Program, { isMade = true } = {}): Promise<OwnTower> {
  const client = new ApiClient(program);
  await client.signIn('demo', program.demoPassword);
  const started = Date.now();
  const group = await client.call('GET', '/api/v2/group');
  const rates = await client.call('GET', '/api/v2/rates');
  const add = async (deviceSymbolCode: string, deviceName: string, deviceType: string) => {
    const data = await client.call('POST', '/device/addOrUpdate', {
      deviceName,
      deviceSymbolCode,
      deviceType,
      rate: rates[0].id,
      groupId: group.id,
      manufactureName: '',
    });
    const credentials = {
      code: deviceSymbolCode,
      type: deviceType,
      slaveCount: 0,
      ratedCurrentA: 32,
    };
    const line = { zone: ZONE, countsFrom: started - 24 * HOUR_MS, intervalMs: REPORT_MS };
    return { spec: specOf(credentials, line), secret: data.device_secret as string, faults: [] };
  };
  const monitor = await add('TOWER-0001-DC', 'Hill rectifier', 'meter');
  const branches = [
    await add('TOWER-0001-U1', 'Hill branch 1', 'MT61'),
    await add('TOWER-0001-U2', 'Hill branch 2', 'MT61'),
  ];
  for (const { spec, secret } of branches) {
    const past = new SimulatedDevice(
      { ...spec, intervalMs: QUARTER_MS },
      started - PAST_HOURS * HOUR_MS,
    );
    await publish(program, spec.code, secret, past.step(started - REPORT_MS));
  }
  const members = [monitor, ...branches];
  const fleet = new Fleet({
    url: `mqtt://127.0.0.1:${program.mqttPort}`,
    members,
    now: Date.now,
    random: () => 0,
    ledger: undefined,
    connectPerSecond: 20,
  });
  fleet.start();
  await holds('the devices begin', () => members.every(({ spec }) => fleet.device(spec.code)));
  const site = fleet.device(monitor.spec.code)!.tower!;
  site.setMains(true, Date.now());

  const codes = branches.map(({ spec }) => spec.code);
  const towerId = isMade ? await addTower(client, monitor.spec.code, codes) : 0;
  return {
    towerId,
    name: NAME,
    site,
    branches: codes,
    billedHours: Math.min(PAST_HOURS, (started - startOfMonth(started)) / HOUR_MS),
    async billOf(branch) {
      const code = branches[branch]!.spec.code;
      const data = await client.call('GET', `/api/v2/bill?device_code=${code}`);
      return data;
    },
    async lastCommand(branch) {
      const code = branches[branch]!.spec.code;
      const data = await client.call('GET', `/api/v2/log/control-list?device_code=${code}`);
      return data.list[0];
    },
    async cutOne() {
      const path = `/api/v2/tower-device/${towerId}`;
      // A command for a breaker that is not online yet is retried only after 30 s.
      await holds('both breakers report closed', async () => {
        const { users } = await client.call('GET', `${path}/state`);
        return users.every((user: { position: string }) => user.position === 'close');
      });
      for (const slot of [1, 2]) {
        await client.call('PUT', `${path}/user/${slot}`, { mode: 'auto', confirm: true });
      }
      site.setMains(false, Date.now());
      site.setBattery(20, Date.now());
      await holds('the second user is cut', async () => {
        const { users } = await client.call('GET', `${path}/state`);
        return users[1].state === 'cut' && users[1].position === 'open';
      });
    },
    stop: () => fleet.stop(),
  };
}

function startOfMonth(at: number): number {
  const [year, month] = localDateOf(at, ZONE).split('-');
  return startOfLocalDate(`${year}-${month}-01`, ZONE);
}

async function addTower(
  client: ApiClient,
  device: string,
  branches: readonly string[],
): Promise<number> {
  const project = await client.call('POST', '/api/v2/project', {
    name: 'Hill towers',
    type: 'tower',
  });
  const tower = await client.call('POST', '/api/v2/tower-device', {
    project_id: project.id,
    device_code: device,
    name: NAME,
    mains_min_v: 160,
    cut_delay_s: 2,
    hold_s: 60,
    stagger_s: 1,
    battery_kwh: 24,
    users: branches.map((code, at) => ({
      slot: at + 1,
      name: `Operator ${'AB'[at]}`,
      device_code: code,
      priority: at + 1,
      standby_type: 'voltage',
      standby_minutes: 60,
      standby_kwh: 5,
      cut_v: [44, 46.5][at],
      reconnect_v: 50,
      periods: [{ begin: '00:00', end: '24:00', valid: true }],
    })),
  });
  return tower.id;
}

type Messages = ReturnType<SimulatedDevice['step']>;

async function publish(
  program: Program,
  code: string,
  secret: string,
  messages: Messages,
): Promise<void> {
  let waiting = messages.filter(({ readings }) => readings.length > 0).length;
  const line = new Connection({
    url: `mqtt://127.0.0.1:${program.mqttPort}`,
    code,
    secret,
    random: () => 0,
    greeting: () => [],
    onCommand: () => [],
    onTrouble: () => undefined,
    onAcknowledged: ({ readings }) => {
      if (readings.length > 0) waiting -= 1;
    },
  });
  line.start();
  line.say(messages);
  await holds(`the past of ${code} is stored`, () => waiting === 0);
  await line.stop(LIMIT_MS);
}

export async function holds(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const until = Date.now() + LIMIT_MS;
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error(`in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
}
