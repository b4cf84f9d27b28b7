/** A protection template of a tenant and a finished run of it. */
import type { Database } from '../../../src/storage/database.ts';
import type { Owner } from './owner.ts';

export async function buildTemplate(
  { db }: Database,
  { label, customerId, groupId, deviceId, users, at }: Owner,
) {
  const templateId = `01890000-0000-7000-a000-${String(deviceId).padStart(12, '0')}`;
  const templateRunId = `01890000-0000-7000-b000-${String(deviceId).padStart(12, '0')}`;
  const sets = JSON.stringify({
    lostPhase: {
      enable: 'false',
      doOpen: 'false',
      doLock: 'false',
      lpjt: '1',
      lpjv: '150.0',
      lprt: '9',
    },
  });
  await db
    .insertInto('protection_template')
    .values({
      customer_id: customerId,
      template_id: templateId,
      group_id: groupId,
      name: `${label}-template`,
      sets,
      changed_by: users.operator?.userId ?? 0,
      changed_at: at,
    })
    .execute();
  await db
    .insertInto('template_run')
    .values({
      customer_id: customerId,
      run_id: templateRunId,
      template_id: templateId,
      template_name: `${label}-template`,
      kind: 'read',
      sets,
      user_id: users.operator?.userId ?? 0,
      session_hash: Buffer.alloc(32),
      group_id: groupId,
      created_at: at,
      ends_at: at,
      ended_at: at,
    })
    .execute();
  await db
    .insertInto('template_step')
    .values({
      customer_id: customerId,
      run_id: templateRunId,
      device_id: deviceId,
      parameter_set: 'lostPhase',
      position: 1,
      state: 'refused',
      reason: 'device-offline',
      detail: `${label}-step`,
    })
    .execute();
  return { templateId, templateRunId };
}
