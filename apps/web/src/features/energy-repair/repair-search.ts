/** Search parameters of the correction page. */

import { ENERGY_CHANNELS, type EnergyChannel } from '@busbar/domain/energy/energy-channel';
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import {
  present,
  readOneOf,
  readText,
  readWhole,
  type SearchInput,
} from '../../lib/address/search-params.ts';
import { readDay } from '../fees/fees-search.ts';

export interface RepairSearch extends TableSearch {
  /** Defaults to the device if there is one, otherwise to the days of all devices. */
  view?: 'days' | 'device' | 'import';
  /** Device code. */
  device?: string;
  /** First and last day of the device, both inclusive; defaults to the last seven days. */
  start?: string;
  end?: string;
  /** Defaults to activeTotal, the billed channel. */
  channel?: EnergyChannel;
  /** First and last day of the list of days. */
  from?: string;
  to?: string;
  group?: number;
  kind?: 'gap' | 'register';
  /** Also lists days with a correction. */
  corrected?: 'yes';
}

export function readRepairSearch(search: SearchInput): RepairSearch {
  const [from, to] = [readDay(search.from), readDay(search.to)];
  return {
    ...readTableSearch(search),
    ...present({
      view: readOneOf(search.view, ['days', 'device', 'import']),
      device: readText(search.device, 64),
      start: readDay(search.start),
      end: readDay(search.end),
      channel: readOneOf(search.channel, ENERGY_CHANNELS),
      ...(from !== undefined && to !== undefined ? { from, to } : {}),
      group: readWhole(search.group, 1, 2_147_483_647),
      kind: readOneOf(search.kind, ['gap', 'register']),
      corrected: readOneOf(search.corrected, ['yes']),
    }),
  };
}
