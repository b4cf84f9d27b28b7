/** Address of the operation log: the table's part and the filters of the call. */
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import {
  present,
  readMoment,
  readOneOf,
  readText,
  readWhole,
  type SearchInput,
} from '../../lib/search-params.ts';

/** Words the server writes into its log; the screen translates them by `log:module.<key>`. */
export const LOG_MODULES = [
  'Remote control',
  'Read now',
  'Timers',
  'Protection',
  'Device information',
  'Tariffs',
  'Settlement',
  'Energy',
  'Alarms',
  'Reference data',
  'Registration',
  'Data forwarding',
  'Groups',
  'Projects',
  'Towers',
  'Protocol console',
  'Users',
  'Sign-in',
  'Real-time channel',
  'Configuration',
] as const;

export const LOG_COMMANDS = [
  'open',
  'close',
  'lock',
  'unlock',
  'cancel',
  'override',
  'group order',
  'repeat group order',
  'cancel group order',
  'add template',
  'change template',
  'delete template',
  'compare template',
  'write template',
  'cancel template',
  'frame read',
  'frame write',
  'variable',
  'energy',
  'slaves',
  'read',
  'write',
  'add',
  'update',
  'move',
  'delete',
  'add timer',
  'change timer',
  'delete timer',
  'timer table',
  'add rate',
  'change rate',
  'withdraw rate version',
  'delete rate',
  'change settlement day',
  'close settlement period',
  'correct energy',
  'withdraw energy correction',
  'deal with alarm',
  'snooze alarm',
  'wake alarm',
  'delete alarm',
  'change alarm rule',
  'add maintenance window',
  'end maintenance window',
  'add currency',
  'change currency',
  'new secret',
  'add note',
  'delete note',
  'add photo',
  'delete photo',
  'activate',
  'reject',
  'subscribe',
  'change forwarding',
  'replay forwarding',
  'add api key',
  'change api key',
  'revoke api key',
  'sign in',
  'add user',
  'change user',
  'disable user',
  'enable user',
  'unlock user',
  'reset password',
  'sign user out',
  'end session of user',
  'end own sessions',
  'remove second factor',
  'second factor on',
  'second factor off',
  'require second factor',
  'stop requiring second factor',
  'new recovery codes',
  'accept invitation',
  'arrange menu',
  'standard menu',
  'change configuration',
  'reset configuration',
  'test mail',
  'add group',
  'rename group',
  'delete group',
  'change group defaults',
  'message limit',
  'restore',
  'move group',
  'move devices',
  'move users',
  'add project',
  'change project',
  'delete project',
  'add lamp group',
  'change lamp group',
  'delete lamp group',
  'change warning settings',
  'change alarm settings',
  'add project notification',
  'change project notification',
  'delete project notification',
  'add project timer',
  'change project timer',
  'delete project timer',
  'add tower',
  'change tower',
  'delete tower',
  'tower mode',
  'add visit',
  'change visit',
  'cancel visit',
] as const;

/** States of a command, and the two words of what is not one. */
export const LOG_STATUSES = [
  'done',
  'refused',
  'missed',
  'queued',
  'sent',
  'acknowledged',
  'confirmed',
  'rejected',
  'expired',
  'cancelled',
  'unknown',
] as const;

export interface LogSearch extends TableSearch {
  /** Code or id of a device. */
  device?: string;
  who?: 'me';
  /** Wall clock of the customer's zone; half-open. */
  from?: string;
  to?: string;
  command?: string;
  module?: string;
  status?: string;
  /** Row whose drawer is open. */
  open?: number;
}

export function readLogSearch(search: SearchInput): LogSearch {
  return {
    ...readTableSearch(search),
    ...present({
      device: readText(search.device, 64),
      who: readOneOf(search.who, ['me']),
      from: readMoment(search.from),
      to: readMoment(search.to),
      command: readOneOf(search.command, LOG_COMMANDS),
      module: readOneOf(search.module, LOG_MODULES),
      status: readOneOf(search.status, LOG_STATUSES),
      open: readWhole(search.open, 1, 999_999_999),
    }),
  };
}

/** Catalogue key of a word of the log: `New secret` is `new-secret`. */
export function wordKey(word: string): string {
  return word.toLowerCase().replaceAll(' ', '-');
}
