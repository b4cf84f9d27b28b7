import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeCommand } from '@busbar/device-protocol/down/encode-down';
import { commandTopic } from '@busbar/device-protocol/topics';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestBroker, type TestBroker } from '../../test/broker.ts';
import {
  type FaultProxy,
  GOOD_LINE,
  type LineFaults,
  startFaultProxy,
} from '../connection/fault-proxy.ts';
import type { FaultName } from '../connection/faults.ts';
import type { DeviceSpec } from '../device/device-spec.ts';
import { Fleet } from './fleet.ts';
import { Ledger, type LedgerLine } from './ledger.ts';
import { parseScenario, type ScenarioEvent } from './scenario.ts';

const CODE = 'BREAKER-0001';
const spec: DeviceSpec = {
  code: CODE,
  type: 'MT61',
  slaveCount: 0,
  ratedCurrentA: 63,
  zone: 'Asia/Shanghai',
  countsFrom: Date.now() - 86_400_000,
  intervalMs: 50,
  moveMs: 5,
};

const ends: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Site {
  readonly broker: TestBroker;
  readonly proxy: FaultProxy;
  readonly fleet: Fleet;
  /** Stops the fleet gracefully and reads its ledger. */
  ledgerLines(): Promise<LedgerLine[]>;
}

async function site(
  lines: { toBroker?: Partial<LineFaults>; toDevice?: Partial<LineFaults> } = {},
  faults: readonly FaultName[] = [],
  intervalMs = spec.intervalMs,
  codes: readonly string[] = [CODE],
  scenario: readonly ScenarioEvent[] = [],
): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-fleet-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  const broker = await startTestBroker();
  ends.push(() => broker.close());
  const proxy = await startFaultProxy({
    target: broker.target,
    port: 0,
    seed: 3,
    toBroker: { ...GOOD_LINE, ...lines.toBroker },
    toDevice: { ...GOOD_LINE, ...lines.toDevice },
  });
  ends.push(() => proxy.close());
  const path = join(folder, 'ledger.ndjson');
  const ledger = await Ledger.open(path);
  const fleet = new Fleet({
    url: `mqtt://127.0.0.1:${proxy.port}`,
    members: codes.map((code) => ({ spec: { ...spec, code, intervalMs }, secret: 'x', faults })),
    now: Date.now,
    random: () => 0,
    ledger,
    scenario,
    connectPerSecond: 100,
  });
  ends.push(() => fleet.stop());
  fleet.start();
  return {
    broker,
    proxy,
    fleet,
    async ledgerLines() {
      await fleet.stop();
      await ledger.close();
      const text = readFileSync(path, 'utf8').trim();
      return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line));
    },
  };
}

const heardKinds = (broker: TestBroker) => broker.heard.map(({ topic }) => topic.split('/').at(-1));
const heardData = (broker: TestBroker) =>
  broker.heard
    .filter(({ topic }) => topic.endsWith('/data'))
    .map(({ payload }) => JSON.parse(payload).ts as number);
const heardReplies = (broker: TestBroker) =>
  broker.heard.filter(({ topic }) => topic.endsWith('/reply'));
const command = (id: string, to: 'open' | 'close', expiresAt = Date.now() + 60_000) =>
  encodeCommand({ id, expiresAt, op: 'switch', to });

