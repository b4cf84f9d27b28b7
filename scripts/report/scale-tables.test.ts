import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { payloads } from '../../bench/src/load/load-payloads.ts';
// @ts-expect-error A script without types.
import { CONSTANTS, FIGURES, VALUES } from './scale-figures.mjs';
// @ts-expect-error A script without types.
import { DEFAULTS, needsOf, processesWithoutPooler, rowBytes } from './scale-model.mjs';
// @ts-expect-error A script without types.
import { FLEETS, fleetOf, short, tablesOf, withTables } from './scale-tables.mjs';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/scale.md', root), 'utf8');

/** Round figures, so that the results can be computed without a machine. */
const ROUND = {
  ...CONSTANTS,
  messageServerUs: 20,
  messageDatabaseUs: 10,
  registerServerUs: 70,
  registerDatabaseUs: 40,
  relayServerUs: 400,
  relayDatabaseUs: 200,
  ledgerPerS: 1_000,
  pageServerMs: 60,
  pageDatabaseMs: 120,
  thinPerS: 40_000,
  hourPerS: 17_000,
  connections: 10_000,
  connectionKib: 32,
  processMib: 256,
  messageBytes: 380,
  rawAllBytes: 200,
  rawFewBytes: 100,
  thinnedAllBytes: 400,
  thinnedFewBytes: 200,
  hourAllBytes: 500,
  hourFewBytes: 200,
  registerBytes: 200,
  registerThinnedBytes: 100,
  quarterBytes: 3_000,
  checkpointBytes: 4_000,
  ledgerMbYear: 1,
};

const fleet = { ...DEFAULTS, devices: 60_000, interval: 60, registers: 600, pages: 60 };

