/**
 * The link to a finished report: signed for one task, one session and ten seconds by the server's
 * clock (docs/specification/reports.md 2.4). It opens nothing for whoever does not have that
 * session as well.
 *
 * A download it began may go on later: the file's tag is a secret of task and session, so who names
 * it has been given the file by a link in time.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';
import {
  lockFirstStart,
  readSetting,
  writeSetting,
} from '../shared/installation/installation-repository.ts';

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
 * `over`: the link was good. `tag` is that of the file made at `endedAt`, for this session;
 * `resumed` the tag of a download that goes on, which a link that is over still serves.
 */
export async function judgeLink(
  ctx: Context,
  linked: Linked,
  { signature, resumed, endedAt }: Followed,
): Promise<{ readonly verdict: 'good' | 'over' | 'wrong'; readonly tag: string }> {
  const key = await linkKey(ctx);
  const { taskId, session, expires } = linked;
  const tag = hmac(key, `report file ${taskId} ${endedAt} ${session.toString('base64url')}`);
  const isRight = isSame(signature, sign(key, linked));
  const isInTime = ctx.clock.now() < expires || (resumed !== undefined && isSame(resumed, tag));
  const verdict = isInTime ? 'good' : 'over';
  return { verdict: isRight ? verdict : 'wrong', tag: tag.toString('base64url') };
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
  // The keys are the platform's, whoever is served.
  const database = ctx.database.as('platform');
  const kept = await readSetting(database.db, 'report_link_key');
  if (kept !== undefined) return Buffer.from(kept, 'base64url');
  return database.transaction(async (trx) => {
    await lockFirstStart(trx);
    const known = await readSetting(trx, 'report_link_key');
    if (known !== undefined) return Buffer.from(known, 'base64url');
    const made = ctx.random.bytes(32);
    await writeSetting(trx, 'report_link_key', made.toString('base64url'));
    return made;
  });
}
