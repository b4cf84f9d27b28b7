/**
 * Thousands of lines that have nothing to do: each registers, answers the first poll of its only
 * meter, and is silent from then on. The meter is not simulated, so that one process can have them
 * all.
 */
import { connect, type Socket } from 'node:net';
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

const open: Socket[] = [];

/** Resolves when each line was polled. */
export async function openIdleLines(port: number, dtus: readonly DtuCredentials[]): Promise<void> {
  const polled: Promise<void>[] = [];
  for (const [index, dtu] of dtus.entries()) {
    polled.push(openOne(port, dtu, `127.0.4.${1 + (index % ADDRESSES)}`));
    if (index % CONNECT_PER_TICK === 0)
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(polled);
}

function openOne(port: number, { code, secret }: DtuCredentials, from: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from, noDelay: true });
    open.push(socket);
    socket.once('connect', () => socket.write(`${code}:${secret}\r\n`));
    socket.once('data', () => {
      socket.write(ANSWER);
      resolve();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`${code} was disconnected`)));
  });
}
