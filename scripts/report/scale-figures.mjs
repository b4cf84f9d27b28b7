// The measured figures of docs/scale.md, each with the text of the document that records it. A test
// looks for that text, so a figure that is measured again has to be entered here too.

const PERFORMANCE = 'docs/performance.md';
const OPERATIONS = 'docs/operations.md';

const figure = (key, value, unit, what, command, file, text) => ({
  key,
  value,
  unit,
  what,
  command: `npm run bench -- ${command}`,
  file,
  text,
});

const storage = (key, value, what, text) =>
  figure(key, value, 'bytes', what, 'storage', OPERATIONS, text);

export const FIGURES = [
  figure(
    'relayServerUs',
    114,
    'us',
    'a reading of another process, with an open page of the customer, server',
    'processes',
    PERFORMANCE,
    '| a second process with an open page | 376 | 114 | 214 |',
  ),
  figure(
    'relayDatabaseUs',
    30,
    'us',
    'the same, database (the difference from one process)',
    'processes',
    PERFORMANCE,
    'the page costs the database 30 us',
  ),
  figure(
    'connections',
    10_000,
    'connections',
    'the largest number measured in a process',
    'energy',
    PERFORMANCE,
    '| PostgreSQL | 10,000 | 10,000 for 20 s |',
  ),
  figure(
    'messageServerUs',
    17.4,
    'us',
    'a reading, server, no ledger in the process',
    'ingest',
    PERFORMANCE,
    'with 17.4 / 17.7 us',
  ),
  figure(
    'messageDatabaseUs',
    17.7,
    'us',
    'a reading, database, no ledger',
    'ingest',
    PERFORMANCE,
    'with 17.4 / 17.7 us',
  ),
  figure(
    'registerServerUs',
    71,
    'us',
    'a reading with a register, server, with the ledger',
    'energy',
    PERFORMANCE,
    'Processor time per reading: server 71, database 66',
  ),
  figure(
    'registerDatabaseUs',
    66,
    'us',
    'a reading with a register, database, with the ledger',
    'energy',
    PERFORMANCE,
    'Processor time per reading: server 71, database 66',
  ),
  figure(
    'ledgerPerS',
    9_509,
    'registers/s',
    'the ledger, in one process with the ingest, on two cores with the load generator',
    'energy',
    PERFORMANCE,
    '9,509/s folded',
  ),
  figure(
    'pageServerMs',
    62.9,
    'ms',
    'the six calls of the dashboard of 10,000 devices, server',
    'energy',
    PERFORMANCE,
    '| 127.0 / **187.6** | 87.5 / 93.3 | 1.5 | 62.9 |',
  ),
  figure(
    'pageDatabaseMs',
    87.5,
    'ms',
    'the same in the database, elapsed time of one session',
    'energy',
    PERFORMANCE,
    '| 127.0 / **187.6** | 87.5 / 93.3 | 1.5 | 62.9 |',
  ),
  figure(
    'thinPerS',
    129_000,
    'readings/s',
    'thinning',
    'storage',
    OPERATIONS,
    'Readings were thinned at 129,000 a second',
  ),
  figure(
    'hourPerS',
    364_000,
    'readings/s',
    'hours of measurements',
    'history',
    PERFORMANCE,
    'Hours are computed from 364,000 readings a second.',
  ),
  figure(
    'sealsPerS',
    48_000,
    'entries/s',
    'seals of the audit trail',
    'audit',
    PERFORMANCE,
    '| 20.8 | 48,000 |',
  ),
  figure(
    'processMib',
    273,
    'MiB',
    'a server process at full ingest, 200 connections',
    'ingest',
    PERFORMANCE,
    '273 MiB after ingest at full load',
  ),
  storage('rawAllBytes', 207, 'a measurement, 27 values', '| 525,960     | 207 '),
  storage('rawFewBytes', 145, 'a measurement, 5 values', '| 35,064      | 145 '),
  storage('thinnedAllBytes', 457, 'a thinned quarter hour, 27 values', '| 35,064      | 457 '),
  storage('thinnedFewBytes', 158, 'a thinned quarter hour, 5 values', '| 35,064      | 158 '),
  storage('hourAllBytes', 543, 'an hour, 27 values', '| 8,766       | 543 '),
  storage('hourFewBytes', 174, 'an hour, 5 values', '| 8,766       | 174 '),
  storage(
    'registerBytes',
    218,
    'a register row, ten registers',
    '| registers as they came          | 35,064      | 218 ',
  ),
  storage(
    'registerThinnedBytes',
    226,
    'a thinned register row, ten registers',
    '| registers thinned               | 35,064      | 226 ',
  ),
  storage('quarterBytes', 3_277, 'quarter hours of a day in the ledger', '| 365         | 3277 '),
  storage(
    'checkpointBytes',
    3_686,
    'a checkpoint of the ledger, one a day',
    '| 365         | 3686 ',
  ),
  figure(
    'ledgerMbYear',
    1.05,
    'MB',
    'days and months of the ledger, a device and year',
    'storage',
    OPERATIONS,
    '| 804         | 1303        | 1.05 ',
  ),
];

/** Values that follow from the program, not from a measurement. */
export const CONSTANTS = {
  /** Length of a message of 27 values and a register (`bench/src/load/load-payloads.ts`). */
  messageBytes: 405,
  /** The goal for a connection, not a measurement: `npm run bench -- processes` measures it. */
  connectionKib: 40,
  /** Values of the two devices that `bench -- storage` measures. */
  allValues: 27,
  fewValues: 5,
  /** Retention of the quarter hours of devices in the ledger. */
  quarterDays: 90,
  /** Thinning runs for 5 s and pauses for 15 s, hours for 2 s and 15 s (`jobs/jobs.ts`). */
  thinShare: 5 / 20,
  hourShare: 2 / 17,
};

export const VALUES = {
  ...CONSTANTS,
  ...Object.fromEntries(FIGURES.map(({ key, value }) => [key, value])),
};
