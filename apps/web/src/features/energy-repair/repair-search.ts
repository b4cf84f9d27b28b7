/** Search parameters of the correction page. */
import { ENERGY_CHANNELS, type EnergyChannel } from '@busbar/domain/energy/energy-channel';
import { present, readOneOf, readText, type SearchInput } from '../../lib/address/search-params.ts';
import { readDay } from '../fees/fees-search.ts';

export interface RepairSearch {
  /** Device code. */
  device?: string;
  /** First and last day, both inclusive; defaults to the last seven days. */
  start?: string;
  end?: string;
  /** Defaults to activeTotal, the billed channel. */
  channel?: EnergyChannel;
}

export function readRepairSearch(search: SearchInput): RepairSearch {
  return present({
    device: readText(search.device, 64),
    start: readDay(search.start),
    end: readDay(search.end),
    channel: readOneOf(search.channel, ENERGY_CHANNELS),
  });
}
