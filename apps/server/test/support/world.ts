/**
 * Two customers, each with every kind of object and a user of every role, written directly into the
 * tables. Every free text of a customer contains its label.
 */
import { createHash, randomBytes } from 'node:crypto';
import { ROLES, type Role } from '@busbar/domain/access/role';
import { sql } from 'kysely';
import type { Database } from '../../src/storage/database.ts';
import { giveAlarm, giveAlarmWindow } from './tenant/tenant-alarm.ts';
import { giveConsole } from './tenant/tenant-console.ts';
import { giveDeviceThings } from './tenant/tenant-device.ts';
import { giveMessages } from './tenant/tenant-messages.ts';
import { giveProject, type TenantProject } from './tenant/tenant-project.ts';
import { giveReport, giveReportSchedule } from './tenant/tenant-report.ts';
import { giveRole } from './tenant/tenant-role.ts';
import { giveTower, type TenantTower } from './tenant/tenant-tower.ts';

export interface Tenant extends TenantProject, TenantTower {
  readonly customerId: number;
  readonly groupId: number;
  readonly childGroupId: number;
  readonly rateId: number;
  readonly overrideId: number;
  readonly alarmId: number;
  readonly alarmWindowId: number;
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly commandId: string;
  readonly timerId: number;
  readonly groupOrderId: string;
  readonly templateId: string;
  readonly templateRunId: string;
  readonly deadBatchId: number;
  readonly apiKeyId: number;
  readonly roleId: number;
  readonly notificationId: number;
  readonly consoleFavouriteId: number;
  readonly reportId: number;
  readonly reportScheduleId: number;
  readonly deviceNoteId: number;
  readonly devicePhotoId: number;
  readonly logEntryId: number;
  readonly rejectedMessageId: number;
  readonly users: Readonly<Record<Role, { userId: number; userName: string; token: string }>>;
}

let counter = 700_000_000;
const nextId = () => ++counter;

export interface TenantOptions {
  readonly label: string;
  readonly roles?: readonly Role[];
  readonly now: number;
  readonly passwordHash?: string;
  /** Puts everything into a subgroup of this customer instead of a new customer. */
  readonly under?: { readonly customerId: number; readonly groupId: number };
}

/**
 * A session row for a token, as the login writes it (docs/decisions.md 4: only the hash is stored).
 */
export async function openSession(
  database: Database,
  customerId: number,
  userId: number,
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await database.db
    .insertInto('session')
    .values({
      token_hash: createHash('sha256').update(token).digest(),
      cookie_hash: null,
      customer_id: customerId,
      user_id: userId,
      created_at: new Date(now),
      last_used_at: new Date(now),
      expires_at: new Date(now + 12 * 3_600_000),
      address: '127.0.0.1',
      client: 'test',
    })
    .execute();
  return token;
}

