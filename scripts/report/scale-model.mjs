// What a fleet needs, computed from measured figures (docs/scale.md). Pure: no I/O, no clock.

const DAY_S = 86_400;
const QUARTERS_A_DAY = 96;
const HOURS_A_DAY = 24;
const YEAR_DAYS = 365.25;
const HOURS_A_MONTH = 730;
/** Two TCP segments over IPv4 (40 each), MQTT header with topic and packet id (36), PUBACK (4). */
const HEADER_BYTES = 120;
/** A page of PostgreSQL. */
const PAGE_KIB = 8;
/** Connections of a process to the database: its pool and LISTEN. */
const CONNECTIONS_OF_PROCESS = 13;

/** The numbers of a fleet; docs/scale.md explains them. */
export const DEFAULTS = {
  devices: 1_000_000,
  interval: 60,
  registers: 900,
  values: 27,
  rawDays: 400,
  registerDays: 762,
  quarterDays: 3_660,
  ledgerYears: 10,
  pages: 1_000,
  watched: 1,
  load: 0.5,
  nodeCores: 32,
  nodeTb: 15,
  copies: 2,
  priceCoreHour: 0,
  priceGibHour: 0,
  priceTbMonth: 0,
};

/** Returns what the fleet needs; `figures` are the measured values by their keys. */
export function needsOf(fleet, figures) {
  const rates = ratesOf(fleet);
  const processes = processesOf(fleet, rates, figures);
  const disk = diskOf(fleet, figures);
  const cores = coresOf(fleet, rates, processes, figures);
  const memory = memoryOf(fleet, processes, figures);
  const databaseNodes = Math.max(
    1,
    Math.ceil(cores.database / (fleet.nodeCores * fleet.load)),
    Math.ceil(disk.totalTb / fleet.nodeTb),
  );
  return {
    ...rates,
    processes,
    cores,
    memory,
    disk,
    databaseNodes,
    mbitPerS: (rates.messages * (figures.messageBytes + HEADER_BYTES) * 8) / 1e6,
    cost: costOf(fleet, cores, memory, disk),
    limits: limitsOf(fleet, rates, processes, figures),
  };
}

/** Messages and register readings a second. A register cannot arrive more often than a message. */
function ratesOf({ devices, interval, registers }) {
  return { messages: devices / interval, registers: devices / Math.max(interval, registers) };
}

function processesOf({ devices, pages, load }, { messages }, figures) {
  const gateways = Math.max(
    1,
    Math.ceil(devices / figures.connections),
    Math.ceil((messages * figures.messageServerUs) / 1e6 / load),
  );
  // A single process does everything; beyond that, pages and background work have their own.
  if (gateways === 1) return { gateways, pages: 0, workers: 0, total: 1 };
  const forPages = Math.max(1, Math.ceil(pageCores(pages, figures.pageServerMs) / load));
  return { gateways, pages: forPages, workers: 1, total: gateways + forPages + 1 };
}

const pageCores = (pagesPerMinute, ms) => ((pagesPerMinute / 60) * ms) / 1000;

/** Busy cores, without reserve. */
function coresOf({ pages, watched }, { messages, registers }, processes, figures) {
  const ledger = (part) => figures[`register${part}Us`] - figures[`message${part}Us`];
  const busy = (part) =>
    (messages * figures[`message${part}Us`] + registers * ledger(part)) / 1e6 +
    pageCores(pages, figures[`page${part}Ms`]);
  // Each process with an open page of the customer reads it from the database.
  const relayed = messages * watched * processes.pages;
  return {
    server: busy('Server'),
    database: busy('Database'),
    relay: (relayed * (figures.relayServerUs + figures.relayDatabaseUs)) / 1e6,
  };
}

function memoryOf({ devices }, { total }, figures) {
  return {
    serverGib: (total * figures.processMib) / 1024 + (devices * figures.connectionKib) / 1024 ** 2,
    // Each device writes at the end of its part of the two primary keys: a page of each stays hot.
    hotPagesGib: (devices * 2 * PAGE_KIB) / 1024 ** 2,
  };
}

/** Bytes of a row with `values` of 27 values, on the line between the two measured devices. */
export function rowBytes(values, { fewBytes, fewValues, allBytes, allValues }) {
  return fewBytes + ((allBytes - fewBytes) * (values - fewValues)) / (allValues - fewValues);
}

/** Bytes of a device in each kind of data after the longest retention, and terabytes in all. */
function diskOf(fleet, figures) {
  const { devices, interval, registers, values, rawDays, registerDays, quarterDays } = fleet;
  const measured = (kind) =>
    rowBytes(values, {
      fewBytes: figures[`${kind}FewBytes`],
      allBytes: figures[`${kind}AllBytes`],
      fewValues: figures.fewValues,
      allValues: figures.allValues,
    });
  const perDay = DAY_S / interval;
  const registersPerDay = DAY_S / Math.max(interval, registers);
  const thinned = (count) => Math.min(QUARTERS_A_DAY, count);
  const bytes = {
    raw: rawDays * perDay * measured('raw'),
    registers: registerDays * registersPerDay * figures.registerBytes,
    thinned: Math.max(0, quarterDays - rawDays) * thinned(perDay) * measured('thinned'),
    thinnedRegisters:
      Math.max(0, quarterDays - registerDays) *
      thinned(registersPerDay) *
      figures.registerThinnedBytes,
    hours: Math.max(quarterDays, rawDays) * Math.min(HOURS_A_DAY, perDay) * measured('hour'),
    ledger:
      fleet.ledgerYears * figures.ledgerMbYear * 1e6 +
      figures.quarterDays * figures.quarterBytes +
      registerDays * figures.checkpointBytes,
  };
  const ofDevice = Object.values(bytes).reduce((sum, part) => sum + part, 0);
  return {
    bytes,
    ofDevice,
    totalTb: (ofDevice * devices) / 1e12,
    rawGbDay: (devices * perDay * measured('raw')) / 1e9,
    monthTb: (devices * perDay * measured('raw') * (YEAR_DAYS / 12)) / 1e12,
  };
}

/** Machine hours a month; the amount is 0 until prices are given. */
function costOf(fleet, cores, memory, disk) {
  const hours = (busy) => Math.ceil(busy / fleet.load) * HOURS_A_MONTH;
  const coreHours = hours(cores.server + cores.database);
  const relayHours = hours(cores.relay);
  const gibHours = (memory.serverGib + memory.hotPagesGib) * fleet.copies * HOURS_A_MONTH;
  const tb = disk.totalTb * fleet.copies;
  const amount =
    (coreHours + relayHours) * fleet.priceCoreHour +
    gibHours * fleet.priceGibHour +
    tb * fleet.priceTbMonth;
  return { coreHours, relayHours, gibHours, tb, amount };
}

/** Parts that exist once on the platform: what each can do a second, and what the fleet sends. */
function limitsOf({ load, watched }, { messages, registers }, { total }, figures) {
  const part = (name, perS, needed) => ({ name, perS, needed, isMet: needed <= perS });
  return [
    part('ledger', figures.ledgerPerS, registers),
    part(
      'readings read again, in each process with pages',
      (load * 1e6) / figures.relayServerUs,
      total === 1 ? 0 : messages * watched,
    ),
    part('thinning', figures.thinPerS * figures.thinShare, messages + registers),
    part('hours, one worker', figures.hourPerS * figures.hourShare, messages),
  ];
}

/** The most processes without a pooler, with the connections that PostgreSQL accepts. */
export function processesWithoutPooler(maxConnections, reserved = 3) {
  return Math.floor((maxConnections - reserved) / CONNECTIONS_OF_PROCESS);
}
