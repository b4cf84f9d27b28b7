/** What groups give to new devices, migration 0031. */
import type { Generated } from 'kysely';
import type { Instant } from './column-types.ts';

interface GroupDefaultTable {
  customer_id: number;
  group_id: number;
  rate_id: number | null;
  expected_interval_s: number | null;
  template_id: string | null;
  version: Generated<number>;
  changed_by: number;
  changed_at: Instant;
}

export interface GroupSchema {
  group_default: GroupDefaultTable;
}
