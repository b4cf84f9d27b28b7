/** Address of the correction screen. */
import { ENERGY_CHANNELS, type EnergyChannel } from '@busbar/domain/energy/energy-channel';
import { present, readOneOf, readText, type SearchInput } from '../../lib/search-params.ts';
import { readDay } from '../fees/fees-search.ts';

export interface RepairSearch {
  /** Its code. */
  device?: string;
  /** First and last day, both inclusive; absent: the last seven. */
  start?: string;
  end?: string;
  /** Absent: activeTotal, the billed one. */
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