describe('a fleet on a real broker', () => {
  it('connects, reports, and records in the ledger only acknowledged readings', async () => {
    const { broker, ledgerLines } = await site();
    await broker.until(() => heardData(broker).length >= 5);
    expect(heardKinds(broker).slice(0, 2)).toEqual(['info', 'state']);
    const acknowledged = (await ledgerLines()).map((line) =>
      line.kind === 'acknowledged' ? line.ts : 0,
    );
    expect(acknowledged.length).toBeGreaterThanOrEqual(5);
    expect(heardData(broker)).toEqual(expect.arrayContaining(acknowledged));
  });

  it('executes a command and records it', async () => {
    const { broker, fleet, ledgerLines } = await site();
    await broker.until(() => heardKinds(broker).includes('state'));
    broker.send(commandTopic(CODE), command('c-1', 'open'));
    await broker.until(() => heardKinds(broker).filter((kind) => kind === 'state').length >= 2);
    expect(fleet.device(CODE)?.units[0]?.contact.action).toBe('openByCommand');
    const kinds = heardKinds(broker);
    expect(kinds.indexOf('reply')).toBeLessThan(kinds.lastIndexOf('state'));
    const executed = (await ledgerLines()).filter(({ kind }) => kind === 'executed');
    expect(executed).toMatchObject([{ code: CODE, id: 'c-1', to: 'open', moved: true }]);
  });

  it('applies a scenario event to its device immediately, not at the next report', async () => {
    const script = parseScenario(
      JSON.stringify([{ at: 0.05, device: CODE, event: 'voltage', volts: 281 }]),
    );
    const hour = 3_600_000;
    const { broker, fleet } = await site({}, [], hour, [CODE, 'BREAKER-0002'], script);
    await broker.until(() => broker.heard.some(({ payload }) => payload.includes('openByFault')));
    const alarms = broker.heard.filter(({ topic }) => topic.endsWith('/alarm'));
    expect(alarms.map(({ topic, payload }) => [topic, JSON.parse(payload)])).toEqual([
      [
        `ep/1/${CODE}/up/alarm`,
        expect.objectContaining({ type: 'overVoltage', active: true, value: 281, limit: 275 }),
      ],
    ]);
    expect(fleet.device('BREAKER-0002')?.units[0]?.contact.closed).toBe(true);
  });

  it('does not execute an expired command', async () => {
    const { broker, fleet, ledgerLines } = await site();
    await broker.until(() => heardKinds(broker).includes('state'));
    broker.send(commandTopic(CODE), command('c-1', 'open', Date.now() - 1));
    await broker.until(() => heardReplies(broker).length > 0);
    expect(JSON.parse(heardReplies(broker)[0]?.payload ?? '{}')).toMatchObject({ code: 410 });
    expect(fleet.device(CODE)?.units[0]?.contact.closed).toBe(true);
    expect((await ledgerLines()).some(({ kind }) => kind === 'executed')).toBe(false);
  });

  it('answers a duplicate command twice and switches once', async () => {
    const { broker, proxy, ledgerLines } = await site({ toDevice: { duplicateChance: 1 } });
    await broker.until(() => heardKinds(broker).includes('state'));
    broker.send(commandTopic(CODE), command('c-1', 'open'));
    await broker.until(() => heardReplies(broker).length >= 2);
    expect(proxy.counts.duplicated).toBeGreaterThan(0);
    const executed = (await ledgerLines()).filter(({ kind }) => kind === 'executed');
    expect(executed).toHaveLength(1);
  });

  it('resends unacknowledged messages on the next connection', async () => {
    const { broker, proxy, ledgerLines } = await site({}, [], 86_400_000);
    await broker.until(() => heardKinds(broker).includes('state'));
    broker.acknowledging = false;
    const before = broker.heard.length;
    broker.send(commandTopic(CODE), command('c-1', 'open'));
    await broker.until(() => broker.heard.length >= before + 2);
    expect(heardReplies(broker)).toHaveLength(1);
    broker.acknowledging = true;
    proxy.dropAll();
    await broker.until(() => heardReplies(broker).length >= 2);
    const [first, second] = heardReplies(broker);
    expect(second?.payload).toBe(first?.payload);
    expect((await ledgerLines()).filter(({ kind }) => kind === 'executed')).toHaveLength(1);
  });

  it('delivers every reading over a connection that breaks, stalls, delays and repeats', async () => {
    const bad = { delayMs: [0, 10], stallChance: 0.02, stallMs: 50, duplicateChance: 0.2 } as const;
    const { broker, proxy, ledgerLines } = await site({
      toBroker: { ...bad, dropChance: 0.02 },
      toDevice: { ...bad, dropChance: 0.01 },
    });
    await broker.until(() => new Set(heardData(broker)).size >= 60 && proxy.counts.dropped >= 1);
    proxy.setFaults({ toBroker: GOOD_LINE, toDevice: GOOD_LINE });
    const lines = await ledgerLines();
    const acknowledged = lines.map((line) => (line.kind === 'acknowledged' ? line.ts : 0));
    const heard = [...new Set(heardData(broker))].toSorted();
    expect(heard).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    const gaps = heard.slice(1).filter((ts, index) => ts - (heard[index] ?? 0) !== spec.intervalMs);
    expect(gaps).toEqual([]);
    expect(proxy.counts.duplicated).toBeGreaterThan(0);
  });

  it('delays the reconnect of a refused device and reconnects the others immediately', async () => {
    const codes = [CODE, 'BREAKER-0002'];
    const { broker, proxy, fleet } = await site({}, [], spec.intervalMs, codes);
    broker.refused.add('BREAKER-0002');
    const attempts = (code: string) => broker.attempts.filter((client) => client === code).length;
    const greetings = () => heardKinds(broker).filter((kind) => kind === 'info').length;
    // Waits until the refusal has arrived: a connection that breaks earlier only counts as a lost
    // connection.
    await expect.poll(() => fleet.counts.lastTrouble).toContain('BREAKER-0002: Connection refused');
    for (let lines = 1; lines <= 5; lines++) {
      await broker.until(() => greetings() >= lines);
      proxy.dropAll();
    }
    expect(attempts(CODE)).toBeGreaterThanOrEqual(5);
    expect(attempts('BREAKER-0002')).toBe(1);
  });

  it('delivers every reading of a device that sends duplicates', async () => {
    const { broker } = await site({}, ['duplicate-messages']);
    await broker.until(() => heardData(broker).length >= 6);
    const times = heardData(broker);
    expect(new Set(times).size).toBe(Math.ceil(times.length / 2));
  });
});

describe('a fault proxy', () => {
  it('closes a connection that does not send MQTT', async () => {
    const { proxy } = await site({}, [], 86_400_000);
    const socket = connect(proxy.port, '127.0.0.1');
    socket.write(Buffer.from([0x30, 255, 255, 255, 255, 255]));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(socket.bytesRead).toBe(0);
  });
});
