/** The driver of serial lines with a DTU that dials in and has one Modbus meter. */
import { startLine } from '../../src/gateway/line/line-driver.ts';
import { LineClient } from '../support/devices/line-client.ts';
import { INTERVAL_S, PolledMeter } from '../support/devices/polled-meter.ts';
import { buildSerialLine } from '../support/factories/serial-line.ts';
import { describeDriver, type ProtocolClient } from './driver-conformance.ts';

describeDriver('serial lines', {
  start: startLine,
  polls: true,
  usualKind: 'frame',
  // Its meter is only read; `line/switching.test.ts` has meters that are switched.
  kindsOfDevice: new Set(['summon', 'frame']),
  env: { DTU_PORT: '0' },
  build: (database, tenant) =>
    buildSerialLine(database, tenant, {
      isOwn: true,
      meters: [{ profileId: 'eastron-sdm630', intervalS: INTERVAL_S }],
    }),
  async connect({ port }, device): Promise<ProtocolClient> {
    const meter = new PolledMeter();
    const client = await LineClient.register(port!, device, (request, line) =>
      meter.onRequest(request, (frame) => line.write(frame)),
    );
    await Promise.race([
      meter.nextCycle(),
      client.ended.then(() => Promise.reject(new Error('closed before the first request'))),
    ]);
    return {
      sendReadings: ([first]) => meter.sendVoltage(first!.voltageA),
      sendUnreadable: () => meter.sendUnreadable(),
      ping: () => meter.ping(),
      received: meter.received,
      reply: () => meter.reply(),
      ended: client.ended,
      breakOff: () => client.socket.resetAndDestroy(),
    };
  },
});
