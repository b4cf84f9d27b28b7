import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { describe, expect, it, vi } from 'vitest';
import type { FailureKind } from '../failures/failure-kind.ts';
import { Batcher, FULL_ROWS, ROOM_ROWS } from './batcher.ts';
import type { BatchStore } from './keep-batch.ts';
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
    const live = works(FULL_ROWS, 1, { deviceId: 3, isLive: true }).list;
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
    const live = works(1_200, 1, { deviceId: 3, isLive: true }).list;
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

describe('two batches', () => {
  /** Writes wait until they are released; returns what is being written. */
  function held() {
    const store = new TestStore();
    const open: { readonly batch: readonly Work[]; readonly commit: () => void }[] = [];
    store.onWrite = (batch) =>
      new Promise<void>((resolve) => {
        const entry = {
          batch,
          commit: () => {
            open.splice(open.indexOf(entry), 1);
            resolve();
          },
        };
        open.push(entry);
      });
    return { store, open };
  }
  const devicesOf = (batch: readonly Work[]) =>
    new Set(batch.map((work) => work.message.device.ref.deviceId));
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('are written at the same time under load, each with half of the devices', async () => {
    const { store, open } = held();
    const batcher = new Batcher(store);
    const lists = [1, 2, 3, 4].map((deviceId) => works(600, 1, { deviceId }).list);
    const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    for (let i = 0; i < 600; i++) for (const list of lists) batcher.add(list[i]!);
    time.mockRestore();
    await turn();
    expect(open.map(({ batch }) => devicesOf(batch))).toEqual([new Set([2, 4]), new Set([1, 3])]);
    expect(batcher.backlog).toBe(2400);
    const drained = batcher.drain();
    while (batcher.backlog > 0) {
      expect(open.length).toBeLessThanOrEqual(2);
      open[0]?.commit();
      await turn();
    }
    await drained;
    for (const list of lists) {
      expect(store.written.flat().filter((work) => list.includes(work))).toEqual(list);
    }
  });

  it('are one batch without load', async () => {
    const { store, open } = held();
    const batcher = new Batcher(store);
    const lists = [1, 2].map((deviceId) => works(400, 1, { deviceId }).list);
    for (const work of lists.flat()) batcher.add(work);
    const drained = batcher.drain();
    await turn();
    // These wait for the end of the batch, which contains both devices.
    const later = [1, 2].map((deviceId) => works(900, 1, { deviceId }).list);
    for (const work of later.flat()) batcher.add(work);
    await turn();
    expect(open.map(({ batch }) => batch.length)).toEqual([800]);
    while (batcher.backlog > 0) {
      open[0]?.commit();
      await turn();
    }
    await drained;
    expect(store.written.map((batch) => batch.length)).toEqual([800, 900, 900]);
  });

  it('leave no device behind while the other half has load', async () => {
    const { store, open } = held();
    const batcher = new Batcher(store);
    const one = works(1, 1, { deviceId: 1 });
    const many = () => works(1500, 1, { deviceId: 2 }).list;
    for (const work of many()) batcher.add(work);
    batcher.add(one.list[0]!);
    for (let batches = 0; one.settled.length === 0 && batches < 10; batches++) {
      await turn();
      open.find(({ batch }) => devicesOf(batch).has(2))?.commit();
      open.find(({ batch }) => devicesOf(batch).has(1))?.commit();
      for (const work of many()) batcher.add(work);
      await turn();
    }
    expect(one.settled).toEqual([0]);
    expect(store.written.filter((batch) => devicesOf(batch).has(2)).length).toBeLessThan(5);
    store.onWrite = () => undefined;
    for (const { commit } of [...open]) commit();
    await batcher.drain();
  });

  it('never contain messages of one device at the same time', async () => {
    const { store, open } = held();
    const batcher = new Batcher(store);
    const random = seededRandom(7);
    const sent: Work[] = [];
    for (let step = 0; step < 300; step++) {
      const deviceId = 1 + Math.floor(random() * 6);
      const { list } = works(Math.floor(random() * 400), 1 + Math.floor(random() * 3), {
        deviceId,
        isLive: random() < 0.4,
      });
      sent.push(...list);
      for (const work of list) batcher.add(work);
      if (random() < 0.5) await turn();
      const [first, second] = open.map(({ batch }) => devicesOf(batch));
      expect([...(first ?? [])].filter((device) => second?.has(device))).toEqual([]);
      open[Math.floor(random() * open.length)]?.commit();
    }
    const drained = batcher.drain();
    while (batcher.backlog > 0) {
      open[0]?.commit();
      await turn();
    }
    await drained;
    const written = store.written.flat();
    for (let deviceId = 1; deviceId <= 6; deviceId++) {
      const ofDevice = (work: Work) => work.message.device.ref.deviceId === deviceId;
      expect(written.filter(ofDevice)).toEqual(sent.filter(ofDevice));
    }
  });
});
