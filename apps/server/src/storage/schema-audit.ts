/** The tables of migration 0029 and the view that replaces the operation log. */
import type { Generated } from 'kysely';
import type { DefaultedJson, Instant } from './column-types.ts';

/** access: signing in and out, passwords, downloaded files; operation: everything else. */
export type AuditKind = 'operation' | 'access';

interface AuditEntryTable {
  customer_id: number;
  audit_entry_id: Generated<number>;
  logged_at: Instant;
  user_id: number | null;
  user_name: Generated<string>;
  device_id: number | null;
  device_code: Generated<string>;
  group_id: number | null;
  module: string;
  command: string;
  command_id: string | null;
  status: string;
  /** Defaults to an empty object. */
  detail: DefaultedJson<unknown>;
  client_address: Generated<string>;
  kind: Generated<AuditKind>;
}

interface AuditSealTable {
  customer_id: number;
  seq: number;
  audit_entry_id: number;
  hash: Buffer;
}

interface AuditUnsealedTable {
  customer_id: number;
  audit_entry_id: number;
}

interface AuditHeadTable {
  customer_id: number;
  seq: number;
  hash: Buffer;
}

interface AuditHeadExportTable {
  customer_id: number;
  seq: number;
  hash: Buffer;
  exported_at: Instant;
}

interface AuditCheckpointTable {
  customer_id: number;
  seq: number;
  hash: Buffer;
  entries: number;
  forgotten_at: Generated<Instant>;
}

export interface AuditSchema {
  audit_entry: AuditEntryTable;
  audit_seal: AuditSealTable;
  audit_unsealed: AuditUnsealedTable;
  audit_head: AuditHeadTable;
  audit_head_export: AuditHeadExportTable;
  audit_checkpoint: AuditCheckpointTable;
}

/** The entries under their old names. */
interface OperationLogView extends Omit<AuditEntryTable, 'audit_entry_id' | 'kind'> {
  operation_log_id: Generated<number>;
}

export interface Views {
  operation_log: OperationLogView;
}