describe('docs/scale.md', () => {
  it('has the tables that follow from the figures (npm run docs:scale)', () => {
    expect(withTables(page)).toBe(page);
  });

  it('uses only figures that its source still contains', () => {
    const stale = FIGURES.filter(
      ({ file, text }: { file: string; text: string }) =>
        !readFileSync(new URL(file, root), 'utf8').includes(text),
    );
    expect(stale).toEqual([]);
  });

  it('quotes each figure as its source has it', () => {
    const digits = (text: string) => text.replaceAll(',', '');
    const wrong = FIGURES.filter(
      ({ text, value }: { text: string; value: number }) => !digits(text).includes(String(value)),
    );
    expect(wrong).toEqual([]);
  });

  it('names a measurement that exists for each figure', () => {
    const program = readFileSync(new URL('bench/src/main.ts', root), 'utf8');
    const names: string[] = FIGURES.map(
      ({ command }: { command: string }) => command.split(' ')[4],
    );
    expect(names.filter((name) => !program.includes(`  ${name}: async`))).toEqual([]);
  });

  it('has the length of a message that the load generator sends', () => {
    expect(CONSTANTS.messageBytes).toBe(payloads(1)[0]!.length);
  });

  it('documents every option with its default', () => {
    const options = page.slice(0, page.indexOf('### Formulas'));
    const missing = Object.keys(DEFAULTS)
      .map((name) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
      .filter((option) => !options.includes(`\`${option}\``));
    expect(missing).toEqual([]);
  });
});

describe('needs of a fleet', () => {
  it('divides devices by their intervals', () => {
    const { messages, registers } = needsOf(fleet, ROUND);
    expect([messages, registers]).toEqual([1_000, 100]);
  });

  it('has no more registers than messages', () => {
    const { messages, registers } = needsOf({ ...fleet, interval: 3_600 }, ROUND);
    expect(registers).toBe(messages);
  });

  it('adds the ledger only for messages with registers, and the pages', () => {
    const { cores } = needsOf(fleet, ROUND);
    // 1,000 messages of 20 us, 100 registers of 50 us, a page a second of 60 ms.
    expect(cores.server).toBeCloseTo(0.02 + 0.005 + 0.06, 12);
    expect(cores.database).toBeCloseTo(0.01 + 0.003 + 0.12, 12);
  });

  it.each([
    [10_000, 60, 1, 0],
    // One connection more: two with connections, one for pages, one for background work.
    [10_001, 60, 4, 10_001 / 60],
    [60_000, 60, 8, 1_000],
    // 50,000 messages a second need two processes at half a core each.
    [10_000, 0.2, 4, 50_000],
  ])('%d devices every %d s need %d processes', (devices, interval, total, relayed) => {
    const { processes, cores } = needsOf({ ...fleet, devices, interval }, ROUND);
    expect(processes.total).toBe(total);
    // 0.4 ms of the process for pages, 0.2 of the database.
    expect(cores.relay).toBeCloseTo(relayed * 600e-6, 9);
  });

  it('reads again only the readings of customers with an open page, in each process for pages', () => {
    const { processes, cores } = needsOf({ ...fleet, pages: 1_500, watched: 0.1 }, ROUND);
    // 25 pages a second of 60 ms in processes at half a core each.
    expect(processes.pages).toBe(3);
    expect(cores.relay).toBeCloseTo(0.1 * 1_000 * 3 * 600e-6, 9);
  });

  it('adds the days of each kind of data', () => {
    const { disk } = needsOf(fleet, ROUND);
    expect(disk.bytes).toEqual({
      raw: 400 * 1_440 * 200,
      registers: 762 * 144 * 200,
      thinned: 3_260 * 96 * 400,
      thinnedRegisters: 2_898 * 96 * 100,
      hours: 3_660 * 24 * 500,
      ledger: 10e6 + 90 * 3_000 + 762 * 4_000,
    });
    expect(disk.rawGbDay).toBeCloseTo(60_000 * 1_440 * 200e-9, 9);
    expect(disk.totalTb * 1e12).toBeCloseTo(disk.ofDevice * 60_000, 0);
  });

  it('has at most a thinned row for each reading', () => {
    const { disk } = needsOf({ ...fleet, interval: 3_600 }, ROUND);
    expect(disk.bytes.thinned).toBe(3_260 * 24 * 400);
    expect(disk.bytes.thinnedRegisters).toBe(2_898 * 24 * 100);
  });

  it('keeps nothing thinned if raw data is retained for longer', () => {
    const { disk } = needsOf({ ...fleet, rawDays: 5_000, registerDays: 5_000 }, ROUND);
    expect([disk.bytes.thinned, disk.bytes.thinnedRegisters]).toEqual([0, 0]);
    expect(disk.bytes.hours).toBe(5_000 * 24 * 500);
  });

  it('puts a row on the line between the two measured devices', () => {
    const measured = { fewBytes: 100, fewValues: 5, allBytes: 210, allValues: 27 };
    expect([5, 16, 27].map((values) => rowBytes(values, measured))).toEqual([100, 155, 210]);
  });

  it('adds memory by process and by connection, and two pages for each device', () => {
    const { memory } = needsOf({ ...fleet, devices: 8_192, interval: 8_192 }, ROUND);
    expect(memory).toEqual({ serverGib: 0.25 + 0.25, hotPagesGib: 0.125 });
  });

  it('takes the larger number of nodes, by cores or by disk', () => {
    const byDisk = needsOf({ ...fleet, nodeTb: 1 }, ROUND);
    expect(byDisk.databaseNodes).toBe(Math.ceil(byDisk.disk.totalTb));
    const byCores = needsOf({ ...fleet, pages: 6_000, nodeCores: 4, nodeTb: 1e6 }, ROUND);
    // 100 pages a second of 120 ms: 12 cores and 0.013 for readings; two of four count.
    expect(byCores.databaseNodes).toBe(7);
  });

  it('counts the headers of a message in the network', () => {
    expect(needsOf(fleet, ROUND).mbitPerS).toBe(4);
  });

  it('multiplies the prices', () => {
    const free = needsOf(fleet, ROUND).cost;
    expect(free.amount).toBe(0);
    // 0.218 busy cores in one core at half load; 0.6 cores to read readings again in two.
    expect([free.coreHours, free.relayHours]).toEqual([730, 2 * 730]);
    const { amount } = needsOf(
      { ...fleet, priceCoreHour: 2, priceGibHour: 3, priceTbMonth: 5 },
      ROUND,
    ).cost;
    expect(amount).toBeCloseTo(
      2 * (free.coreHours + free.relayHours) + 3 * free.gibHours + 5 * free.tb,
      6,
    );
  });

  it('reports a part that exists once and is exceeded', () => {
    const limits = (devices: number) =>
      needsOf({ ...fleet, devices }, ROUND).limits.map(({ isMet }: { isMet: boolean }) => isMet);
    expect(limits(10_000)).toEqual([true, true, true, true]);
    // A process can read 1,250 messages a second again in half of its time.
    expect(limits(75_000)).toEqual([true, true, true, true]);
    expect(limits(75_060)).toEqual([true, false, true, true]);
    expect(limits(600_600)).toEqual([false, false, false, false]);
  });

  it.each([
    [100, 7],
    [16, 1],
    [15, 0],
  ])('max_connections %d is enough for %d processes', (max, processes) => {
    expect(processesWithoutPooler(max)).toBe(processes);
  });
});

describe('the command line', () => {
  it('replaces the numbers that it names', () => {
    expect(fleetOf(['--devices', '50', '--raw-days', '31'])).toEqual({
      ...DEFAULTS,
      devices: 50,
      rawDays: 31,
      pages: 0.05,
    });
  });

  it.each(['0', '-1', 'many', ''])('refuses “%s” devices', (text) => {
    expect(() => fleetOf([`--devices=${text}`])).toThrow('--devices must be a number above 0');
  });

  it('accepts no pages and no price', () => {
    const { pages, priceCoreHour } = fleetOf(['--pages=0', '--price-core-hour=0']);
    expect([pages, priceCoreHour]).toEqual([0, 0]);
  });

  it('has a row for each fleet of the page', () => {
    const { load } = tablesOf(FLEETS);
    expect(load.split('\n')).toHaveLength(2 + FLEETS.length);
    expect(VALUES.allValues).toBe(27);
  });

  it.each([
    [0, '0'],
    [0.01234, '0.0123'],
    [1.5, '1.5'],
    [16_666.7, '16,700'],
    [999.6, '1,000'],
  ])('prints %d as %s', (value, text) => {
    expect(short(value)).toBe(text);
  });
});
