/** Files of issued bills: one as PDF, or all of a period as ZIP, rendered one after the other. */
import { billFileName } from '@busbar/domain/billing/issued-bill';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { ZipSink } from '../../shared/tables/zip-sink.ts';
import { renderBill } from '../billing/document/render-bill.ts';
import { renderQueue } from '../billing/document/render-queue.ts';
import { findDocument, type IssuedBill } from './issued-bill-queries.ts';
import { findBillDocument, findIssuedBills } from './issued-bill-service.ts';

/** Archives that are created at the same time in this process, each for another user. */
const MAX_RUNNING = 4;
const running = new Set<string>();

export interface BillFile {
  readonly name: string;
  readonly content: Buffer;
}

export async function findBillFile(
  ctx: Context,
  caller: Caller,
  id: string | number,
  signal?: AbortSignal,
): Promise<Outcome<BillFile>> {
  const found = await findBillDocument(ctx, caller, id);
  if (!found.ok) return found;
  if (renderQueue.isFull()) return refused('bills-busy');
  const { number, groupName } = found.value;
  try {
    const content = await renderBill(found.value, signal);
    return done({ name: billFileName(number, groupName), content });
  } catch (error) {
    // The client is gone, which is not a failure of the server.
    if (signal?.aborted) return refused('bills-busy');
    throw error;
  }
}

/** Contains the bills that the caller sees and that exist at the request. */
export async function findBillArchive(
  ctx: Context,
  caller: Caller,
  start: string,
  signal?: AbortSignal,
): Promise<Outcome<AsyncIterable<Uint8Array>>> {
  const bills = await findIssuedBills(ctx, caller, start);
  if (!bills.ok) return bills;
  if (bills.value.length === 0) return refused('bills-none', 'start');
  const user = `${caller.customerId} ${caller.userId}`;
  if (running.has(user) || running.size >= MAX_RUNNING) return refused('bills-busy');
  running.add(user);
  return done(endingWith(archive(ctx, caller, bills.value, signal), () => running.delete(user)));
}

async function* archive(
  ctx: Context,
  caller: Caller,
  bills: readonly IssuedBill[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new ZipSink({
    async write(bytes) {
      // The end of an entry has no bytes.
      if (bytes.length > 0) written.push(bytes);
    },
  });
  for (const { id, number, groupName } of bills) {
    const document = await findDocument(ctx.database.db, caller, id);
    if (document === undefined) continue;
    const entry = zip.entry(billFileName(number, groupName));
    await entry.write(await renderBill(document, signal));
    await entry.end();
    yield* written.splice(0);
  }
  await zip.end();
  yield* written.splice(0);
}

/** Calls `onEnd` once, also if the reader stops before the first part. */
function endingWith<T>(parts: AsyncGenerator<T>, onEnd: () => void): AsyncIterable<T> {
  let isOver = false;
  const end = () => {
    if (!isOver) onEnd();
    isOver = true;
  };
  const iterator: AsyncIterator<T> = {
    async next() {
      try {
        const part = await parts.next();
        if (part.done === true) end();
        return part;
      } catch (error) {
        end();
        throw error;
      }
    },
    async return() {
      end();
      await parts.return(undefined);
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
