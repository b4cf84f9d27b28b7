/**
 * The link to a finished report: signed for one task, one session and ten seconds by the server's
 * clock (part 2, section 2). It opens nothing for whoever does not have that session as well.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';
import {
  lockFirstStart,
  readSetting,
  writeSetting,
} from '../installation/installation-repository.ts';

export const LINK_SECONDS = 10;

interface Linked {
  readonly taskId: number;
  /** Hash of the session's token. */
  readonly session: Buffer;
  /** Epoch ms. */
  readonly expires: number;
}

export async function makeLink(ctx: Context, taskId: number, session: Buffer): Promise<string> {
  const expires = ctx.clock.now() + LINK_SECONDS * 1000;
  const signature = sign(await linkKey(ctx), { taskId, session, expires });
  return `/api/v2/report/${taskId}/file?expires=${expires}&signature=${signature.toString('base64url')}`;
}

/** `over`: the link was good. */
export async function judgeLink(
  ctx: Context,
  linked: Linked,
  signature: string,
): Promise<'good' | 'over' | 'wrong'> {
  const given = Buffer.from(signature, 'base64url');
  const right = sign(await linkKey(ctx), linked);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'wrong';
  return ctx.clock.now() < linked.expires ? 'good' : 'over';
}

function sign(key: Buffer, { taskId, session, expires }: Linked): Buffer {
  return createHmac('sha256', key)
    .update(`report ${taskId} ${expires} ${session.toString('base64url')}`)
    .digest();
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
