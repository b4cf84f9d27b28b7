import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { embeddedDatabase } from '../../src/storage/open-database.ts';
import { startPglite } from '../../src/storage/pglite-thread.ts';
import { StartError } from '../../src/storage/start-error.ts';
import { presentEngines } from '../support/databases.ts';
import { testLog } from '../support/test-log.ts';

afterEach(() => vi.restoreAllMocks());

describe.skipIf(!presentEngines().includes('pglite'))('the thread of the embedded database', () => {
  it('that breaks fails every query that waits and every later one, and can still be closed', async () => {
    const errors = vi.spyOn(testLog, 'error').mockReturnValue();
    const snapshot = new Uint8Array(readFileSync(inject('pgliteSnapshot')));
    const thread = await startPglite({ snapshot }, testLog);
    const closed = vi.fn(() => Promise.resolve());
    const database = embeddedDatabase(thread, testLog, closed);
    // A query that promises more bytes than come: the engine gives up on it without an answer.
    const broken = thread.send(new Uint8Array([0x51, 0, 0, 1, 0, 0x73]));
    await expect(broken).rejects.toThrow('the embedded database broke');
    await expect(database.db.selectFrom('zone').selectAll().execute()).rejects.toThrow();
    await expect(database.ping()).rejects.toThrow();
    expect(errors).toHaveBeenCalledWith(expect.anything(), 'the embedded database broke');
    await database.close();
    expect(closed).toHaveBeenCalledOnce();
  });

  it('that cannot open what it was given says so in one sentence', async () => {
    vi.spyOn(testLog, 'error').mockReturnValue();
    const snapshot = new TextEncoder().encode('this is no database');
    await expect(startPglite({ snapshot }, testLog)).rejects.toThrow(StartError);
  });
});
