/**
 * Stores a batch whatever happens: it is retried while the database is unavailable, and halved if
 * the database rejects it, until the invalid row is isolated and stored as a rejected message.
 */
import type { FailureKind } from '../failures/failure-kind.ts';
import { rowsOf } from './lane.ts';
import { splitWork, type Work } from './work.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
const COLLISIONS_AT_ONCE = 5;

export interface BatchStore {
  /** Commits the whole batch or throws; call the returned function once the commit is certain. */
  write(batch: readonly Work[]): Promise<() => void>;
  /** Stores a work item that the database rejects as a rejected message with reason `storage`. */
  park(work: Work, cause: unknown): Promise<() => void>;
  /** Creates missing partitions. */
  mendPartitions(): Promise<void>;
  kindOf(error: unknown): FailureKind;
  /** Called for each failure, to log it. */
  failed(error: unknown, kind: FailureKind, rows: number): void;
}

/** Resolves when every work item of the batch is stored, or stored as rejected. */
export async function keepBatch(store: BatchStore, batch: readonly Work[]): Promise<void> {
  const blame = await blameOf(store, () => store.write(batch), rowsOf(batch));
  if (blame === undefined) return;
  const halves = halve(batch);
  if (halves === undefined) {
    await blameOf(store, () => store.park(batch[0]!, blame.cause), 1);
    return;
  }
  await keepBatch(store, halves[0]);
  await keepBatch(store, halves[1]);
}

/** Returns the error if the rows caused it, undefined on success; retries other failures. */
async function blameOf(
  store: BatchStore,
  attempt: () => Promise<() => void>,
  rows: number,
): Promise<{ readonly cause: unknown } | undefined> {
  let pauseMs = FIRST_PAUSE_MS;
  let collisions = 0;
  let mended = false;
  for (;;) {
    let done: () => void;
    try {
      done = await attempt();
    } catch (error) {
      const reported = store.kindOf(error);
      const kind = reported === 'no-partition' && mended ? 'bad-row' : reported;
      store.failed(error, kind, rows);
      if (kind === 'bad-row') return { cause: error };
      if (kind === 'collision' && ++collisions <= COLLISIONS_AT_ONCE) continue;
      if (kind === 'no-partition') {
        mended = await isMended(store);
        if (mended) continue;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      continue;
    }
    done();
    return undefined;
  }
}

async function isMended(store: BatchStore): Promise<boolean> {
  try {
    await store.mendPartitions();
    return true;
  } catch (error) {
    store.failed(error, store.kindOf(error), 0);
    return false;
  }
}

/** Splits a batch in two; returns undefined for a single work item that cannot be split. */
function halve(batch: readonly Work[]): readonly [readonly Work[], readonly Work[]] | undefined {
  const middle = batch.length >> 1;
  if (middle > 0) return [batch.slice(0, middle), batch.slice(middle)];
  const parts = splitWork(batch[0]!);
  return parts && [[parts[0]], [parts[1]]];
}
