/** The tables of migration 0011, in the form of `schema.ts`: Wh, minor units, local days. */
import type { EnergyChannel } from '@busbar/domain/energy/energy-channel';
import type { Generated } from 'kysely';
import type { Day, Decimal, Instant, Json, NullableInstant } from './column-types.ts';

interface BandEnergy {
  energy_wh: number;
  sharp_wh: number;
  peak_wh: number;
  off_peak_wh: number;
  valley_wh: number;
}

interface EnergyDayTable extends BandEnergy {
  customer_id: number;
  device_id: number;
  day: Day;
  channel: EnergyChannel;
  estimated: Generated<boolean>;
  final: Generated<boolean>;
  rate_id: number | null;
  rate_version: number | null;
  fee_sharp: number | null;
  fee_peak: number | null;
  fee_off_peak: number | null;
  fee_valley: number | null;
}

interface EnergySlotTable {
  customer_id: number;
  device_id: number;
  day: Day;
  slot_wh: number[];
  slot_fee: number[];
  estimated_slots: Generated<number[]>;
}

interface EnergyDeviceMonthTable extends BandEnergy {
  customer_id: number;
  device_id: number;
  month: Day;
  fee: number | null;
}

interface EnergyGroupDayTable extends BandEnergy {
  customer_id: number;
  group_id: number;
  day: Day;
  devices: number;
  fee_sharp: number | null;
  fee_peak: number | null;
  fee_off_peak: number | null;
  fee_valley: number | null;
  slot_wh: number[];
  slot_fee: number[];
  estimated: boolean;
  final: boolean;
}

interface EnergyHeadTable {
  customer_id: number;
  device_id: number;
  last_ts: Instant;
  state: Json<unknown>;
}

interface EnergyCheckpointTable {
  customer_id: number;
  device_id: number;
  day: Day;
  state: Json<unknown>;
}

interface EnergyWorkTable {
  customer_id: number;
  device_id: number;
  from_ts: Instant;
}

interface EnergyDirtyTable {
  customer_id: number;
  device_id: number;
  from_ts: Instant;
  of_decision: Generated<boolean>;
}

interface EnergyGroupDirtyTable {
  customer_id: number;
  group_id: number;
  day: Day;
}

interface EnergyOverrideTable {
  customer_id: number;
  energy_override_id: Generated<number>;
  device_id: number;
  channel: EnergyChannel | null;
  register_ts: Instant;
  decision: 'count' | 'ignore' | 'set';
  energy_wh: number | null;
  reason: string;
  decided_by: number;
  decided_at: Instant;
  withdrawn_by: number | null;
  withdrawn_at: NullableInstant;
  withdrawal_reason: string | null;
}

interface SettlementPeriodTable {
  customer_id: number;
  start_day: Day;
  end_day: Day;
  closed_at: Instant;
  closed_by: number | null;
}

interface BillLineTable {
  customer_id: number;
  start_day: Day;
  device_id: number;
  rate_id: number;
  rate_version: number;
  band: 'sharp' | 'peak' | 'offPeak' | 'valley';
  energy_wh: number;
  price: Decimal;
  amount: number;
}

interface BillAdjustmentTable {
  customer_id: number;
  bill_adjustment_id: Generated<number>;
  of_start_day: Day;
  in_start_day: Day;
  device_id: number;
  energy_wh: number;
  amount: number;
  reason: string;
  created_at: Instant;
}

export interface EnergySchema {
  energy_day: EnergyDayTable;
  energy_slot: EnergySlotTable;
  energy_device_month: EnergyDeviceMonthTable;
  energy_group_day: EnergyGroupDayTable;
  energy_head: EnergyHeadTable;
  energy_checkpoint: EnergyCheckpointTable;
  energy_dirty: EnergyDirtyTable;
  energy_work: EnergyWorkTable;
  energy_group_dirty: EnergyGroupDirtyTable;
  energy_override: EnergyOverrideTable;
  settlement_period: SettlementPeriodTable;
  bill_line: BillLineTable;
  bill_adjustment: BillAdjustmentTable;
}