export async function createTenant(given: Database, options: TenantOptions): Promise<Tenant> {
  const { label, now, under } = options;
  // A server's own connection runs as the platform, which sets no sequence.
  const database = given.as('owner');
  const { db } = database;
  const at = new Date(now);
  const customerId = under?.customerId ?? nextId();
  const groupId = nextId();
  const childGroupId = nextId();
  const rateId = nextId();
  const deviceId = nextId();
  const deviceCode = `T${label.replaceAll(/[^A-Za-z0-9]/g, '')}${deviceId}`.slice(0, 30);
  const zone = await db
    .selectFrom('zone')
    .select('zone_id')
    .where('iana_name', '=', 'Asia/Shanghai')
    .executeTakeFirstOrThrow();
  const currency = await db.selectFrom('currency').select('currency_id').executeTakeFirstOrThrow();
  const type = await db
    .selectFrom('device_type')
    .select('device_type_id')
    .where('name', '=', 'MT61')
    .executeTakeFirstOrThrow();
  const above = under === undefined ? [] : [under.groupId];
  if (under === undefined) {
    await db
      .insertInto('customer')
      .values({
        customer_id: customerId,
        chinese_code: `${label}-zh`,
        english_code: `${label}-en`,
        contact_user: `${label}-contact`,
        phone: `${label}-phone`,
        email: `${label}@example.org`,
        address: `${label}-address`,
        receive_url: `https://example.org/${label}`,
        zone_id: zone.zone_id,
        currency_id: currency.currency_id,
        state: 'active',
        created_at: at,
        activated_at: at,
      })
      .execute();
  }
  await db
    .insertInto('user_group')
    .values([
      {
        customer_id: customerId,
        group_id: groupId,
        parent_id: under?.groupId ?? null,
        name: `${label}-root`,
        path: [...above, groupId],
        created_at: at,
      },
      {
        customer_id: customerId,
        group_id: childGroupId,
        parent_id: groupId,
        name: `${label}-child`,
        path: [...above, groupId, childGroupId],
        created_at: at,
      },
    ])
    .execute();
  await db
    .insertInto('rate')
    .values({
      customer_id: customerId,
      rate_id: rateId,
      name: `${label}-rate`,
      is_default: under === undefined,
      created_at: at,
    })
    .execute();
  await db
    .insertInto('rate_version')
    .values({
      customer_id: customerId,
      rate_id: rateId,
      version: 1,
      start_day: null,
      price_sharp: '1.25',
      price_peak: '1.04',
      price_off_peak: '0.65',
      price_valley: '0.26',
      calendar: null,
      created_at: at,
    })
    .execute();
  await db
    .insertInto('device')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      device_code: deviceCode,
      name: `${label}-device`,
      device_type_id: type.device_type_id,
      kind: 'main',
      group_id: groupId,
      rate_id: rateId,
      address: `${label}-street`,
      hardware_version: `${label}-hw`,
      software_version: `${label}-sw`,
      band: `${label}-band`,
      longitude: 121.47,
      latitude: 31.23,
      secret_hash: createHash('sha256').update(`${deviceCode}-secret`).digest(),
      secret_rotated_at: at,
      created_at: at,
    })
    .execute();
  await db
    .insertInto('device_rate')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      start_day: '-infinity',
      rate_id: rateId,
    })
    .execute();
  await db
    .insertInto('device_code')
    .values({ device_code: deviceCode, customer_id: customerId, device_id: deviceId })
    .execute();
  await db
    .insertInto('device_state')
    .values({ customer_id: customerId, device_id: deviceId })
    .execute();
  const users: Record<string, { userId: number; userName: string; token: string }> = {};
  for (const role of options.roles ?? ROLES) {
    const userId = nextId();
    const userName = `${label}-${role}`;
    await db
      .insertInto('user_account')
      .values({
        customer_id: customerId,
        user_id: userId,
        group_id: groupId,
        user_name: userName,
        password_hash: options.passwordHash ?? 'none',
        role,
        created_at: at,
        password_changed_at: at,
      })
      .execute();
    await db
      .insertInto('account_name')
      .values({ account_key: userName.toLowerCase(), customer_id: customerId, user_id: userId })
      .execute();
    users[role] = { userId, userName, token: await openSession(database, customerId, userId, now) };
  }
  const commandId = `01890000-0000-7000-8000-${String(deviceId).padStart(12, '0')}`;
  await db
    .insertInto('command')
    .values({
      customer_id: customerId,
      command_id: commandId,
      device_id: deviceId,
      link_device_code: deviceCode,
      kind: 'switch',
      switch_order: 'open',
      args: JSON.stringify({ to: 'open' }),
      state: 'confirmed',
      issued_by: users.operator?.userId ?? null,
      source: 'v2.device.control',
      detail: `${label}-detail`,
      created_at: new Date(now - 60_000),
      expires_at: new Date(now - 30_000),
      confirmed_at: new Date(now - 50_000),
      ended_at: new Date(now - 50_000),
    })
    .execute();
  const { logEntryId } = await db
    .insertInto('operation_log')
    .values({
      customer_id: customerId,
      logged_at: new Date(now - 60_000),
      user_id: users.operator?.userId ?? null,
      user_name: `${label}-operator`,
      device_id: deviceId,
      device_code: deviceCode,
      group_id: groupId,
      module: `${label}-module`,
      command: 'open',
      command_id: commandId,
      status: 'confirmed',
    })
    .returning('operation_log_id as logEntryId')
    .executeTakeFirstOrThrow();
  const { rejectedMessageId } = await db
    .insertInto('rejected_message')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      device_code: deviceCode,
      topic: `ep/1/${deviceCode}/up/data`,
      reason: 'not-json',
      detail: `${label}-rejected`,
      payload: Buffer.from(`${label}-payload`),
      received_at: at,
    })
    .returning('rejected_message_id as rejectedMessageId')
    .executeTakeFirstOrThrow();
  const { timer_id: timerId } = await db
    .insertInto('timer')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      days: 127,
      clock_time: '18:30',
      switch_order: 'open',
      // Disabled: a test that runs timers creates its own.
      enabled: false,
      changed_by: users.operator?.userId ?? null,
      changed_at: at,
    })
    .returning('timer_id')
    .executeTakeFirstOrThrow();
  const groupOrderId = `01890000-0000-7000-9000-${String(deviceId).padStart(12, '0')}`;
  await db
    .insertInto('group_order')
    .values({
      customer_id: customerId,
      group_order_id: groupOrderId,
      user_id: users.operator?.userId ?? 0,
      session_hash: Buffer.alloc(32),
      group_id: groupId,
      switch_order: 'open',
      reason: `${label}-group-order`,
      stepped_up: false,
      request_hash: Buffer.alloc(32),
      created_at: new Date(now - 60_000),
      ends_at: new Date(now + 540_000),
      ended_at: new Date(now - 30_000),
    })
    .execute();
  await db
    .insertInto('group_order_device')
    .values({
      customer_id: customerId,
      group_order_id: groupOrderId,
      device_id: deviceId,
      position: 1,
      state: 'refused',
      reason: 'locked-by-other',
      detail: `${label}-holder`,
      turned_at: new Date(now - 30_000),
    })
    .execute();
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
  const { overrideId } = await db
    .insertInto('energy_override')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      channel: null,
      register_ts: new Date(now - 3_600_000),
      decision: 'ignore',
      energy_wh: null,
      reason: `${label}-override`,
      decided_by: users.admin?.userId ?? 0,
      decided_at: at,
    })
    .returning('energy_override_id as overrideId')
    .executeTakeFirstOrThrow();
  const alarmed = { customerId, groupId, deviceId };
  const alarmId = await giveAlarm(database, alarmed, label, now);
  const alarmWindowId = await giveAlarmWindow(database, alarmed, label, now);
  return {
    customerId,
    groupId,
    childGroupId,
    rateId,
    overrideId,
    alarmId,
    alarmWindowId,
    deviceId,
    deviceCode,
    commandId,
    timerId,
    groupOrderId,
    templateId,
    templateRunId,
    logEntryId,
    rejectedMessageId,
    roleId: await giveRole(database, { label, customerId, at }),
    ...(await giveMessages(database, { label, customerId, groupId, users, at })),
    ...(await giveConsole(database, { label, customerId, deviceId, commandId, users, at })),
    ...(await giveProject(database, { label, customerId, groupId, deviceId, at })),
    ...(await giveTower(database, { label, customerId, groupId, deviceId, at })),
    ...(await giveDeviceThings(database, {
      label,
      customerId,
      deviceId,
      userId: users.operator?.userId ?? 0,
      at,
    })),
    reportId: await giveReport(database, {
      label,
      customerId,
      groupId,
      userId: users.admin?.userId ?? 0,
      at,
    }),
    reportScheduleId: await giveReportSchedule(database, {
      label,
      customerId,
      groupId,
      userId: users.admin?.userId ?? 0,
      at,
    }),
    users: users as Tenant['users'],
  };
}

/** A text that changes with any change to any row of the customer. */
export async function fingerprint(database: Database, customerId: number): Promise<string> {
  const tables = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'customer_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.table_name not in ('session', 'websocket_ticket')
      and c.table_name !~ '_[0-9]{4}_[0-9]{2}$'
    order by 1`.execute(database.db);
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await sql<{ hash: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as hash
      from ${sql.table(name)} t where customer_id = ${customerId}`.execute(database.db);
    parts.push(`${name}:${rows.rows[0]?.hash ?? ''}`);
  }
  return parts.join('\n');
}
