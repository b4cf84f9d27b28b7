/** The tables of migration 0018, in the form of `schema.ts`. */
import type { FrameEffect } from '@busbar/domain/switch/frame-interlock';
import type { Generated } from 'kysely';
import type { Instant, NullableInstant } from './column-types.ts';

interface ConsoleFrameTable {
  customer_id: number;
  console_frame_id: Generated<number>;
  command_id: string;
  device_id: number;
  user_id: number;
  user_name: string;
  sent_at: Instant;
  effect: FrameEffect;
  send_hex: string;
  receive_hex: string | null;
  received_at: NullableInstant;
}

interface ConsoleFavouriteTable {
  customer_id: number;
  console_favourite_id: Generated<number>;
  user_id: number;
  name: string;
  address: string;
  command_code: string;
  data: string;
  protocol_version: 1 | 2;
  created_at: Instant;
}

export interface ConsoleSchema {
  console_frame: ConsoleFrameTable;
  console_favourite: ConsoleFavouriteTable;
}
