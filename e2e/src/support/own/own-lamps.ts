/**
 * Two lamp groups of the demo customer, created by the test: the first of them here or on the
 * screen. Their simulated lamps are behind breakers over real sockets, in a project that is checked
 * on request. The lamps burn whenever their breaker is closed, so that the time of day does not
 * matter.
 */
import { specOf } from '@busbar/simulator/device/device-spec';
import { Fleet } from '@busbar/simulator/fleet/fleet';
import { LampBank } from '@busbar/simulator/fleet/lamp-bank';
import { ApiClient } from '../ask.ts';
import type { Program } from '../demo/program.ts';
import { holds } from './own-tower.ts';

const ZONE = 'Asia/Shanghai';
const REPORT_MS = 1_000;
const DAY_MS = 86_400_000;

/** Fields of the first group, whether it is created here or on the screen. */
export const FIRST_GROUP = {
  name: 'Pier, north side',
  device: 'Lamp feeder A',
  lamps: 20,
  lampKw: 0.1,
  errorRange: 3,
} as const;

export interface OwnLamps {
  readonly projectId: number;
  readonly name: string;
  /** Number of lamps of the first group that fail from now on. */
  kill(lamps: number): void;
  /** Triggers a check of all groups within seconds. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

export async function startOwnLamps(
  program: Program,
  { name = 'Pier lights', isFirstMade = true } = {},
): Promise<OwnLamps> {
  const client = new ApiClient(program);
  await client.signIn('demo', program.demoPassword);
  const group = await client.call('GET', '/api/v2/group');
  const rates = await client.call('GET', '/api/v2/rates');
  const codes = ['LAMPS-0001-A', 'LAMPS-0001-B'];
  const members = [];
  for (const code of codes) {
    const data = await client.call('POST', '/device/addOrUpdate', {
      deviceName: `Lamp feeder ${code.slice(-1)}`,
      deviceSymbolCode: code,
      deviceType: 'MT61',
      rate: rates[0].id,
      groupId: group.id,
      manufactureName: '',
    });
    const credentials = { code, type: 'MT61', slaveCount: 0, ratedCurrentA: 63 };
    const line = { zone: ZONE, countsFrom: Date.now() - DAY_MS, intervalMs: REPORT_MS };
    members.push({
      spec: specOf(credentials, line),
      secret: data.device_secret as string,
      faults: [],
    });
  }
  const fleet = new Fleet({
    url: `mqtt://127.0.0.1:${program.mqttPort}`,
    members,
    now: Date.now,
    random: () => 0,
    ledger: undefined,
    connectPerSecond: 20,
  });
  fleet.start();
  await holds('the lamps begin', () => codes.every((code) => fleet.device(code)));
  const spec = {
    count: FIRST_GROUP.lamps,
    watts: 100,
    kind: 'led' as const,
    from: 0,
    to: 0,
    zone: ZONE,
  };
  for (const code of codes) fleet.device(code)!.light(new LampBank(spec), Date.now());

  const project = await client.call('POST', '/api/v2/project', {
    name,
    type: 'lamp',
    description: 'Both sides of the pier',
  });
  for (const [at, code] of codes.entries()) {
    if (at === 0 && !isFirstMade) continue;
    await client.call('POST', '/api/v2/device-lamp', {
      project_id: project.id,
      name: at === 0 ? FIRST_GROUP.name : 'Pier, south side',
      device_code: code,
      lamp_count: FIRST_GROUP.lamps,
      lamp_power: FIRST_GROUP.lampKw,
      error_range: at === 0 ? FIRST_GROUP.errorRange : 6,
      lng_t: 121.49 + at / 100,
      lat_t: 31.24,
      burn_rule: 'switch',
    });
  }
  return {
    projectId: project.id,
    name,
    kill(lamps) {
      fleet.device(codes[0]!)!.changeLamps({ failed: lamps }, Date.now());
    },
    async check() {
      await client.call('POST', '/api/v2/project-check', { project_id: project.id });
    },
    stop: () => fleet.stop(),
  };
}
