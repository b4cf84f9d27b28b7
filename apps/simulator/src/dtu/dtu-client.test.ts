/** Connection of a simulated DTU: what it sends besides its line, and how it reconnects. */
import {
  REGISTRATION_DEFAULTS,
  RegistrationReader,
} from '@busbar/device-protocol/line/registration';
import { describe, expect, it } from 'vitest';
import { readRequest, registersIn, startLineMaster } from '../../test/line-master.ts';
import { CODE, connectLine, SECRET } from '../../test/simulated-line.ts';
import { registrationPacket } from './connection-texts.ts';
import { applyLineFault } from './line/line-faults.ts';

const METERS = '1=eastron-sdm630';
const VOLTAGE = readRequest(1, 4, 0, 2);

describe('registration of a simulated DTU', () => {
  it('comes first, and the line is open after it', async () => {
    const { first } = await connectLine(METERS);
    expect(first.text).toBe(`${CODE}:${SECRET}\r\n`);
    const [high] = registersIn(await first.exchange(VOLTAGE, 9), 1, 4);
    expect(high).toBeGreaterThan(0x4300);
  });

  it.each([
    ['code-secret', 'crlf', CODE],
    ['code-secret', 'silence', CODE],
    ['hex', 'crlf', CODE],
    ['imei', 'silence', '490154203237518'],
    ['iccid', 'crlf', '89860012345678901234'],
  ] as const)('in the form %s, ended by %s, is read by the platform', (form, end, code) => {
    const reader = new RegistrationReader({ ...REGISTRATION_DEFAULTS, forms: [form] }, 0);
    const packet = registrationPacket({ form, end }, code, SECRET);
    const result = reader.receive(packet, 0) ?? reader.tick(200);
    const hasSecret = form === 'code-secret' || form === 'hex';
    expect(result).toMatchObject({
      kind: 'registered',
      device: { form, code, secret: hasSecret ? SECRET : undefined },
    });
  });
});

describe('heartbeats of a simulated DTU', () => {
  it('have the configured text, and are absent while it hangs', async () => {
    const texts = { heartbeat: 'PING', heartbeatMs: 20 };
    const { first, line } = await connectLine(METERS, {}, texts);
    await first.until(() => first.text.endsWith('PINGPING'));
    applyLineFault('dtu-hangs', line);
    first.clear();
    // A second DTU with the same interval measures the time.
    const other = await connectLine(METERS, {}, texts);
    await other.first.until(() => other.first.text.endsWith('PING'.repeat(5)));
    expect(first.text).toBe('');
  });
});

describe('reconnection of a simulated DTU', () => {
  it('registers again after the platform or the network ended the connection', async () => {
    const { first, master, client, troubles } = await connectLine(METERS);
    first.close();
    const second = await master.line(1);
    await second.until(() => second.text.length > 0);
    expect(second.text).toBe(`${CODE}:${SECRET}\r\n`);
    client.cut();
    const third = await master.line(2);
    await third.until(() => third.text.length > 0);
    expect(registersIn(await third.exchange(VOLTAGE, 9), 1, 4)).toHaveLength(2);
    expect(troubles).toHaveLength(2);
    expect(client.connected).toBe(true);
  });

  it('waits until the platform listens', async () => {
    const { first, master, client, troubles } = await connectLine(METERS);
    const { port } = master;
    first.close();
    await master.close();
    while (!troubles.some((text) => text.includes('ECONNREFUSED'))) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const again = await startLineMaster(port);
    const line = await again.line();
    await line.until(() => line.text.length > 0);
    expect(line.text).toBe(`${CODE}:${SECRET}\r\n`);
    await client.stop();
    expect(client.connected).toBe(false);
    await again.close();
  });

  it('sends nothing of an answer of the former connection', async () => {
    const { first, master, line } = await connectLine(METERS, { slowMs: 600 });
    applyLineFault('slow-answers', line);
    first.send(VOLTAGE);
    while (line.answers === 0) await new Promise((resolve) => setImmediate(resolve));
    first.close();
    const second = await master.line(1);
    await second.until(() => second.text.length > 0);
    const reply = await second.exchange(readRequest(1, 4, 0, 6), 17);
    expect(registersIn(reply, 1, 4)).toHaveLength(6);
  });
});
