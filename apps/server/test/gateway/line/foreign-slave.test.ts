/**
 * A Modbus slave of another author (pymodbus) on a virtual serial line of socat, which the test
 * connects to the server as a DTU does. Skipped where one of the two is not installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closeAfterFile } from '../../support/close-after-file.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { LineClient } from '../../support/devices/line-client.ts';
import { eventually } from '../../support/eventually.ts';
import { buildSerialLine } from '../../support/factories/serial-line.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { fixture } from '../../support/fixture.ts';
import { pollUntil } from '../../support/programs/poll-until.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startLineGateway, voltagesOf } from './line-rig.ts';

/** Registers 0 to 11 of `generic-modbus`; pymodbus numbers them from 1 with its default context. */
const SLAVE = `
import sys
from pymodbus.datastore import ModbusSequentialDataBlock, ModbusServerContext, ModbusSlaveContext
from pymodbus.server import StartSerialServer
from pymodbus.transaction import ModbusRtuFramer
words = [2345, 2346, 2347, 500, 501, 502, 0, 1150, 0, 45678, 5001, 998]
block = ModbusSequentialDataBlock(0, words)
slave = ModbusSlaveContext(hr=block, zero_mode=True)
StartSerialServer(context=ModbusServerContext(slaves={17: slave}, single=False),
  framer=ModbusRtuFramer, port=sys.argv[1], baudrate=9600, timeout=0.005)
`;

const works = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;
// A version manager may hide the Python of the system.
const python = ['python3', '/usr/bin/python3'].find((command) =>
  works(command, ['-c', 'import pymodbus.server, pymodbus.transaction, serial_asyncio']),
);
const isInstalled = python !== undefined && works('socat', ['-V']);
if (!isInstalled) {
  console.info('skipped: a foreign Modbus slave needs socat and python3-pymodbus');
}

function run(command: string, args: readonly string[]) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  closeAfterFile(async () => void child.kill());
  return child;
}

describeWithDatabase('a Modbus slave of another author', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'foreign', now: Date.now() }));
  const gateway = fixture(() => startLineGateway(database));

  it.skipIf(!isInstalled)('is read through a virtual serial line', async () => {
    const dtu = await buildSerialLine(database, tenant, { meters: [{ station: '17' }] });
    const folder = temporaryFolder();
    const [near, far] = [join(folder, 'near'), join(folder, 'far')];
    run('socat', [`pty,raw,echo=0,link=${near}`, `pty,raw,echo=0,link=${far}`]);
    await pollUntil(() => existsSync(near) && existsSync(far), Boolean);
    run(python!, ['-c', SLAVE, far]);
    const port = run('socat', ['-', `file:${near},raw,echo=0`]);
    const client = await LineClient.open(gateway.port);
    client.write(`${dtu.deviceCode}:${dtu.secret}\r\n`);
    port.stdout.pipe(client.socket);
    client.socket.pipe(port.stdin);
    const meterId = dtu.slaveIds.get(1)!;
    await eventually(() => voltagesOf(database, meterId), 60_000).toContain(234.5);
    const rows = await rowsOfDevice(database, 'energy_register', meterId);
    expect(rows[0]).toMatchObject({ active_import_kwh: '456.78' });
    const [row] = await rowsOfDevice(database, 'measurement', meterId);
    expect(row).toMatchObject({ active_power_kw: 1.15, power_factor: 0.998 });
  });
});
