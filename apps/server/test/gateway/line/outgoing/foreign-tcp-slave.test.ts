/**
 * A Modbus TCP slave of another author (pymodbus), with MBAP headers and with the frames of a serial
 * line: read, switched, stopped and started again. Skipped where it is not installed.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { submitSwitch } from '../../../../src/areas/control/gate/control-service.ts';
import { saveMeterAccess } from '../../../../src/areas/fleet/serial-lines/meter-switching-queries.ts';
import { systemClock } from '../../../../src/clock.ts';
import { closeAfterFile } from '../../../support/close-after-file.ts';
import { describeWithDatabase } from '../../../support/databases.ts';
import { rowsOfDevice } from '../../../support/devices/device-rows.ts';
import { eventually } from '../../../support/eventually.ts';
import { buildSerialLine } from '../../../support/factories/serial-line.ts';
import { createTenant } from '../../../support/factories/tenant.ts';
import { callerOf } from '../../../support/factories/tenant-users.ts';
import { fixture } from '../../../support/fixture.ts';
import { httpClient } from '../../../support/http-client.ts';
import { freePort } from '../../../support/programs/server-program.ts';
import { startServer } from '../../../support/start-server.ts';
import { isOnline } from '../line-rig.ts';
import { ALLOWED } from './outgoing-rig.ts';

/** The registers of `generic-modbus-breaker`; its discrete input is its coil. */
const SLAVE = `
import sys
from pymodbus.datastore import ModbusSequentialDataBlock, ModbusServerContext, ModbusSlaveContext
from pymodbus.server import StartTcpServer
from pymodbus.transaction import ModbusRtuFramer, ModbusSocketFramer
words = [2345, 2346, 2347, 500, 501, 502, 0, 1150, 0, 45678, 5001, 998]
coil = ModbusSequentialDataBlock(0, [1])
slave = ModbusSlaveContext(hr=ModbusSequentialDataBlock(0, words), co=coil, di=coil, zero_mode=True)
StartTcpServer(context=ModbusServerContext(slaves={17: slave}, single=False),
  framer=ModbusRtuFramer if sys.argv[2] == 'rtu' else ModbusSocketFramer,
  address=('127.0.0.1', int(sys.argv[1])), allow_reuse_address=True)
`;
const STATION = '17';
const PROFILE = 'generic-modbus-breaker';
const WAIT_MS = 30_000;
const ENV = { ...ALLOWED, COMMAND_TTL_S: '10', CONTROL_GAP_S: '0', CONTROL_PER_MINUTE: '1000' };

// A version manager may hide the Python of the system.
const python = ['python3', '/usr/bin/python3'].find(
  (command) =>
    spawnSync(command, ['-c', 'import pymodbus.server, pymodbus.transaction'], { stdio: 'ignore' })
      .status === 0,
);
if (python === undefined)
  console.info('skipped: a foreign Modbus TCP slave needs python3-pymodbus');

/** Resolves when the slave accepts connections. */
async function startSlave(port: number, framing: string): Promise<ChildProcess> {
  const child = spawn(python!, ['-c', SLAVE, String(port), framing], { stdio: 'ignore' });
  closeAfterFile(async () => void child.kill('SIGKILL'));
  await eventually(() => isOpen(port), WAIT_MS).toBe(true);
  return child;
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

describeWithDatabase('a Modbus TCP slave of another author', (database) => {
  const server = fixture(() => startServer(database, { clock: systemClock, env: ENV }));
  const tenant = fixture(() => createTenant(database, { label: 'foreign', now: Date.now() }));
  const stateOf = async (deviceId: number) =>
    (await rowsOfDevice(database, 'device_state', deviceId))[0];

  async function connected(transport: 'modbus-tcp' | 'rtu-over-tcp') {
    const port = await freePort();
    const framing = transport === 'modbus-tcp' ? 'socket' : 'rtu';
    const slave = await startSlave(port, framing);
    const dtu = await buildSerialLine(database, tenant, {
      line: { transport, host: '127.0.0.1', port },
      meters: [{ station: STATION, profileId: PROFILE, intervalS: 10 }],
    });
    const { customerId } = tenant;
    const deviceId = dtu.slaveIds.get(1)!;
    await saveMeterAccess(database.db, { customerId, deviceId }, undefined, true);
    const { context } = server.parts;
    const change = { customerId, deviceId: dtu.deviceId, deviceCode: dtu.deviceCode };
    context.bus.publish('device.changed', { ...change, credentialsEnded: false });
    await eventually(async () => (await stateOf(deviceId))?.['switch_action'], WAIT_MS).toBe(
      'closeByManual',
    );
    return { dtu, deviceId, slave, restart: () => startSlave(port, framing) };
  }
  async function switched(device: number, command: 'open' | 'close') {
    const caller = { ...callerOf(tenant, 'operator'), address: '127.0.0.9' };
    const form = { device, command, source: 'test' } as const;
    const outcome = await submitSwitch(server.parts.context, caller, form);
    if (!outcome.ok) throw new Error(outcome.refusal);
    const { commandId } = outcome.value;
    const find = () =>
      database.db
        .selectFrom('command')
        .select(['state', 'reason'])
        .where('command_id', '=', commandId)
        .executeTakeFirstOrThrow();
    await eventually(find, WAIT_MS).toEqual({ state: 'confirmed', reason: null });
  }

  it.skipIf(python === undefined).each(['modbus-tcp', 'rtu-over-tcp'] as const)(
    'is read and switched over %s',
    { timeout: 120_000 },
    async (transport) => {
      const { deviceId, dtu } = await connected(transport);
      const [row] = await rowsOfDevice(database, 'measurement', deviceId);
      expect(row).toMatchObject({ voltage_a_v: 234.5, active_power_kw: 1.15, power_factor: 0.998 });
      const [registers] = await rowsOfDevice(database, 'energy_register', deviceId);
      expect(registers).toMatchObject({ active_import_kwh: '456.78' });
      const { token } = tenant.users.operator;
      const client = httpClient(server.app, { token });
      const { body } = await client.get(`/api/v2/serial-line/${dtu.deviceCode}`);
      expect(body.data).toMatchObject({ trouble: null, line: { transport, host: '127.0.0.1' } });
      expect(body.data.meters).toMatchObject([
        { presence: 'online', measured_at: expect.any(Number) },
      ]);
      await switched(deviceId, 'open');
      expect(await stateOf(deviceId)).toMatchObject({ switch_action: 'openByCommand' });
      await switched(deviceId, 'close');
      expect(await stateOf(deviceId)).toMatchObject({ switch_action: 'closeByCommand' });
    },
  );

  it.skipIf(python === undefined)(
    'is offline while it is stopped, and read again after its start',
    { timeout: 120_000 },
    async () => {
      const { deviceId, dtu, slave, restart } = await connected('modbus-tcp');
      slave.kill('SIGKILL');
      await eventually(() => isOnline(database, dtu.deviceId), WAIT_MS).toBe(false);
      const before = (await rowsOfDevice(database, 'measurement', deviceId)).length;
      await restart();
      await eventually(() => isOnline(database, dtu.deviceId), WAIT_MS).toBe(true);
      const count = async () => (await rowsOfDevice(database, 'measurement', deviceId)).length;
      await eventually(count, WAIT_MS).toBeGreaterThan(before);
    },
  );
});
