/**
 * A customer created by the test with one tariff and one meter. The test itself reports the meter's
 * registers over a real socket, so that it knows the origin of every number on every page.
 */
import { Connection } from '@busbar/simulator/connection/connection';
import { dataMessages } from '@busbar/simulator/device/outgoing';
import type { Program } from '../demo/program.ts';
import { registerCustomer, type Zone } from '../register-customer.ts';

export interface OwnCustomer {
  readonly account: string;
  readonly password: string;
  readonly zone: string;
  readonly device: { readonly code: string; readonly name: string };
  /** Reports registers of the device, kWh; resolves when all of them are acknowledged. */
  report(registers: readonly { readonly at: number; readonly kwh: number }[]): Promise<void>;
}

export interface OwnCustomerOptions {
  readonly account: string;
  /** Name of the tariff and its price, which is the same in all bands. */
  readonly rate: { readonly name: string; readonly price: string };
}

const INITIAL = 'own-Journey-2';
const DRAIN_MS = 10_000;

export async function startOwnCustomer(
  program: Program,
  { account, rate }: OwnCustomerOptions,
): Promise<OwnCustomer> {
  const { client, user, zone } = await registerCustomer(program, account, INITIAL, inDaytime);
  const prices = Object.fromEntries([1, 2, 3, 4].map((band) => [`rate_${band}`, rate.price]));
  const added = await client.call('POST', '/api/v2/rate', { name: rate.name, ...prices });
  const device = { code: `${account.toUpperCase()}-000001`, name: 'Meter of the journey' };
  const created = await client.call('POST', '/device/addOrUpdate', {
    deviceName: device.name,
    deviceSymbolCode: device.code,
    deviceType: 'MT61',
    rate: added.id,
    groupId: user.group_id,
    manufactureName: '',
  });
  return {
    account,
    password: INITIAL,
    zone: zone.iana,
    device,
    async report(registers) {
      const trouble: string[] = [];
      const waiting = new Set(registers.map(({ at }) => at));
      let allAcknowledged = () => {};
      const done = new Promise<void>((resolve, reject) => {
        allAcknowledged = resolve;
        setTimeout(
          () => reject(new Error(`not acknowledged: ${[...waiting]} ${trouble}`)),
          DRAIN_MS,
        ).unref();
      });
      const line = new Connection({
        url: `mqtt://127.0.0.1:${program.mqttPort}`,
        code: device.code,
        secret: created.device_secret,
        random: () => 0,
        greeting: () => [],
        onCommand: () => [],
        onTrouble: (text) => trouble.push(text),
        onAcknowledged: ({ readings }) => {
          for (const { ts } of readings) waiting.delete(ts);
          if (waiting.size === 0) allAcknowledged();
        },
      });
      const readings = registers.map(({ at, kwh }) => ({
        address: undefined,
        deviceTime: at,
        measurement: undefined,
        registers: { activeTotal: kwh },
      }));
      line.start();
      line.say(dataMessages(device.code, readings, readings.length));
      await done.finally(() => line.stop(DRAIN_MS));
    },
  };
}

/** Returns a time zone in which the last hours and the next hours are on the same day. */
function inDaytime(zones: readonly Zone[]): Zone {
  const found = zones.find(({ iana: timeZone }) => {
    const format = { timeZone, hour: 'numeric', hourCycle: 'h23' } as const;
    const hour = Number(new Intl.DateTimeFormat('en-GB', format).format(Date.now()));
    return hour >= 5 && hour < 21;
  });
  if (found === undefined) throw new Error('it is night in every zone that is offered');
  return found;
}
