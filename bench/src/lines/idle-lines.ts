/**
 * Thousands of lines that have nothing to do: each registers, answers the first poll of its only
 * meter, and is silent from then on. It dials again if its connection ends. The meter is not simulated, so that one process can have them
 * all.
 */
import { connect } from 'node:net';
import { buildModbus } from '../../../packages/device-protocol/src/frame/modbus/modbus-frame.ts';
import type { DtuCredentials } from './line-instruction.ts';

const CONNECT_PER_TICK = 20;
const TICK_MS = 50;
/** DTUs of one carrier share an address. */
const ADDRESSES = 50;
const STATION = 1;
const READ_REGISTERS = 3;
/** The twelve registers of `generic-modbus`: 230 V, 5 A, 1.15 kW, 1 kWh, 50 Hz. */
const WORDS = [2300, 2300, 2300, 500, 0, 0, 0, 1150, 0, 100, 5000, 1000];
const ANSWER = buildModbus(
  STATION,
  READ_REGISTERS,
  Uint8Array.of(2 * WORDS.length, ...WORDS.flatMap((word) => [word >> 8, word & 0xff])),
);

/** A DTU whose connection ends dials again after this time. */
const RETRY_MS = 2_000;

let endings = 0;
/** Errors that were printed; each is printed once. */
const printed = new Set<string>();

/** Resolves when each line was polled, with the number of connections that have ended. */
export async function openIdleLines(
  port: number,
  dtus: readonly DtuCredentials[],
): Promise<number> {
  const polled: Promise<void>[] = [];
  for (const [index, dtu] of dtus.entries()) {
    const from = `127.0.4.${1 + (index % ADDRESSES)}`;
    polled.push(new Promise((resolve) => openOne(port, dtu, from, resolve)));
    if (index % CONNECT_PER_TICK === 0) {
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
  }
  await Promise.all(polled);
  return endings;
}

function openOne(
  port: number,
  { code, secret }: DtuCredentials,
  from: string,
  onPolled: () => void,
): void {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from, noDelay: true });
  socket.once('connect', () => socket.write(`${code}:${secret}\r\n`));
  socket.on('data', () => {
    socket.write(ANSWER);
    onPolled();
  });
  // The end of the connection follows as `close`.
  socket.on('error', ({ message }) => {
    if (!printed.has(message)) console.error(`idle line: ${message}`);
    printed.add(message);
  });
  socket.once('close', () => {
    endings += 1;
    setTimeout(() => openOne(port, { code, secret }, from, onPolled), RETRY_MS);
  });
}
