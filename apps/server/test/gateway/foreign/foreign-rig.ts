/** A server with devices of other manufacturers, and what is stored of them. */
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { submitSwitch } from '../../../src/areas/control/gate/control-service.ts';
import { systemClock } from '../../../src/clock.ts';
import type { Database } from '../../../src/storage/database.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { eventually } from '../../support/eventually.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { callerOf } from '../../support/factories/tenant-users.ts';
import { fixture } from '../../support/fixture.ts';
import { startServer } from '../../support/start-server.ts';

const ENV = { CONTROL_GAP_S: '0', CONTROL_PER_MINUTE: '1000', CONTROL_GROUP_PERCENT: '100' };

export function foreignRig(
  database: Database,
  protocol: DeviceProtocol,
  kind: 'main' | 'gateway' = 'main',
) {
  const server = fixture(() => startServer(database, { clock: systemClock, env: ENV }));
  const tenant = fixture(() => createTenant(database, { label: protocol, now: Date.now() }));
  const other = fixture(() => createTenant(database, { label: 'other', now: Date.now() }));
  const rows = (table: Parameters<typeof rowsOfDevice>[1], deviceId: number) =>
    rowsOfDevice(database, table, deviceId);
  const commandOf = async (commandId: string) =>
    database.db
      .selectFrom('command')
      .select(['state', 'reason'])
      .where('command_id', '=', commandId)
      .executeTakeFirstOrThrow();
  const submit = (deviceId: number, command: SwitchCommand, more: object = {}) => {
    const caller = { ...callerOf(tenant, 'operator'), address: '127.0.0.9' };
    const request = { device: deviceId, command, source: 'test', ...more };
    return submitSwitch(server.parts.context, caller, request);
  };
  return {
    server,
    tenant,
    rows,
    submit,
    build: () => buildTenantDevice(database, tenant, { protocol, kind }),
    buildOther: () => buildTenantDevice(database, other, { protocol, kind }),
    async accepted(deviceId: number, command: SwitchCommand, more: object = {}): Promise<string> {
      const outcome = await submit(deviceId, command, more);
      if (!outcome.ok) throw new Error(outcome.refusal);
      return outcome.value.commandId;
    },
    stateOf: (commandId: string) => eventually(() => commandOf(commandId)),
    actionOf: (deviceId: number) =>
      eventually(async () => (await rows('device_state', deviceId))[0]?.['switch_action']),
    isOnline: (deviceId: number) =>
      eventually(async () => (await rows('device_state', deviceId))[0]?.['connected']),
    /** Lets the command expire, and returns when the platform has ended it. */
    async expire(commandId: string): Promise<void> {
      await database.db
        .updateTable('command')
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .where('command_id', '=', commandId)
        .execute();
    },
    actions: async (deviceId: number) =>
      (await rows('switch_event', deviceId)).map((row) => row['switch_action']),
  };
}
