/** Defaults of groups for new devices, migration 0031; message counts of customers by day, 0032. */
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

interface MessageDayTable {
  customer_id: number;
  day: string;
  messages: number;
  told: Generated<number>;
}

export interface GroupSchema {
  message_day: MessageDayTable;
  group_default: GroupDefaultTable;
}
