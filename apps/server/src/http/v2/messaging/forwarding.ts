/** v2 calls for data forwarding. */

import type { forwardingCalls } from '@busbar/contract/v2/messaging/forwarding';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import {
  type ForwardingRow,
  readForwarding,
} from '../../../areas/messaging/forwarding/forwarding-queries.ts';
import {
  changeForwarding,
  replayDead,
  testForwarding,
} from '../../../areas/messaging/forwarding/forwarding-service.ts';
import type { Progress } from '../../../areas/messaging/forwarding/progress-queries.ts';
import {
  listDead,
  listDeliveries,
  readProgress,
} from '../../../areas/messaging/forwarding/progress-queries.ts';
import { secretsOf } from '../../../areas/shared/installation/sealed-secrets.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { url: 'device_data_receive_url' };
const DEFAULT_ROWS = 13;
/** Number of characters of a secret that are shown, enough to distinguish it from another. */
const SHOWN_LETTERS = 8;

export function forwardingHandlers(ctx: Context): HandlersOf<typeof forwardingCalls> {
  const status = async (customerId: number) => {
    const { db } = ctx.database;
    const row = await readForwarding(db, secretsOf(ctx.config), customerId);
    return presentStatus(row, await readProgress(db, customerId));
  };
  return {
    'v2.forwarding': async ({ caller }) => ({ data: await status(caller.customerId) }),
    'v2.forwarding.change': async ({ body, caller }) => {
      const changed = await changeForwarding(ctx, caller, {
        url: body.device_data_receive_url,
        useHttps: body.use_https_flag,
        usePlatformApi: body.use_platform_api_flag,
        enabled: body.enabled,
        rotateSecret: body.rotate_secret,
      });
      if (!changed.ok) return onWire(changed, WIRE_NAMES);
      const { secret } = changed.value;
      return {
        data: { status: await status(caller.customerId), secret },
        msg: REFUSAL_MESSAGES.updated,
      };
    },
    'v2.forwarding.test': async ({ caller, facts }) => {
      const tested = await testForwarding(ctx, caller, facts.signal);
      if (!tested.ok) return tested;
      const { status: answered, error, tookMs } = tested.value;
      return { data: { ok: error === null, status: answered, error, took_ms: tookMs } };
    },
    'v2.forwarding-deliveries': async ({ query, caller }) => {
      const page = { page: query.pn ?? 1, pageSize: query.ps ?? DEFAULT_ROWS };
      const { list, total } = await listDeliveries(ctx.database.db, caller.customerId, page);
      return { data: { list: list.map(snakeCaseKeys), total } };
    },
    'v2.forwarding-dead': async ({ query, caller }) => {
      const page = { page: query.pn ?? 1, pageSize: query.ps ?? DEFAULT_ROWS };
      const { list, total } = await listDead(ctx.database.db, caller.customerId, page);
      return { data: { list: list.map(snakeCaseKeys), total } };
    },
    'v2.forwarding-dead.replay': async ({ params, caller }) => {
      const replayed = await replayDead(ctx, caller, params.id);
      return replayed.ok ? { msg: REFUSAL_MESSAGES.updated } : replayed;
    },
  };
}

function presentStatus(row: ForwardingRow, progress: Progress) {
  const { openBatch, ...counts } = progress;
  return {
    device_data_receive_url: row.url,
    use_https_flag: row.useHttps,
    use_platform_api_flag: row.usePlatformApi,
    enabled: row.enabled === true,
    state: stateOf(row, progress),
    secret_prefix: row.secret === null ? null : row.secret.slice(0, SHOWN_LETTERS),
    open_batch: openBatch === undefined ? null : snakeCaseKeys(openBatch),
    ...pickSnakeCase(row, 'secretChangedAt', 'lastSuccessAt', 'lastFailureAt', 'lastError'),
    ...snakeCaseKeys(counts),
  };
}

function stateOf(row: ForwardingRow, { openBatch, waitingRecords }: Progress): string {
  if (row.enabled !== true) return row.suspendedAt == null ? 'off' : 'suspended';
  if (openBatch !== undefined && openBatch.lastError !== null) return 'retrying';
  return openBatch === undefined && waitingRecords === 0 ? 'idle' : 'sending';
}
