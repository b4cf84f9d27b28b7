/** A customer with devices and the control modules on a test database, without any socket. */
import type { JsonObject } from '@busbar/device-protocol/payload';
import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { beforeEach } from 'vitest';
import type { DeviceLink } from '../../src/areas/control/commands/device-link.ts';
import type { DeviceReply } from '../../src/areas/control/commands/device-reply.ts';
import { submitSwitch } from '../../src/areas/control/gate/control-service.ts';
import type { BusEvents, DeviceRef } from '../../src/bus.ts';
import type { Caller } from '../../src/caller.ts';
import type { Context } from '../../src/context.ts';
import { deviceReply } from '../../src/gateway/mqtt/decode-reply.ts';
import { encodeDeviceCommand } from '../../src/gateway/mqtt/encode-command.ts';
import type { Database } from '../../src/storage/database.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { fixture } from '../support/fixture.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { testContext } from '../support/test-context.ts';

export const NOW = Date.UTC(2026, 10, 20, 4, 0, 0);

export interface ControlFixture {
  readonly ctx: Context;
  readonly clock: ManualClock;
  readonly tenant: Tenant;
  readonly caller: Caller;
  /** Every `command.changed` event published so far. */
  readonly changes: BusEvents['command.changed'][];
  addDevice(options?: DeviceOptions): Promise<TestDevice>;
  submit(
    device: TestDevice,
    command: SwitchCommand,
    more?: object,
  ): ReturnType<typeof submitSwitch>;
}

export interface DeviceOptions {
  readonly kind?: DeviceKind;
  readonly action?: SwitchAction | null;
  readonly connected?: boolean;
  readonly groupId?: number;
  readonly gateway?: TestDevice;
  /** Defaults to our own. */
  readonly protocol?: DeviceProtocol;
}

export interface TestDevice extends DeviceRef {
  readonly kind: DeviceKind;
}

let counter = 0;

/** Registers the hooks that create a customer with the control modules before each test. */
export function controlFixture(database: Database, env: Readonly<Record<string, string>> = {}) {
  const world = fixture(() => buildControlFixture(database, env), beforeEach);
  const ctx = fixture(async () => world.ctx, beforeEach);
  return { world, ctx };
}

export async function buildControlFixture(
  database: Database,
  env: Readonly<Record<string, string>> = {},
  processId = 'process-1',
): Promise<ControlFixture> {
  const clock = manualClock(NOW);
  const ctx = contextOn(database, clock, env, processId);
  const tenant = await createTenant(database, { label: `ctl${++counter}`, now: NOW });
  const caller: Caller = { ...callerOf(tenant, 'operator'), address: '127.0.0.9' };
  const changes: BusEvents['command.changed'][] = [];
  ctx.bus.subscribe('command.changed', (event) => changes.push(event));
  return {
    ctx,
    clock,
    tenant,
    caller,
    changes,
    addDevice: (options = {}) => addDevice(database, tenant, options),
    submit: (device, command, more = {}) =>
      submitSwitch(ctx, caller, { device: device.deviceCode, command, source: 'test', ...more }),
  };
}

export function contextOn(
  database: Database,
  clock: ManualClock,
  env: Readonly<Record<string, string>> = {},
  processId = 'process-1',
): Context {
  const limits = {
    CONTROL_GAP_S: '0',
    CONTROL_PER_MINUTE: '1000',
    CONTROL_GROUP_PERCENT: '100',
  };
  return { ...testContext(database, { ...limits, ...env }), clock, processId };
}

async function addDevice(
  database: Database,
  tenant: Tenant,
  options: DeviceOptions,
): Promise<TestDevice> {
  const { kind = 'main', action = 'closeByCommand', connected = true, gateway } = options;
  const groupId = options.groupId ?? tenant.groupId;
  const deviceId = 500_000_000 + ++counter;
  const slaveAddress = kind === 'slave' ? 1 + (counter % 20) : null;
  const deviceCode =
    gateway === undefined ? `DEV${deviceId}` : `${gateway.deviceCode}-${slaveAddress}`;
  const at = new Date(NOW);
  await database.db
    .insertInto('device')
    .values({
      customer_id: tenant.customerId,
      device_id: deviceId,
      device_code: deviceCode,
      name: `name of ${deviceCode}`,
      device_type_id: 1,
      kind,
      protocol: options.protocol ?? 'busbar',
      group_id: groupId,
      rate_id: tenant.rateId,
      gateway_id: gateway?.deviceId ?? null,
      slave_address: slaveAddress,
      created_at: at,
    })
    .execute();
  await database.db
    .insertInto('device_state')
    .values({
      customer_id: tenant.customerId,
      device_id: deviceId,
      connected,
      heard_at: at,
      switch_action: action,
      switch_reported_at: action === null ? null : at,
    })
    .execute();
  const groupPath = groupId === tenant.groupId ? [tenant.groupId] : [tenant.groupId, groupId];
  return { customerId: tenant.customerId, deviceId, deviceCode, groupPath, kind };
}

export interface SentPayload {
  readonly deviceCode: string;
  readonly payload: { id: string; exp: number; op: string; args: unknown };
}

/** A device link for the control module that records what was written. */
export function recordingLink(
  options: {
    isConnected?: (code: string) => boolean;
    /** Runs between the claim of a command and its write. */
    beforeWrite?: () => void | Promise<void>;
  } = {},
): DeviceLink & { readonly written: SentPayload[] } {
  const written: SentPayload[] = [];
  return {
    written,
    isConnected: options.isConnected ?? (() => true),
    async send(deviceCode, command, remainingMs) {
      await options.beforeWrite?.();
      if (remainingMs() <= 0) return 'too-late';
      written.push({ deviceCode, payload: JSON.parse(encodeDeviceCommand(command)) });
      return 'sent';
    },
  };
}

/** Builds the reply of a device as its connection delivers it. */
export function replyOf(
  commandId: string,
  code: number,
  { message, data }: { message?: string | undefined; data?: unknown } = {},
): DeviceReply {
  return deviceReply({ commandId, code, message, data: data as JsonObject | undefined });
}

export async function commandRow(ctx: Context, commandId: string) {
  return ctx.database.db
    .selectFrom('command')
    .selectAll()
    .where('command_id', '=', commandId)
    .executeTakeFirstOrThrow();
}

export async function statesOf(ctx: Context, commandId: string): Promise<string[]> {
  const rows = await ctx.database.db
    .selectFrom('command_transition')
    .select('state')
    .where('command_id', '=', commandId)
    .orderBy('step')
    .execute();
  return rows.map((row) => row.state);
}

export async function logRows(ctx: Context, customerId: number) {
  return ctx.database.db
    .selectFrom('operation_log')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('module', 'in', ['Remote control', 'Read now'])
    .orderBy('operation_log_id')
    .execute();
}
