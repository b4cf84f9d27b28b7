/** Parses and validates the command line of the simulator; every error message is one sentence. */
import { parseArgs } from 'node:util';
import { isTimeZone, parseLocal } from '@busbar/domain/calendar';
import { FAULT_NAMES, type FaultName, isFaultName } from './connection/faults.ts';
import { DTU_HELP, DTU_OPTIONS, type DtuArguments, readDtuArguments } from './dtu/dtu-arguments.ts';
import { isLineFaultName, LINE_FAULT_NAMES, type LineFaultName } from './dtu/line/line-faults.ts';
import { SITE_EVENT_NAMES } from './fleet/site-events.ts';
import { numberOf, urlOf, wholeOf } from './option-values.ts';

export const HELP = `usage: npm run simulate -- [options]

  --devices N           how many devices to register and run (20)
  --interval S          seconds between two reports of a device (60)
  --speed X             report X times as often; clocks stay true (1)
  --url URL             broker (mqtt://127.0.0.1:1883)
  --server URL          where devices are registered (http://127.0.0.1:8080)
  --user NAME           account there (demo)
  --password TEXT       its password; or the variable DEMO_PASSWORD
  --credentials FILE    devices as code:secret[:type[:slaves[:rated current[:day[:lamps
                        [:meters]]]]]], one a line; nothing is registered then
  --zone ZONE           the devices' time zone (Asia/Shanghai)
  --counts-from DAY     when their meters began to count (1 January of this year)
  --ledger FILE         append every acknowledged reading and executed command
  --state FILE          remember contacts, meters, timers, parameters and answered
                        commands over a restart
  --replay FILE.csv     send a recorded load through one device, then end
  --scenario FILE.json  what happens to which device when: a list of
                        {"at": seconds, "device": code or "*", "event": name, …}
  --fault NAME:SHARE    give that share (0 to 1) of the devices a fault; may be repeated
  --seed N              repeatable choice of faults and pauses (1)
  --connect-rate N      new connections a second (100)
  --end-with-parent     end when the IPC channel to the parent process closes
  --managed             run the devices that the parent process names over that channel
${DTU_HELP}
faults: ${FAULT_NAMES.join(', ')}
faults of DTUs: ${LINE_FAULT_NAMES.join(', ')}
events: all faults, ${SITE_EVENT_NAMES.join(', ')}
`;

export interface FaultShare {
  readonly name: FaultName | LineFaultName;
  readonly share: number;
}

export interface SimulatorArguments {
  readonly devices: number;
  readonly intervalMs: number;
  readonly url: string;
  readonly server: string;
  readonly user: string;
  readonly password: string | undefined;
  readonly credentials: string | undefined;
  readonly zone: string;
  readonly countsFrom: number;
  readonly ledger: string | undefined;
  readonly state: string | undefined;
  readonly replay: string | undefined;
  readonly scenario: string | undefined;
  readonly faults: readonly FaultShare[];
  readonly seed: number;
  readonly connectPerSecond: number;
  readonly endWithParent: boolean;
  readonly managed: boolean;
  readonly help: boolean;
  readonly dtu: DtuArguments;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** Throws an error with a one-sentence message for the user. */
export function readArguments(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  now: number,
): SimulatorArguments {
  const { values } = parseArgs({
    args: [...argv],
    strict: true,
    allowPositionals: false,
    options: {
      devices: text,
      interval: text,
      speed: text,
      url: text,
      server: text,
      user: text,
      password: text,
      credentials: text,
      zone: text,
      'counts-from': text,
      ledger: text,
      state: text,
      replay: text,
      scenario: text,
      fault: { type: 'string', multiple: true },
      seed: text,
      'connect-rate': text,
      'end-with-parent': flag,
      managed: flag,
      help: flag,
      ...DTU_OPTIONS,
    },
  });
  const dtu = readDtuArguments(values);
  const intervalS = numberOf('interval', values.interval ?? '60', 1, 86_400);
  const speed = numberOf('speed', values.speed ?? '1', 0.001, 1000);
  const zone = values.zone ?? 'Asia/Shanghai';
  if (!isTimeZone(zone)) throw new Error(`--zone: there is no time zone ${zone}`);
  if (values.state !== undefined && values.replay !== undefined) {
    throw new Error('--state: a replay is made of its recording alone and remembers nothing');
  }
  if (values.scenario !== undefined && values.replay !== undefined) {
    throw new Error('--scenario: nothing happens to a replay but its recording');
  }
  return {
    devices:
      dtu.dtus === 0
        ? wholeOf('devices', values.devices ?? '20', 1, 100_000)
        : wholeOf('devices', values.devices ?? '0', 0, 100_000),
    intervalMs: Math.max(50, Math.round((intervalS * 1000) / speed)),
    url: urlOf('url', values.url ?? 'mqtt://127.0.0.1:1883', ['mqtt:', 'mqtts:']),
    server: urlOf('server', values.server ?? 'http://127.0.0.1:8080', ['http:', 'https:']),
    user: values.user ?? 'demo',
    password: values.password ?? environment.DEMO_PASSWORD,
    credentials: values.credentials,
    zone,
    countsFrom: dayOf(values['counts-from'], now),
    ledger: values.ledger,
    state: values.state,
    replay: values.replay,
    scenario: values.scenario,
    faults: (values.fault ?? []).map(faultOf),
    seed: wholeOf('seed', values.seed ?? '1', 0, 2 ** 31 - 1),
    connectPerSecond: numberOf('connect-rate', values['connect-rate'] ?? '100', 0.1, 10_000),
    endWithParent: values['end-with-parent'] ?? false,
    managed: values.managed ?? false,
    help: values.help ?? false,
    dtu,
  };
}

/** Returns UTC midnight of a day, `YYYY-MM-DD`. */
function dayOf(value: string | undefined, now: number): number {
  if (value === undefined) return Date.UTC(new Date(now).getUTCFullYear(), 0, 1);
  const day = parseLocal(`${value} 00:00:00`, 'UTC');
  if (day !== undefined && day <= now) return day;
  throw new Error(`--counts-from: ${value} is not a past day as YYYY-MM-DD`);
}

function faultOf(value: string): FaultShare {
  const [name = '', share = '1', ...rest] = value.split(':');
  if (!(isFaultName(name) || isLineFaultName(name)) || rest.length > 0) {
    const names = [...FAULT_NAMES, ...LINE_FAULT_NAMES];
    throw new Error(`--fault: there is no fault ${value}; try ${names.join(', ')}`);
  }
  return { name, share: numberOf('fault', share, 0, 1) };
}
