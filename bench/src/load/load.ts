/**
 * The load generator, a separate process: many raw MQTT connections, each message a reading of 28
 * values at QoS 1. Controlled over its standard input, one JSON object per line (`LoadInstruction`).
 */
import { createInterface } from 'node:readline';
import { LoadConnection } from './load-connection.ts';
import type { LoadInstruction, LoadReport, LoadSent } from './load-instruction.ts';

/** Maximum number of connections that are opened in parallel. */
const CONNECTING = 200;

const connections: LoadConnection[] = [];
const NONE: LoadSent = { messages: 0, repeatedWithDup: 0, repeatedAsNew: 0, late: 0, sameTime: 0 };
const sent = { ...NONE };
let acknowledged = 0;
let latencies: number[] | undefined;
let windowSize = 0;

function onAck(connection: LoadConnection, latencyMs: number): void {
  acknowledged += 1;
  latencies?.push(latencyMs);
  if (connection.inFlight < windowSize) scheduleRefill(connection);
}

/**
 * Connections with capacity for more messages. They are filled once per event loop cycle so that
 * one write contains several messages.
 */
const refill = new Set<LoadConnection>();

function scheduleRefill(connection: LoadConnection): void {
  if (refill.size === 0) {
    setImmediate(() => {
      const waiting = [...refill];
      refill.clear();
      for (const each of waiting) each.send(windowSize - each.inFlight);
    });
  }
  refill.add(connection);
}

function report(line: LoadReport): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function settled(): Promise<void> {
  while (connections.some(({ inFlight }) => inFlight > 0)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function obey(instruction: LoadInstruction): Promise<void> {
  switch (instruction.do) {
    case 'connect': {
      for (let from = 0; from < instruction.devices.length; from += CONNECTING) {
        const slice = instruction.devices.slice(from, from + CONNECTING);
        const opened = slice.map((device, i) => {
          const { isLive = false, profile, flapS = 0 } = instruction;
          const of = {
            device,
            index: from + i,
            isLive: isLive || profile === 'L1',
            profile,
            flapS,
          };
          return LoadConnection.open(instruction.port, of, sent, onAck);
        });
        connections.push(...(await Promise.all(opened)));
      }
      report({ connected: connections.length });
      return;
    }
    case 'saturate': {
      windowSize = instruction.window;
      for (const connection of connections) scheduleRefill(connection);
      await new Promise((resolve) => setTimeout(resolve, instruction.warmUpMs));
      const runs: number[] = [];
      for (let run = 0; run < instruction.runs; run++) {
        const before = acknowledged;
        const began = performance.now();
        await new Promise((resolve) => setTimeout(resolve, instruction.runMs));
        runs.push(((acknowledged - before) * 1000) / (performance.now() - began));
      }
      windowSize = 0;
      await settled();
      report({ runs, acknowledged });
      return;
    }
    case 'pace': {
      latencies = [];
      Object.assign(sent, NONE);
      await paced(instruction.perSecond, instruction.runMs);
      await settled();
      const sorted = Float64Array.from(latencies).sort();
      latencies = undefined;
      report({ latencies: [0.5, 0.99, 0.999].map((part) => at(sorted, part)), acknowledged, sent });
      return;
    }
    case 'end':
      for (const connection of connections) connection.end();
      process.exit(0);
  }
}

const at = (sorted: Float64Array, part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

/** Sends at a constant rate over all connections in turn, regardless of acknowledgements. */
async function paced(perSecond: number, runMs: number): Promise<void> {
  const began = performance.now();
  let given = 0;
  let next = 0;
  while (performance.now() - began < runMs) {
    const due = Math.floor(((performance.now() - began) * perSecond) / 1000);
    for (; given < due; given++) {
      connections[next]!.send(1);
      next = (next + 1) % connections.length;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  await obey(JSON.parse(line) as LoadInstruction);
}
