// Writes the computed tables of docs/scale.md (`npm run docs:scale`), or prints them for other
// numbers (`npm run scale -- --devices 50000 --interval 300`).
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FIGURES, VALUES } from './scale-figures.mjs';
import { DEFAULTS, needsOf, processesWithoutPooler } from './scale-model.mjs';

const DOCUMENT = fileURLToPath(new URL('../../docs/scale.md', import.meta.url));

/** Dashboards opened in a minute, unless the number is given. */
const pagesOf = (devices) => devices / 1_000;

/** The fleets of the page: devices and seconds between two reports. */
export const FLEETS = [
  [1_000, 60],
  [10_000, 60],
  [100_000, 60],
  [100_000, 900],
  [1_000_000, 900],
  [1_000_000, 60],
  [1_000_000, 60, 60],
].map(([devices, interval, registers = DEFAULTS.registers]) => ({
  ...DEFAULTS,
  devices,
  interval,
  registers,
  pages: pagesOf(devices),
}));

/** Three significant digits. */
export function short(value) {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: digits });
}

const table = (heads, rows) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const nameOf = ({ devices, interval, registers }) =>
  `${short(devices)} every ${short(interval)} s${
    interval < registers ? '' : ', each with registers'
  }`;

export function tablesOf(fleets) {
  const needs = fleets.map((fleet) => [nameOf(fleet), needsOf(fleet, VALUES)]);
  const rows = (cellsOf) => needs.map(([name, need]) => [name, ...cellsOf(need)]);
  return {
    load: table(
      [
        'devices',
        'messages/s',
        'registers/s',
        'network, Mbit/s',
        'busy cores: server',
        'database',
        'processes',
        'further busy cores to read readings again',
      ],
      rows(({ messages, registers, mbitPerS, cores, processes }) =>
        [
          messages,
          registers,
          mbitPerS,
          cores.server,
          cores.database,
          processes.total,
          cores.relay,
        ].map(short),
      ),
    ),
    disk: table(
      ['devices', 'raw data, GB a day', 'one month of raw data, TB', 'a device, MB', 'all, TB'],
      rows(({ disk }) =>
        [disk.rawGbDay, disk.monthTb, disk.ofDevice / 1e6, disk.totalTb].map(short),
      ),
    ),
    kinds: table(
      ['devices', 'raw', 'registers', 'thinned', 'thinned registers', 'hours', 'ledger'],
      rows(({ disk: { bytes } }) =>
        [
          bytes.raw,
          bytes.registers,
          bytes.thinned,
          bytes.thinnedRegisters,
          bytes.hours,
          bytes.ledger,
        ].map((part) => short(part / 1e6)),
      ),
    ),
    machines: table(
      [
        'devices',
        'memory of the server processes, GiB',
        'hot pages of the database, GiB',
        'database nodes',
        'core hours a month',
        'further core hours to read readings again',
        'GiB hours a month',
        'TB with copies',
      ],
      rows(({ memory, databaseNodes, cost }) =>
        [
          memory.serverGib,
          memory.hotPagesGib,
          databaseNodes,
          cost.coreHours,
          cost.relayHours,
          cost.gibHours,
          cost.tb,
        ].map(short),
      ),
    ),
    limits: table(
      ['devices', ...needs[0][1].limits.map(({ name, perS }) => `${name}: ${short(perS)}/s`)],
      rows(({ limits }) =>
        limits.map(({ needed, isMet }) =>
          isMet ? short(needed) : `**${short(needed)}: not met**`,
        ),
      ),
    ),
    figures: table(
      ['figure', 'value', 'command', 'recorded in'],
      FIGURES.map(({ what, value, unit, command, file }) => [
        what,
        `${value.toLocaleString('en')} ${unit}`,
        `\`${command}\``,
        `[${file.replace('docs/', '')}](${file.replace('docs/', '')})`,
      ]),
    ),
    connections: table(
      ['`max_connections`', 'processes without a pooler'],
      [100, 200, 500].map((max) => [short(max), short(processesWithoutPooler(max))]),
    ),
  };
}

/** Returns the document with its tables, each between two marks. */
export function withTables(text) {
  return Object.entries(tablesOf(FLEETS)).reduce((page, [name, rows]) => {
    const marks = new RegExp(`(<!-- table: ${name} -->\n)[^]*?(<!-- end -->)`);
    if (!marks.test(page)) throw new Error(`docs/scale.md has no table ${name}`);
    return page.replace(marks, (_, begin, end) => `${begin}\n${rows}\n\n${end}`);
  }, text);
}

/** Returns the fleet of the command line: every number of DEFAULTS is an option. */
export function fleetOf(args) {
  const options = Object.fromEntries(
    Object.keys(DEFAULTS).map((name) => [dashed(name), { type: 'string' }]),
  );
  const { values } = parseArgs({ args, options });
  const fleet = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS)) {
    const text = values[dashed(name)];
    if (text === undefined) continue;
    const value = Number(text);
    const mayBeZero = DEFAULTS[name] === 0 || name === 'pages';
    if (text.trim() === '' || !Number.isFinite(value) || value < 0 || (value === 0 && !mayBeZero)) {
      throw new Error(`--${dashed(name)} must be a number above 0, not “${text}”`);
    }
    fleet[name] = value;
  }
  if (values.pages === undefined) fleet.pages = pagesOf(fleet.devices);
  return fleet;
}

const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function print(fleet) {
  const { figures, connections, ...tables } = tablesOf([fleet]);
  for (const rows of Object.values(tables)) console.log(`${rows}\n`);
  const { amount } = needsOf(fleet, VALUES).cost;
  if (amount > 0) console.log(`Cost a month at these prices: ${short(amount)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  if (args.includes('--write')) writeFileSync(DOCUMENT, withTables(readFileSync(DOCUMENT, 'utf8')));
  else print(fleetOf(args));
}
