/**
 * Breakers created by the test, with voltages outside the limits: active alarms for the screens
 * that show them.
 */

import { ensureDevices } from '@busbar/simulator/connection/server-account';
import { specOf } from '@busbar/simulator/device/device-spec';
import { Fleet } from '@busbar/simulator/fleet/fleet';
import { ask, tokenOf } from '../ask.ts';
import type { Program } from '../demo/program.ts';

/** Volts of the three phases of each breaker: too high, too low, one phase lost. */
const SUPPLIES = [
  { A: 258, B: 230, C: 230 },
  { A: 196, B: 197, C: 195 },
  { A: 231, B: 0, C: 229 },
] as const;
const REPORT_MS = 500;
const ASK_MS = 500;
/** The platform's rules require ten seconds of readings. */
const LIMIT_MS = 60_000;

/** Resolves once each breaker has an alarm. */
export async function startOwnAlarms(program: Program): Promise<{ stop(): Promise<void> }> {
  const credentials = await ensureDevices({
    server: program.url,
    user: 'demo',
    password: program.demoPassword,
    prefix: 'ALM',
    devices: SUPPLIES.length,
    onProgress: () => undefined,
  });
  const line = { zone: 'Asia/Shanghai', countsFrom: Date.now(), intervalMs: REPORT_MS };
  const fleet = new Fleet({
    url: `mqtt://127.0.0.1:${program.mqttPort}`,
    members: credentials.map((one) => ({
      spec: specOf(one, line),
      secret: one.secret,
      faults: [],
    })),
    now: Date.now,
    random: () => 0,
    ledger: undefined,
    connectPerSecond: 10,
  });
  fleet.start();
  const until = Date.now() + LIMIT_MS;
  const holds = async (what: string, isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) {
      if (Date.now() > until) throw new Error(`in vain: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    }
  };
  // The devices connect one after another.
  for (const [at, { code }] of credentials.entries()) {
    await holds(`${code} begins`, () => fleet.device(code) !== undefined);
    fleet.device(code)!.disturb({ voltageV: SUPPLIES[at]! }, Date.now());
  }
  const token = await tokenOf(program, 'demo', program.demoPassword);
  for (const { code } of credentials) {
    await holds(`alarm of ${code}`, async () => (await alarmsOf(program, token, code)) > 0);
  }
  return { stop: () => fleet.stop() };
}

async function alarmsOf(program: Program, token: string, code: string): Promise<number> {
  const path = `/api/v2/alarms?ps=0&open=true&alarm_type=all&device_code=${code}`;
  return (await ask(program, token, 'GET', path)).data.list.total;
}
