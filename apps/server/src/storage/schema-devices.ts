/** The tables of migration 0024, in the form of `schema.ts`. */
import type { ConnectionCause } from '@busbar/domain/device/connection-cause';
import type { Generated } from 'kysely';
import type { Instant } from './column-types.ts';

interface DeviceConnectionTable {
  customer_id: number;
  device_connection_id: Generated<number>;
  device_id: number;
  at: Instant;
  connected: boolean;
  cause: ConnectionCause;
}

interface DeviceSignalTable {
  customer_id: number;
  device_id: number;
  minute: Instant;
  csq: number;
}

interface DeviceNoteTable {
  customer_id: number;
  device_note_id: Generated<number>;
  device_id: number;
  user_id: number;
  user_name: string;
  text: string;
  created_at: Instant;
}

interface DevicePhotoTable {
  customer_id: number;
  device_photo_id: Generated<number>;
  device_id: number;
  user_id: number;
  user_name: string;
  caption: string;
  format: 'jpeg' | 'png' | 'webp';
  width: number;
  height: number;
  byte_count: number;
  content: Buffer;
  created_at: Instant;
}

export interface DeviceInformationSchema {
  device_connection: DeviceConnectionTable;
  device_signal: DeviceSignalTable;
  device_note: DeviceNoteTable;
  device_photo: DevicePhotoTable;
}
