/**
 * The tables and views as types for Kysely. `column-types.ts` describes the types that each column
 * returns and accepts.
 */
import type { Selectable } from 'kysely';
import type { Tables } from './table-types.generated.ts';

type AuditEntry = Tables['audit_entry'];

export interface Schema extends Tables {
  /** A view: the audit entries under their former names. */
  operation_log: Omit<AuditEntry, 'audit_entry_id' | 'kind'> & {
    operation_log_id: AuditEntry['audit_entry_id'];
  };
  /** A view. */
  project_device: {
    customer_id: number;
    project_id: number;
    device_id: number;
    lamp_group_id: number | null;
    tower_id: number | null;
    name: string;
  };
}

export type AuditKind = Selectable<Tables['audit_entry']>['kind'];
export type CommandKind = Tables['command']['kind'];
export type OutboxChannel = Tables['outbox']['channel'];
export type ReportDeliveryState = Tables['report_delivery']['state'];
export type ReportState = Tables['report_task']['state'];
