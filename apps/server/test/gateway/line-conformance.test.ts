/**
 * The driver of meters behind DTUs. The device is a DTU with one Modbus meter, which has no values
 * except those that a test sends. A request for readings that follows another one too early is a
 * summon; the only other command is a frame that reads a register of no profile.
 */
import { startLine } from '../../src/gateway/line/line-driver.ts';
import { LineClient, type ReadRequest, valuesReply } from '../support/devices/line-client.ts';
import { buildSerialLine } from '../support/factories/serial-line.ts';
import { describeDriver, type ProtocolClient } from './driver-conformance.ts';

const INTERVAL_S = 2;
const EARLY_MS = 700;
const FRAME_REGISTER = 0x1234;
const NAN_WORDS = [0x7fc0, 0];

const floatWords = (value: number): number[] => {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return [view.getUint16(0), view.getUint16(2)];
};

/** Registers of a meter whose first value is the voltage of phase A. */
function wordsFor({ first, count }: ReadRequest, voltage: number | undefined): number[] {
  const words = Array.from({ length: count / 2 }, () => NAN_WORDS).flat();
  if (first === 0 && voltage !== undefined) words.splice(0, 2, ...floatWords(voltage));
  return words;
}

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
    const received: ProtocolClient['received'][number][] = [];
    let voltage: number | undefined;
    let frame: ReadRequest | undefined;
    let lastCycleAt = -Infinity;
    /** Called at the next request for readings. */
    let onCycle: (() => void)[] = [];
    const client = await LineClient.register(port!, device, (request, line) => {
      if (request.first === FRAME_REGISTER) {
        received.push({ id: '', kind: 'frame' });
        frame = request;
        return;
      }
      if (request.first === 0) {
        const now = performance.now();
        if (now - lastCycleAt < EARLY_MS) received.push({ id: '', kind: 'summon' });
        lastCycleAt = now;
        const waiting = onCycle;
        onCycle = [];
        for (const next of waiting) next();
      }
      line.write(valuesReply(request, wordsFor(request, voltage)));
      if (request.first === 0) voltage = undefined;
    });
    const nextCycle = () => new Promise<void>((resolve) => onCycle.push(resolve));
    await Promise.race([
      nextCycle(),
      client.ended.then(() => Promise.reject(new Error('closed before the first request'))),
    ]);
    /** The value is sent at the next request for readings; the one after it acknowledges it. */
    const sendVoltage = async (value: number) => {
      voltage = value;
      await nextCycle();
      await nextCycle();
    };
    return {
      sendReadings: ([first]) => sendVoltage(first!.voltageA),
      sendUnreadable: () => sendVoltage(5_000),
      ping: () => new Promise((resolve) => setTimeout(resolve, 1_200 * INTERVAL_S)),
      received,
      async reply() {
        client.write(valuesReply(frame!, [42]));
        await nextCycle();
      },
      ended: client.ended,
      breakOff: () => client.socket.resetAndDestroy(),
    };
  },
});
