/** A DL/T 645-2007 meter on a serial line; its frames are built here, byte by byte. */
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { LineClient } from '../../support/devices/line-client.ts';
import { eventually } from '../../support/eventually.ts';
import { buildSerialLine } from '../../support/factories/serial-line.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { fixture } from '../../support/fixture.ts';
import { startLineGateway } from './line-rig.ts';

const STATION = '000000123456';
/** DL/T 645-2007, 5.2.4: reply to a read; with data to follow; refused; the last following data. */
const [REPLY, MORE, REFUSAL, LAST] = [0x91, 0xb1, 0xd1, 0x92];
const FOLLOWING = 0x12;
/** All bytes of a request except its data. */
const OTHER_BYTES = 12;

/** Digits of a value, two in a byte, the lowest byte first. */
const bcd = (digits: string): number[] =>
  digits
    .match(/../g)!
    .reverse()
    .map((pair) => Number.parseInt(pair, 16));

function reply(control: number, data: readonly number[]): Buffer {
  const head = [0x68, ...bcd(STATION), 0x68, control, data.length];
  const frame = [...head, ...data.map((byte) => (byte + 0x33) & 0xff)];
  const sum = frame.reduce((total, byte) => (total + byte) & 0xff, 0);
  return Buffer.from([0xfe, 0xfe, ...frame, sum, 0x16]);
}

/** Values by identifier; a meter of one phase without tariffs. */
const VALUES: Readonly<Record<string, string>> = {
  '00010000': '00123456',
  '02010100': '2304',
  '02020100': '005123',
  '02030000': '011789',
  '02030100': '011789',
  '02800002': '5001',
};

const CHAINED = '02800002';
/** One of the two bytes of the chained value is in its first frame. */
const firstOf = (identifier: string, control: number, value: string) =>
  identifier === CHAINED && control === MORE ? bcd(value).slice(0, 1) : bcd(value);
const chained = (identifier: string) => (identifier === CHAINED ? MORE : REPLY);

describeWithDatabase('a DL/T 645 meter on a serial line', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'dlt', now: Date.now() }));
  const gateway = fixture(() => startLineGateway(database));

  /**
   * Answers with the control code that `controlOf` returns for an identifier, and with `rest` if the
   * rest of a value is requested.
   */
  async function polled(
    controlOf: (identifier: string) => number,
    rest: (number: number) => readonly number[] | undefined = () => undefined,
  ) {
    const dtu = await buildSerialLine(database, tenant, {
      line: { protocol: 'dlt645-2007', baud: 9_600 },
      meters: [{ station: '123456', profileId: 'dlt645-2007-three-phase' }],
    });
    const client = await LineClient.open(gateway.port);
    let pending = Buffer.alloc(0);
    client.socket.removeAllListeners('data');
    client.socket.on('data', (bytes) => {
      pending = Buffer.concat([pending, bytes]);
      while (pending.length >= OTHER_BYTES + (pending[9] ?? 0)) {
        const length = pending[9]!;
        const data = [...pending.subarray(10, 14)].map((byte) => (byte - 0x33) & 0xff);
        const number = (pending[14]! - 0x33) & 0xff;
        const control = pending[8]!;
        pending = pending.subarray(OTHER_BYTES + length);
        const identifier = Buffer.from(data.toReversed()).toString('hex');
        const value = VALUES[identifier];
        const following = control === FOLLOWING ? rest(number) : undefined;
        if (control === FOLLOWING) {
          if (following !== undefined) client.write(reply(LAST, [...data, ...following]));
        } else if (value === undefined) client.write(reply(REFUSAL, [0b10]));
        else {
          const code = controlOf(identifier);
          client.write(reply(code, [...data, ...firstOf(identifier, code, value)]));
        }
      }
    });
    client.write(`${dtu.deviceCode}:${dtu.secret}\r\n`);
    return { ...dtu, meterId: dtu.slaveIds.get(1)! };
  }

  it('is read, without the values that it lacks', async () => {
    const { meterId, deviceCode } = await polled(() => REPLY);
    await eventually(() => rowsOfDevice(database, 'measurement', meterId)).not.toEqual([]);
    const [row] = await rowsOfDevice(database, 'measurement', meterId);
    expect(row).toMatchObject({
      voltage_a_v: 230.4,
      current_a_a: 5.123,
      active_power_kw: 1.1789,
      frequency_hz: 50.01,
      voltage_b_v: null,
    });
    const [registers] = await rowsOfDevice(database, 'energy_register', meterId);
    expect(registers).toMatchObject({ active_import_kwh: '1234.56', active_export_kwh: null });
    expect(gateway.driver.lineHealth(deviceCode)!.faults.size).toBe(0);
  });

  it('has the value of an answer that continues in a further frame', async () => {
    const { meterId, deviceCode } = await polled(chained, (number) => [0x50, number]);
    await eventually(() => rowsOfDevice(database, 'measurement', meterId)).not.toEqual([]);
    const [row] = await rowsOfDevice(database, 'measurement', meterId);
    expect(row).toMatchObject({ voltage_a_v: 230.4, frequency_hz: 50.01 });
    expect(gateway.driver.lineHealth(deviceCode)!.incomplete).toBe(0);
  });

  it('has no value from an answer whose further frame has less than the rest', async () => {
    const { meterId, deviceCode } = await polled(chained, (number) => [number]);
    await eventually(() => rowsOfDevice(database, 'measurement', meterId)).not.toEqual([]);
    const [row] = await rowsOfDevice(database, 'measurement', meterId);
    expect(row).toMatchObject({ voltage_a_v: 230.4, frequency_hz: null });
    expect(gateway.driver.lineHealth(deviceCode)!.incomplete).toBeGreaterThan(0);
  });

  it('has no value from an answer that announces more than the value', async () => {
    const { meterId, deviceCode } = await polled((identifier) =>
      identifier === '00010000' ? MORE : REPLY,
    );
    await eventually(() => rowsOfDevice(database, 'measurement', meterId)).not.toEqual([]);
    expect(await rowsOfDevice(database, 'energy_register', meterId)).toEqual([]);
    expect(gateway.driver.lineHealth(deviceCode)!.incomplete).toBeGreaterThan(0);
  });
});
