/** The options of the command line for DTUs with meters. */
import {
  REGISTRATION_FORMS,
  type RegistrationForm,
} from '@busbar/device-protocol/line/registration-forms';
import { numberOf, urlOf, wholeOf } from '../option-values.ts';
import type { DtuTexts } from './connection-texts.ts';
import type { DtuTarget } from './dtu-fleet.ts';
import {
  MAX_METERS,
  profileNamed,
  RTU_PROFILES,
  type StationSpec,
  stationsOf,
} from './station/station-spec.ts';

export const DTU_HELP = `
DTUs with meters on their serial lines:
  --dtus N              how many to register and run (0); --devices is then 0 by default
  --meters N            meters on each line, at the stations from 1 (2)
  --meter-profile ID    their profile; may be repeated, for one after the other
                        (all Modbus RTU profiles in turn)
  --dtu-url URL         where DTUs dial in (tcp://127.0.0.1:4196)
  --dtu-listen PORT     the lines listen on 127.0.0.1 instead, the first on this port and each
                        other on the next one; nothing is registered then
  --baud N              bit/s of the lines (that of the first meter's profile)
  --registration FORM   ${REGISTRATION_FORMS.join(', ')} (code-secret)
  --registration-end E  crlf, or silence (crlf)
  --heartbeat TEXT      heartbeat, empty for none (HB)
  --heartbeat-interval S  seconds between two heartbeats (60)
`;

const text = { type: 'string' } as const;

export const DTU_OPTIONS = {
  dtus: text,
  meters: text,
  'meter-profile': { type: 'string', multiple: true },
  'dtu-url': text,
  'dtu-listen': text,
  baud: text,
  registration: text,
  'registration-end': text,
  heartbeat: text,
  'heartbeat-interval': text,
} as const;

export type DtuOptionValues = {
  readonly [O in keyof typeof DTU_OPTIONS]?: O extends 'meter-profile' ? string[] : string;
};

export interface DtuArguments {
  readonly dtus: number;
  readonly stations: readonly StationSpec[];
  readonly target: DtuTarget;
  readonly baud: number | undefined;
  readonly texts: DtuTexts;
}

const MAX_DTUS = 100_000;
const MAX_HEARTBEAT_BYTES = 64;
const PRINTABLE = /^[\x20-\x7e]*$/;

/** Throws an error with a one-sentence message for the user. */
export function readDtuArguments(values: DtuOptionValues): DtuArguments {
  const meters = wholeOf('meters', values.meters ?? '2', 1, MAX_METERS);
  const profiles = values['meter-profile']?.map(profileNamed) ?? RTU_PROFILES;
  return {
    dtus: wholeOf('dtus', values.dtus ?? '0', 0, MAX_DTUS),
    stations: stationsOf(meters, profiles),
    target: targetOf(values),
    baud: values.baud === undefined ? undefined : wholeOf('baud', values.baud, 300, 10_000_000),
    texts: {
      form: formOf(values.registration ?? 'code-secret'),
      end: endOf(values['registration-end'] ?? 'crlf'),
      heartbeat: heartbeatOf(values.heartbeat ?? 'HB'),
      heartbeatMs:
        1000 * numberOf('heartbeat-interval', values['heartbeat-interval'] ?? '60', 1, 86_400),
    },
  };
}

function targetOf(values: DtuOptionValues): DtuTarget {
  const listen = values['dtu-listen'];
  if (listen !== undefined) return { listenFrom: wholeOf('dtu-listen', listen, 1, 65_535) };
  const url = urlOf('dtu-url', values['dtu-url'] ?? 'tcp://127.0.0.1:4196', ['tcp:']);
  const { hostname, port } = new URL(url);
  if (hostname === '' || port === '') throw new Error(`--dtu-url: ${url} has no port`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}

function formOf(value: string): RegistrationForm {
  const form = REGISTRATION_FORMS.find((known) => known === value);
  if (form !== undefined) return form;
  throw new Error(`--registration: ${value} is none of ${REGISTRATION_FORMS.join(', ')}`);
}

function endOf(value: string): DtuTexts['end'] {
  if (value === 'crlf' || value === 'silence') return value;
  throw new Error(`--registration-end: ${value} is neither crlf nor silence`);
}

function heartbeatOf(value: string): string {
  if (value.length <= MAX_HEARTBEAT_BYTES && PRINTABLE.test(value)) return value;
  throw new Error(`--heartbeat: not printable, or longer than ${MAX_HEARTBEAT_BYTES} characters`);
}
