/** An accepted import for each of a tenant's users, whose secrets have not been fetched yet. */
import { createHash } from 'node:crypto';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import {
  importMark,
  storePreview,
} from '../../../src/areas/onboarding/device-import/preview-files.ts';
import { writeLog } from '../../../src/areas/shared/operation-log/write-log.ts';
import type { Caller } from '../../../src/caller.ts';
import type { Context } from '../../../src/context.ts';
import type { Tenant } from './tenant.ts';

/**
 * Returns the same id for each user of the tenant: only the user who imported can open the import.
 */
export function importIdOf({ groupId }: Pick<Tenant, 'groupId'>): string {
  return createHash('sha256').update(`import of ${groupId}`).digest('base64url');
}

export async function buildImport(ctx: Context, tenant: Tenant): Promise<void> {
  const importId = importIdOf(tenant);
  const { customerId, groupId } = tenant;
  for (const { userId, userName } of Object.values(tenant.users)) {
    const actor = { customerId, groupId, userId, userName, tokenHash: null, address: '127.0.0.1' };
    await storePreview(ctx, { customerId, userId } as Caller, importId, {
      format: 'csv',
      rows: [],
      passedOver: [],
      examples: 0,
      plan: '',
    });
    await writeLog(ctx.database.db, actor, {
      at: ctx.clock.now(),
      module: LOG_MODULES.deviceInformation,
      command: 'import',
      detail: { import: importMark(importId), devices: 1 },
    });
  }
}
