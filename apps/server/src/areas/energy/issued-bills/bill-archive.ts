/** All issued bills of a period as one ZIP, rendered one after the other. */
import { billFileName } from '@busbar/domain/billing/issued-bill';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { ZipSink } from '../../shared/tables/zip-sink.ts';
import { renderBill } from '../billing/document/render-bill.ts';
import { findDocument, type IssuedBill } from './issued-bill-queries.ts';
import { findBillDocument, findIssuedBills } from './issued-bill-service.ts';

/** Archives that one customer can have rendered at the same time, in this process. */
const MAX_PER_CUSTOMER = 2;
const running = new Map<number, number>();

export interface BillFile {
  readonly name: string;
  readonly content: Buffer;
}

export async function findBillFile(
  ctx: Context,
  caller: Caller,
  id: string | number,
): Promise<Outcome<BillFile>> {
  const found = await findBillDocument(ctx, caller, id);
  if (!found.ok) return found;
  const { number, groupName } = found.value;
  return done({ name: billFileName(number, groupName), content: await renderBill(found.value) });
}

/** Contains the bills of the caller's group and the groups below that exist at the request. */
export async function findBillArchive(
  ctx: Context,
  caller: Caller,
  start: string,
): Promise<Outcome<AsyncIterable<Uint8Array>>> {
  const bills = await findIssuedBills(ctx, caller, start);
  if (!bills.ok) return bills;
  if (bills.value.length === 0) return refused('bills-none', 'start');
  const { customerId } = caller;
  const count = running.get(customerId) ?? 0;
  if (count >= MAX_PER_CUSTOMER) return refused('bills-busy');
  running.set(customerId, count + 1);
  return done(
    endingWith(archive(ctx, caller, bills.value), () => {
      const left = (running.get(customerId) ?? 1) - 1;
      if (left === 0) running.delete(customerId);
      else running.set(customerId, left);
    }),
  );
}

async function* archive(
  ctx: Context,
  caller: Caller,
  bills: readonly IssuedBill[],
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new ZipSink({
    async write(bytes) {
      written.push(bytes);
    },
  });
  for (const { id, number, groupName } of bills) {
    const document = await findDocument(ctx.database.db, caller, id);
    if (document === undefined) continue;
    const entry = zip.entry(billFileName(number, groupName));
    await entry.write(await renderBill(document));
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
