/** A tenant's forwarding settings, keys and messages, written directly into the tables. */
import { createHash } from 'node:crypto';
import type { Database } from '../../../src/storage/database.ts';
import type { Owner } from './owner.ts';

export async function buildMessages(database: Database, owner: Owner) {
  const { label, customerId, groupId, users, at } = owner;
  const { db } = database;
  await db
    .insertInto('forwarding')
    .values({
      customer_id: customerId,
      enabled: false,
      secret: `bws_${label}-secret`,
      secret_changed_at: at,
      last_error: `${label}-error`,
      // A test was sent just now, so the generated requests post nothing.
      tested_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { deadBatchId } = await db
    .insertInto('outbox')
    .values({
      customer_id: customerId,
      channel: 'webhook',
      user_id: null,
      dedupe_key: `batch:${label}`,
      receiver: label,
      payload: JSON.stringify({ batchId: `${label}-batch`, records: 1, body: `{"l":"${label}"}` }),
      state: 'dead',
      due_at: at,
      created_at: at,
      tried_since: at,
      done_at: at,
    })
    .returning('outbox_id as deadBatchId')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('forward_delivery')
    .values({
      customer_id: customerId,
      batch_id: `${label}-batch`,
      at,
      attempt: 1,
      records: 1,
      bytes: 10,
      status: 500,
      error: 'status',
      took_ms: 5,
    })
    .execute();
  const apiKeyId = groupId;
  await db
    .insertInto('api_key')
    .values({
      key_hash: createHash('sha256').update(`bsk_${label}${customerId}`).digest(),
      api_key_id: apiKeyId,
      customer_id: customerId,
      group_id: groupId,
      name: `${label}-key`,
      prefix: 'bsk_abcdef',
      scopes: ['read:devices'],
      created_by: users.admin?.userId ?? 0,
      created_at: at,
      expires_at: new Date(at.getTime() + 86_400_000),
    })
    .execute();
  const user = users.admin?.userId ?? 0;
  await db
    .insertInto('notification_profile')
    .values({ customer_id: customerId, user_id: user, mail_address: `${label}@example.org` })
    .execute();
  const { notificationId } = await db
    .insertInto('notification')
    .values({
      customer_id: customerId,
      user_id: user,
      at,
      what: 'opened',
      alarm_id: 1,
      detail: JSON.stringify({
        deviceCode: `${label}-code`,
        deviceName: `${label}-name`,
        type: 'overVoltage',
        kind: 'alarm',
        phase: '',
        value: null,
        limit: null,
        openedAt: at.getTime(),
      }),
    })
    .returning('notification_id as notificationId')
    .executeTakeFirstOrThrow();
  return { deadBatchId, apiKeyId, notificationId };
}
