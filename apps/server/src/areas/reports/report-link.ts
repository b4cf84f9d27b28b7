/**
 * The download link of a finished report: signed for one task and one session, valid for ten
 * seconds by the server's clock (docs/specification/reports.md 2.4). Without that session the link
 * is useless.
 *
 * A download that was started may resume later: the ETag of the file is a secret derived from task
 * and session, so a client that sends it has received the file through a link that was valid.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';
import {
  lockFirstStart,
  readSetting,
  writeSetting,
} from '../shared/installation/installation-queries.ts';

export const LINK_SECONDS = 10;

interface Linked {
  readonly taskId: number;
  /** Hash of the session's token. */
  readonly session: Buffer;
  /** Epoch ms. */
  readonly expires: number;
}

interface Followed {
  readonly signature: string;
  readonly resumed: string | undefined;
  /** Epoch ms. */
  readonly endedAt: number | null;
}

export async function makeLink(ctx: Context, taskId: number, session: Buffer): Promise<string> {
  const expires = ctx.clock.now() + LINK_SECONDS * 1000;
  const signature = sign(await linkKey(ctx), { taskId, session, expires });
  return `/api/v2/report/${taskId}/file?expires=${expires}&signature=${signature.toString('base64url')}`;
}

/**
 * `over` means that the link was valid but has expired. `tag` is the ETag of the file created at
 * `endedAt` for this session; `resumed` is the ETag sent by a resumed download, which an expired
 * link still serves.
 */
export async function validateLink(
  ctx: Context,
  linked: Linked,
  { signature, resumed, endedAt }: Followed,
): Promise<{ readonly result: 'good' | 'over' | 'wrong'; readonly tag: string }> {
  const key = await linkKey(ctx);
  const { taskId, session, expires } = linked;
  const tag = hmac(key, `report file ${taskId} ${endedAt} ${session.toString('base64url')}`);
  const isRight = isSame(signature, sign(key, linked));
  const isInTime = ctx.clock.now() < expires || (resumed !== undefined && isSame(resumed, tag));
  const result = isInTime ? 'good' : 'over';
  return { result: isRight ? result : 'wrong', tag: tag.toString('base64url') };
}

function isSame(text: string, right: Buffer): boolean {
  const given = Buffer.from(text, 'base64url');
  return given.length === right.length && timingSafeEqual(given, right);
}

function sign(key: Buffer, { taskId, session, expires }: Linked): Buffer {
  return hmac(key, `report ${taskId} ${expires} ${session.toString('base64url')}`);
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

async function linkKey(ctx: Context): Promise<Buffer> {
  // The keys belong to the platform, for all customers.
  const database = ctx.database.as('platform');
  const stored = await readSetting(database.db, 'report_link_key');
  if (stored !== undefined) return Buffer.from(stored, 'base64url');
  return database.transaction(async (trx) => {
    await lockFirstStart(trx);
    const known = await readSetting(trx, 'report_link_key');
    if (known !== undefined) return Buffer.from(known, 'base64url');
    const generated = ctx.random.bytes(32);
    await writeSetting(trx, 'report_link_key', generated.toString('base64url'));
    return generated;
  });
}
