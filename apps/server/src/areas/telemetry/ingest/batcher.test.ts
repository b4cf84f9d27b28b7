import { describe, expect, it, vi } from 'vitest';
import { Batcher, type BatchStore, FULL_ROWS, ROOM_ROWS } from './batcher.ts';
import type { FailureKind } from './failure-kind.ts';
import type { ReadingRow, Work } from './work.ts';
import { settle } from './work.ts';

/** A store whose every result is controlled by the test. */
class TestStore implements BatchStore {
  readonly written: Work[][] = [];
  readonly parked: Work[] = [];
  readonly failures: FailureKind[] = [];
  partitionsMended = 0;
  /** Called by `write`; may throw any error. */
  onWrite: (batch: readonly Work[]) => void | Promise<void> = () => undefined;

  async write(batch: readonly Work[]): Promise<() => void> {
    await this.onWrite(batch);
    this.written.push([...batch]);
    return () => {
      for (const work of batch) settle(work);
    };
  }

  async park(work: Work): Promise<() => void> {
    this.parked.push(work);
    return () => settle(work);
  }

  async mendPartitions(): Promise<void> {
    this.partitionsMended += 1;
  }

  kindOf(error: unknown): FailureKind {
    return (error as { kind: FailureKind }).kind;
  }

  failed(_error: unknown, kind: FailureKind): void {
    this.failures.push(kind);
  }
}

const failure = (kind: FailureKind) => Object.assign(new Error(kind), { kind });
const rows = (batch: readonly Work[]) => batch.flatMap((work) => work.readings);
const bad = { at: 666 } as ReadingRow;

function works(count: number, readingsEach = 1, { deviceId = 1, isLive = false } = {}) {
  const settled: number[] = [];
  const list = Array.from({ length: count }, (_, i) => {
    const readings = Array.from({ length: readingsEach }, (_, r) => ({ at: i * 1000 + r }));
    return {
      message: { settled: () => settled.push(i), device: { ref: { deviceId } }, isLive },
      pending: { parts: 1 },
      readings,
    } as unknown as Work;
  });
  return { list, settled };
}

function withInvalidRow(work: Work, position: number): Work {
  const readings = work.readings.map((row, i) => (i === position ? bad : row));
  return { ...work, readings };
}

describe('a batch', () => {
  it('contains at most 1000 rows and is written in order, one batch at a time', async () => {
    const store = new TestStore();
    const batcher = new Batcher(store);
    const { list, settled } = works(2500);
    // On a busy machine the linger would end before the first thousand are added.
    const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    for (const work of list) batcher.add(work);
    time.mockRestore();
    await batcher.drain();
    expect(store.written.map((batch) => batch.length)).toEqual([1000, 1000, 500]);
    expect(store.written.flat()).toEqual(list);
    expect(settled).toEqual(list.map((_, i) => i));
    expect(batcher.backlog).toBe(0);
  });

  it('is limited by rows, not messages, and does not split a message', async () => {
    const store = new TestStore();
    const batcher = new Batcher(store);
    const { list } = works(5, 400);
    for (const work of list) batcher.add(work);
    await batcher.drain();
    expect(store.written.map((batch) => rows(batch).length)).toEqual([800, 800, 400]);
  });

  it('is acknowledged only after its commit', async () => {
    const store = new TestStore();
    const batcher = new Batcher(store);
    const { list, settled } = works(3);
    let commit: () => void = () => undefined;
    const isWriting = new Promise<void>((begun) => {
      store.onWrite = () =>
        new Promise<void>((resolve) => {
          commit = resolve;
          begun();
        });
    });
    for (const work of list) batcher.add(work);
    await isWriting;
    expect(settled).toEqual([]);
    expect(batcher.backlog).toBe(3);
    commit();
    await batcher.drain();
    expect(settled).toEqual([0, 1, 2]);
  });

  it('is retried until the database is available and is not acknowledged before', async () => {
    const store = new TestStore();
    const batcher = new Batcher(store);
    const { list, settled } = works(10);
    let left = 3;
    store.onWrite = () => {
      expect(settled).toEqual([]);
      left -= 1;
      if (left >= 0) throw failure('away');
    };
    for (const work of list) batcher.add(work);
    await batcher.drain();
    expect(store.failures).toEqual(['away', 'away', 'away']);
    expect(store.parked).toEqual([]);
    expect(settled).toHaveLength(10);
  });

  it('is retried immediately after a deadlock', async () => {
    const store = new TestStore();
    const batcher = new Batcher(store);
    let left = 2;
    store.onWrite = () => {
      left -= 1;
      if (left >= 0) throw failure('collision');
    };
    const { list, settled } = works(1);
    batcher.add(list[0]!);
    await batcher.drain();
    expect(settled).toEqual([0]);
  });

  it('is stored after its missing partition has been created once', async () => {
    const store = new TestStore();
    const batcher = new Batcher(store);
    store.onWrite = () => {
      if (store.partitionsMended === 0) throw failure('no-partition');
    };
    const { list, settled } = works(1);
    batcher.add(list[0]!);
    await batcher.drain();
    expect(store.partitionsMended).toBe(1);
    expect(store.parked).toEqual([]);
    expect(settled).toEqual([0]);
  });

  it('is stored as rejected if no partition can be created for its row', async () => {
    const store = new TestStore();
    const batcher = new Batcher(store);
    store.onWrite = () => {
      throw failure('no-partition');
    };
    const { list, settled } = works(1);
    batcher.add(list[0]!);
    await batcher.drain();
    expect(store.parked).toHaveLength(1);
    expect(settled).toEqual([0]);
  });
});

