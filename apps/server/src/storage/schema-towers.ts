/** The tables of migration 0019, in the form of `schema.ts`. */
import type { TimePeriod } from '@busbar/domain/tower/time-period';
import type { Generated } from 'kysely';
import type { Day, Instant, Json, NullableInstant } from './column-types.ts';

interface TowerTable {
  customer_id: number;
  tower_id: Generated<number>;
  project_id: number;
  device_id: number;
  name: string;
  mains_min_v: number;
  cut_delay_s: number;
  hold_s: number;
  stagger_s: number;
  battery_kwh: number;
  mains_state: Generated<string>;
  mains_since: NullableInstant;
  absent_since: NullableInstant;
  reading_at: NullableInstant;
  last_start_at: NullableInstant;
  looked_at: NullableInstant;
  next_look_at: Instant;
  changed_by: number;
  changed_at: Instant;
  deleted_at: NullableInstant;
}

interface TowerUserTable {
  customer_id: number;
  tower_id: number;
  slot: number;
  name: string;
  device_id: number;
  priority: number;
  standby_type: string;
  standby_minutes: number;
  standby_kwh: number;
  cut_v: number;
  reconnect_v: number;
  periods: Json<readonly TimePeriod[]>;
  mode: string;
  return_at: NullableInstant;
  state: string;
  cause: string;
  since: Instant;
  bad_since: NullableInstant;
  good_since: NullableInstant;
  settled: boolean;
  tried_at: NullableInstant;
  tried_count: Generated<number>;
  refusal: string | null;
}

interface TowerPlanTable {
  customer_id: number;
  tower_id: number;
  slot: number;
  from_day: Day;
  device_id: number | null;
  name: string;
  periods: Json<readonly TimePeriod[]>;
}

interface TowerOutageTable {
  customer_id: number;
  tower_id: number;
  began_at: Instant;
  ended_at: NullableInstant;
  lowest_v: number | null;
}

interface TowerEventTable {
  customer_id: number;
  tower_event_id: Generated<number>;
  tower_id: number;
  slot: number;
  user_name: string;
  at: Instant;
  from_state: string;
  event: string;
  to_state: string;
  cause: string;
  bus_v: number | null;
  decided_by: Generated<string>;
}

export interface TowerSchema {
  tower: TowerTable;
  tower_user: TowerUserTable;
  tower_plan: TowerPlanTable;
  tower_outage: TowerOutageTable;
  tower_event: TowerEventTable;
}
