/**
 * Setup of the click benchmarks: the server, 100 devices that execute commands, a page's socket,
 * and 200 devices that report.
 */

import { openPushSocket } from '../browser/push-socket.ts';
import { createBenchWorld } from '../engine/bench-devices.ts';
import {
  type BenchEngine,
  type ServerProgram,
  startServerProgram,
} from '../engine/bench-engine.ts';
import type { LoadDevice, LoadInstruction } from '../load/load-instruction.ts';
import { type LoadProcess, startLoad } from '../load/load-process.ts';
import { type Clicked, clickAll, clickOnce } from './clicks.ts';
import { connectObedient } from './command-devices.ts';

const REPORTING = 200;
/**
 * Number of devices that execute commands; large, because a device refuses a command while its last
 * one is in progress.
 */
const OBEYING = 100;
const WARM_UP = { count: 20, everyMs: 200 };

export interface ClickWorld {
  readonly server: ServerProgram;
  /** Token of the operator who issues the commands. */
  readonly token: string;
  /** Codes of the devices that execute commands. */
  readonly codes: readonly string[];
  /** The load generator, with its devices connected. */
  readonly load: LoadProcess;
  /** Sends `count` commands, one per `everyMs`; each reverses what the previous one switched. */
  clicks(count: number, everyMs: number): Promise<Clicked[]>;
  stop(): Promise<void>;
}

/**
 * Starts everything and warms up with some commands. `reporting` adds options to the instruction
 * that connects the reporting devices.
 */
export async function startClickWorld(
  engine: BenchEngine,
  reporting: Pick<Extract<LoadInstruction, { do: 'connect' }>, 'profile'> = {},
): Promise<ClickWorld> {
  const before = await engine.open();
  const world = await createBenchWorld(before, REPORTING + OBEYING);
  await before.close();
  const server = await startServerProgram(engine, {
    DEVICE_RATE: '1000000',
    CONTROL_GAP_S: '0',
    CONTROL_PER_MINUTE: '100000',
    CONTROL_GROUP_PERCENT: '100',
  });
  const obeying = world.devices.slice(REPORTING);
  const clients = await Promise.all(obeying.map((one) => connectObedient(server.mqttPort, one)));
  const { userId, token } = world.tenant.users.operator;
  const socket = await openPushSocket(server.url, token, userId);
  const load = startLoad();
  const devices = world.devices.slice(0, REPORTING);
  await load.send({ do: 'connect', port: server.mqttPort, devices, ...reporting });

  const opened = new Set<LoadDevice>();
  const click = (device: LoadDevice) => {
    const command = opened.has(device) ? 'close' : 'open';
    if (command === 'open') opened.add(device);
    else opened.delete(device);
    return clickOnce(server.url, token, socket, device, command);
  };
  const atRest: LoadDevice[] = [...obeying];
  const clicks: ClickWorld['clicks'] = (count, everyMs) => clickAll(atRest, count, everyMs, click);
  await clicks(WARM_UP.count, WARM_UP.everyMs);
  return {
    server,
    token,
    codes: obeying.map(({ code }) => code),
    load,
    clicks,
    async stop() {
      socket.close();
      for (const client of clients) client.end(true);
      load.end();
      await server.stop();
    },
  };
}