describe('an invalid row', () => {
  const refuseBad = (batch: readonly Work[]) => {
    if (rows(batch).includes(bad)) throw failure('bad-row');
  };

  it('is stored as rejected while all other rows are stored in order', async () => {
    const store = new TestStore();
    store.onWrite = refuseBad;
    const batcher = new Batcher(store);
    const { list, settled } = works(1000);
    list[617] = withInvalidRow(list[617]!, 0);
    for (const work of list) batcher.add(work);
    await batcher.drain();
    expect(store.parked).toEqual([list[617]]);
    expect(store.written.flat()).toEqual(list.filter((_, i) => i !== 617));
    expect(settled).toEqual(list.map((_, i) => i));
  });

  it('is rejected alone within a large message, which is acknowledged once at the end', async () => {
    const store = new TestStore();
    store.onWrite = refuseBad;
    const batcher = new Batcher(store);
    const { list, settled } = works(1, 500);
    const work = withInvalidRow(list[0]!, 123);
    batcher.add(work);
    await batcher.drain();
    expect(rows(store.parked)).toEqual([bad]);
    expect(rows(store.written.flat())).toEqual(work.readings.filter((row) => row !== bad));
    expect(settled).toEqual([0]);
  });

  it('does not block the queue if the database is temporarily unavailable', async () => {
    const store = new TestStore();
    let round = 0;
    store.onWrite = (batch) => {
      round += 1;
      if (round % 3 === 0) throw failure('away');
      refuseBad(batch);
    };
    const batcher = new Batcher(store);
    const { list, settled } = works(8);
    list[5] = withInvalidRow(list[5]!, 0);
    for (const work of list) batcher.add(work);
    await batcher.drain();
    expect(store.parked).toEqual([list[5]]);
    expect(settled).toHaveLength(8);
  });
});

describe('the queue', () => {
  it('is full at 10,000 rows and notifies when there is capacity again', async () => {
    const store = new TestStore();
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    store.onWrite = () => opened;
    const batcher = new Batcher(store);
    const backlogs: number[] = [];
    batcher.onRoom(() => backlogs.push(batcher.backlog));
    const { list } = works(FULL_ROWS);
    for (const work of list.slice(0, -1)) batcher.add(work);
    expect(batcher.isFull).toBe(false);
    batcher.add(list.at(-1)!);
    expect(batcher.isFull).toBe(true);
    open();
    await batcher.drain();
    expect(batcher.isFull).toBe(false);
    expect(backlogs).toHaveLength(1);
    expect(backlogs[0]).toBeLessThan(ROOM_ROWS);
  });

  it('accepts live messages while it is full, up to 10,000 rows of them', async () => {
    const store = new TestStore();
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    store.onWrite = () => opened;
    const batcher = new Batcher(store);
    for (const work of works(FULL_ROWS).list) batcher.add(work);
    const live = works(FULL_ROWS, 1, { deviceId: 2, isLive: true }).list;
    for (const work of live.slice(0, -1)) batcher.add(work);
    expect([batcher.isFull, batcher.isLiveFull]).toEqual([true, false]);
    batcher.add(live.at(-1)!);
    expect(batcher.isLiveFull).toBe(true);
    open();
    await batcher.drain();
    expect([batcher.isFull, batcher.isLiveFull]).toEqual([false, false]);
  });

  it('writes live messages before a backlog, which gets half of each batch', async () => {
    const store = new TestStore();
    const batcher = new Batcher(store);
    const bulk = works(3_000).list;
    const live = works(1_200, 1, { deviceId: 2, isLive: true }).list;
    const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    for (const work of [...bulk, ...live]) batcher.add(work);
    time.mockRestore();
    await batcher.drain();
    const isLive = (work: Work) => live.includes(work);
    // The first batch was started by the backlog alone.
    expect(store.written.map((batch) => batch.filter(isLive).length)).toEqual([
      0, 500, 500, 200, 0,
    ]);
    expect(store.written.flat().filter(isLive)).toEqual(live);
    expect(store.written.flat().filter((work) => !isLive(work))).toEqual(bulk);
  });

  it('writes a live message after the backlog of its own device', async () => {
    const store = new TestStore();
    const batcher = new Batcher(store);
    const bulk = works(2_500).list;
    const [live] = works(1, 1, { isLive: true }).list;
    for (const work of [...bulk, live!]) batcher.add(work);
    await batcher.drain();
    expect(store.written.flat()).toEqual([...bulk, live]);
  });

  it('writes a backlog after the live messages of its own device', async () => {
    const store = new TestStore();
    const batcher = new Batcher(store);
    const live = works(1_200, 1, { isLive: true }).list;
    const bulk = works(10).list;
    const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    // The first work starts a batch.
    const [first] = works(1, 1, { deviceId: 2 }).list;
    for (const work of [first!, ...live, ...bulk]) batcher.add(work);
    time.mockRestore();
    await batcher.drain();
    expect(store.written.flat().filter((work) => work !== first)).toEqual([...live, ...bulk]);
  });
});
