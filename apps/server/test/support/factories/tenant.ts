/**
 * Two customers, each with every kind of object and a user of every role, written directly into the
 * tables. Every free text of a customer contains its label.
 */
import { ROLES, type Role } from '@busbar/domain/access/role';
import type { Database } from '../../../src/storage/database.ts';
import { buildAlarm, buildAlarmWindow } from './alarm.ts';
import { buildBatchCommand, buildCommand, buildTimer } from './commands.ts';
import { buildConsole } from './console.ts';
import { buildDeviceNotes } from './device-notes.ts';
import { buildOverride } from './energy.ts';
import { buildIssuedBill } from './issued-bill.ts';
import { buildMessages } from './messages.ts';
import { nextTenantId } from './owner.ts';
import { buildProject } from './project.ts';
import { buildRejectedMessage } from './rejected-message.ts';
import { buildReport, buildReportSchedule } from './report.ts';
import { buildRole } from './role.ts';
import { buildLineOfTenant } from './serial-line.ts';
import { buildTemplate } from './template.ts';
import { buildTenantBase } from './tenant-base.ts';
import { buildTenantUsers } from './tenant-users.ts';
import { buildTower } from './tower.ts';

export type Tenant = Readonly<Awaited<ReturnType<typeof createTenant>>>;

export interface TenantOptions {
  readonly label: string;
  readonly roles?: readonly Role[];
  readonly now: number;
  readonly passwordHash?: string;
  /** Puts everything into a subgroup of this customer instead of a new customer. */
  readonly under?: { readonly customerId: number; readonly groupId: number };
}

export async function createTenant(given: Database, options: TenantOptions) {
  const { label, under } = options;
  // A server's own connection runs as the platform, which cannot set a sequence.
  const database = given.as('owner');
  const at = new Date(options.now);
  const customerId = under?.customerId ?? nextTenantId();
  const groupId = nextTenantId();
  const childGroupId = nextTenantId();
  const rateId = nextTenantId();
  const deviceId = nextTenantId();
  const deviceCode = `T${label.replaceAll(/[^A-Za-z0-9]/g, '')}${deviceId}`.slice(0, 30);
  const ids = { customerId, groupId, childGroupId, rateId, deviceId, deviceCode };
  const base = { ...ids, label, at };
  await buildTenantBase(database, { ...base, under });
  const { roles = ROLES, passwordHash = 'none' } = options;
  const users = await buildTenantUsers(database, base, roles, passwordHash);
  const owner = { ...base, users };
  const command = await buildCommand(database, owner);
  return {
    ...ids,
    users,
    ...command,
    ...(await buildRejectedMessage(database, owner)),
    ...(await buildTimer(database, owner)),
    ...(await buildBatchCommand(database, owner)),
    ...(await buildLineOfTenant(database, owner)),
    ...(await buildTemplate(database, owner)),
    ...(await buildOverride(database, owner)),
    ...(await buildIssuedBill(database, owner)),
    ...(await buildAlarm(database, owner)),
    ...(await buildAlarmWindow(database, owner)),
    ...(await buildRole(database, owner)),
    ...(await buildMessages(database, owner)),
    ...(await buildConsole(database, owner, command.commandId)),
    ...(await buildProject(database, owner)),
    ...(await buildTower(database, owner)),
    ...(await buildDeviceNotes(database, owner)),
    ...(await buildReport(database, owner)),
    ...(await buildReportSchedule(database, owner)),
  };
}
