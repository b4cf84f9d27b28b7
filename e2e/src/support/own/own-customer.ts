/**
 * A customer of the test with one tariff and one meter, whose registers the test itself reports
 * over a real socket, so that it knows the origin of every number on every page.
 */
import { Connection } from '@busbar/simulator/connection/connection';
import { dataMessages } from '@busbar/simulator/device/outgoing';
import type { Program } from '../demo/program.ts';

export interface OwnCustomer {
  readonly account: string;
  readonly password: string;
  readonly zone: string;
  readonly device: { readonly code: string; readonly name: string };
  /** Reports registers of the device, kWh; resolves when each is acknowledged. */
  tell(registers: readonly { readonly at: number; readonly kwh: number }[]): Promise<void>;
}

export interface OwnCustomerOptions {
  readonly account: string;
  /** Name and price of the tariff, which has one price for all bands. */
  readonly rate: { readonly name: string; readonly price: string };
}

const INITIAL = 'own-Journey-2';
const DRAIN_MS = 10_000;

interface Answer {
  readonly code?: number;
  readonly errCode?: number;
  readonly msg?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs of the wire.
  readonly data?: any;
}

export async function startOwnCustomer(
  program: Program,
  { account, rate }: OwnCustomerOptions,
): Promise<OwnCustomer> {
  let token: string | undefined;
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
    const response = await fetch(program.url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    if ((answer.code ?? answer.errCode) !== 0) {
      throw new Error(`${path}: ${response.status} ${answer.msg}`);
    }
    return answer;
  };
  const signIn = async (password: string) => {
    const login = { user_account: account, password };
    const { data } = await call('POST', '/api/v2/login', login);
    token = data.token;
    return data.user_info;
  };

  const zone = inDaytime((await call('GET', '/api/v2/zones')).data);
  const { data: registered } = await call('POST', '/api/v2/register', {
    chinese_code: account,
    english_code: account,
    platform_account: account,
    contact_user: account,
    zone_id: zone.id,
  });
  await call('POST', '/api/v2/audit', {
    audit_flag: true,
    customer_id: registered.customer_id,
    input_pass: program.activationPassword,
  });
  await signIn(registered.initial_password);
  await call('POST', '/sys/user/modifyPwd', {
    oldPassword: registered.initial_password,
    password: INITIAL,
  });
  const user = await signIn(INITIAL);
  const prices = Object.fromEntries([1, 2, 3, 4].map((band) => [`rate_${band}`, rate.price]));
  const { data: added } = await call('POST', '/api/v2/rate', { name: rate.name, ...prices });
  const device = { code: `${account.toUpperCase()}-000001`, name: 'Meter of the journey' };
  const { data: made } = await call('POST', '/device/addOrUpdate', {
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
    async tell(registers) {
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
        secret: made.device_secret,
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

interface Zone {
  readonly id: number;
  readonly iana: string;
}

/** Returns a zone in which the last and the next hours are on the same day. */
function inDaytime(zones: readonly Zone[]): Zone {
  const found = zones.find(({ iana: timeZone }) => {
    const format = { timeZone, hour: 'numeric', hourCycle: 'h23' } as const;
    const hour = Number(new Intl.DateTimeFormat('en-GB', format).format(Date.now()));
    return hour >= 5 && hour < 21;
  });
  if (found === undefined) throw new Error('it is night in every zone that is offered');
  return found;
}
