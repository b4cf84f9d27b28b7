/**
 * Files built to block the server: a thread reads them within limits, and other requests are
 * answered.
 */
import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  createImportReader,
  IMPORT_LIMITS,
} from '../../src/areas/onboarding/import-files/import-reader.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer } from '../support/factories/customer.ts';
import { freshCode } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';
import { HEAD, inside, workbook } from './import-files.ts';

const MIB = 1024 * 1024;
const CALL = '/api/v2/device-import';
const TOO_LARGE = /^import-too-large$/;

const repeated = (text: string, bytes: number) => text.repeat(Math.trunc(bytes / text.length));
const sheet = (rows: string) =>
  workbook([[HEAD]], {
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  });

/** Each file reaches or exceeds the limit for the unpacked size of a workbook. */
const FILES: readonly (readonly [string, () => string | Uint8Array])[] = [
  [
    'a cell of two million entities',
    () => sheet(`<row><c t="str"><v>${repeated('&#65;', 9 * MIB)}</v></c></row>`),
  ],
  [
    'a row of half a million cells',
    () => sheet(`<row>${repeated('<c r="A1"><v>1</v></c>', 9 * MIB)}</row>`),
  ],
  [
    'half a million shared texts',
    () =>
      workbook([[HEAD]], {
        'xl/sharedStrings.xml': strToU8(`<sst>${repeated('<si><t>a</t></si>', 9 * MIB)}</sst>`),
      }),
  ],
  ['nothing but empty tags', () => sheet(repeated('<a/>', 9 * MIB))],
  ['nothing but quotes', () => repeated('"', 3 * MIB)],
];

/** Files of the same kinds just below that limit, so that the size check does not reject them. */
const FITTING: typeof FILES = [
  [
    'a cell of entities',
    () => sheet(`<row><c t="str"><v>${repeated('&#65;', 7 * MIB)}</v></c></row>`),
  ],
  ['a row of cells', () => sheet(`<row>${repeated('<c r="A1"><v>1</v></c>', 7 * MIB)}</row>`)],
  ['empty tags', () => sheet(repeated('<a/>', 7 * MIB))],
];

describeWithDatabase('importing hostile files', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customer = fixture(() => buildCustomer(server.parts.context));
  const operator = fixture(() => buildClient(server, customer));

  const refusalOf = async (file: string | Uint8Array) => {
    const { body } = await operator.post(CALL, { content: inside(file) });
    return body.reason as string;
  };

  it.each(FILES)('refuses %s', async (_, file) => {
    const content = file();
    // Text is limited only by the size of the file: its quotes are parsed unless that takes too
    // long.
    const wanted = typeof content === 'string' ? /^import-(too-large|columns-missing)$/ : TOO_LARGE;
    expect(await refusalOf(content)).toMatch(wanted);
  });

  it('refuses a row with too many cells at one position as too many columns', async () => {
    const [, file] = FITTING[1]!;
    expect(await refusalOf(file())).toBe('import-too-many-columns');
  });

  it('reads six files at once while other requests are answered', async () => {
    const content = inside(FITTING[2]![1]());
    let waiting = 6;
    const answers = Array.from({ length: 6 }, () =>
      server.app
        .inject({
          method: 'POST',
          url: CALL,
          headers: { authorization: operator.token, 'content-type': 'application/json' },
          payload: JSON.stringify({ content }),
        })
        .finally(() => {
          waiting -= 1;
        }),
    );
    let served = 0;
    while (waiting > 0) {
      expect((await server.app.inject('/health/live')).statusCode).toBe(200);
      served += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const replies = await Promise.all(answers);
    const busy = replies.filter(({ statusCode }) => statusCode === 429);
    expect(busy).toHaveLength(6 - IMPORT_LIMITS.perCustomer);
    const read = replies.filter(({ statusCode }) => statusCode === 200);
    expect(read).toHaveLength(IMPORT_LIMITS.perCustomer);
    for (const reply of busy) {
      expect(reply.json()).toMatchObject({ reason: 'import-busy' });
      expect(reply.headers['retry-after']).toBe('5');
    }
    // Starting the thread and reading the files takes longer than ten responses, even on a fast
    // machine.
    expect(served).toBeGreaterThan(10);
  });

  it('imports 5,000 devices while health requests are answered', async () => {
    const lines = Array.from({ length: 5_000 }, () => `${freshCode('MANY')},Pump,MT61`);
    const content = inside(`${HEAD.join(',')}\n${lines.join('\n')}\n`);
    /**
     * Counts the health responses between a request and its response; each takes one iteration of
     * the event loop.
     */
    const during = async (path: string, body: object) => {
      let isOver = false;
      const answer = operator.post(`${CALL}${path}`, body).finally(() => {
        isOver = true;
      });
      let answers = 0;
      while (!isOver) {
        expect((await server.app.inject('/health/live')).statusCode).toBe(200);
        answers += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
      return { answers, body: (await answer).body };
    };
    const preview = await during('', { content });
    const accepted = await during('/accept', { import_id: preview.body.data.import_id });
    expect(accepted.body.data.registered).toBe(5_000);
    // About 200 responses are usual for each; a preview that reads the file on the main thread
    // allows 43.
    expect(preview.answers).toBeGreaterThan(60);
    expect(accepted.answers).toBeGreaterThan(60);
  });
});

describe('the import file reader', () => {
  it('aborts a file that takes too much processor time or too long, and reads the next', async () => {
    const slow = inside(FITTING[2]![1]());
    const good = inside(`${HEAD.join(',')}\n${freshCode('FILE')},Pump,MT61\n`);
    for (const limit of [{ processorMs: 0 }, { elapsedMs: 0 }]) {
      const reader = createImportReader({ ...IMPORT_LIMITS, ...limit });
      expect(await reader.read(slow, 1)).toMatchObject({ refusal: 'import-too-large' });
    }
    expect(await createImportReader().read(good, 1)).toMatchObject({ ok: true });
  });

  it('aborts a file that needs too much memory', async () => {
    const reader = createImportReader({ ...IMPORT_LIMITS, memoryMiB: 8 });
    const [, file] = FITTING[0]!;
    expect(await reader.read(inside(file()), 1)).toMatchObject({ refusal: 'import-too-large' });
  });

  it('queues files of other customers, and refuses a file when the queue is full', async () => {
    const reader = createImportReader();
    const good = inside(`${HEAD.join(',')}\n${freshCode('FILE')},Pump,MT61\n`);
    const customers = [1, 1, 1, 2, 3, 4, 5];
    const outcomes = await Promise.all(customers.map((one) => reader.read(good, one)));
    expect(outcomes.map((one) => (one.ok ? 'read' : one.refusal))).toEqual([
      'read',
      'read',
      'import-busy',
      'read',
      'read',
      'read',
      'import-busy',
    ]);
  });
});
