/** A DL/T 645-2007 meter on a serial line. */
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { answerDlt645, bcd, dlt645Reply } from '../../support/devices/dlt645-meter.ts';
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
    const reply = (control: number, data: readonly number[]) => dlt645Reply(STATION, control, data);
    answerDlt645(client, ({ control, identifier, prefix, number }) => {
      const value = VALUES[identifier];
      if (control === FOLLOWING) {
        const following = rest(number);
        return following && reply(LAST, [...prefix, ...following]);
      }
      if (value === undefined) return reply(REFUSAL, [0b10]);
      const code = controlOf(identifier);
      return reply(code, [...prefix, ...firstOf(identifier, code, value)]);
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
