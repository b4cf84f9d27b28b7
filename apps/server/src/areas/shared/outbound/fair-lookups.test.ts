import { expect, it } from 'vitest';
import type { ResolvedAddress } from './checked-exchange.ts';
import { FairLookups } from './fair-lookups.ts';

const ADDRESS: ResolvedAddress = { address: '192.0.2.1', family: 4 };

/** Name servers that answer when the test says so. */
function slowNames() {
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const lookups = new FairLookups((name) => {
    started.push(name);
    return new Promise((done, fail) => {
      ends.set(name, (error) => (error === undefined ? done([ADDRESS]) : fail(error)));
    });
  }, 2);
  return { started, lookups, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

it('looks up one name of a customer at a time, so others are not delayed', async () => {
  const { started, lookups, end } = slowNames();
  const hostile = lookups.ofCustomer(1);
  const all = ['a', 'b', 'c', 'd'].map((name) => hostile(`${name}.hostile.example`));
  const other = lookups.ofCustomer(2)('login.example');
  expect(started).toEqual(['a.hostile.example', 'login.example']);
  end('login.example');
  expect(await other).toEqual([ADDRESS]);
  expect(started).toHaveLength(2);
  for (const name of ['a', 'b', 'c', 'd']) {
    end(`${name}.hostile.example`);
    await new Promise((done) => setImmediate(done));
  }
  expect(await Promise.all(all)).toHaveLength(4);
});

it('looks up a name once at a time, so customers with the same slow name do not delay others', async () => {
  const { started, lookups, end } = slowNames();
  const all = [1, 2, 3].map((id) => lookups.ofCustomer(id)('slow.example'));
  void lookups.ofCustomer(4)('login.example');
  expect(started).toEqual(['slow.example', 'login.example']);
  end('slow.example', new Error('ENOTFOUND'));
  await expect(all[0]).rejects.toThrow('ENOTFOUND');
  expect(started).toEqual(['slow.example', 'login.example', 'slow.example']);
  end('slow.example');
  expect(await all[1]).toEqual([ADDRESS]);
});

it('runs no more lookups at once than allowed, for all customers', () => {
  const { started, lookups } = slowNames();
  for (const id of [1, 2, 3]) void lookups.ofCustomer(id)(`${id}.example`);
  expect(started).toEqual(['1.example', '2.example']);
});

it('removes aborted lookups that wait and never starts them', async () => {
  const { started, lookups, end } = slowNames();
  const resolve = lookups.ofCustomer(1);
  const first = resolve('a.example');
  const caller = new AbortController();
  const waits = resolve('b.example', caller.signal);
  expect(lookups.waiting).toBe(1);
  caller.abort(new Error('over'));
  await expect(waits).rejects.toThrow('over');
  await expect(resolve('c.example', caller.signal)).rejects.toThrow('over');
  expect(lookups.waiting).toBe(0);
  end('a.example');
  await first;
  expect(started).toEqual(['a.example']);
});
