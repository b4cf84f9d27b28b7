/** Differences between the devices in the database and the accounts in the dynamic security plugin. */

import {
  type AccountDevice,
  findAccountDevices,
} from '../areas/telemetry/broker-accounts/broker-account-repository.ts';
import type { Context } from '../context.ts';
import { accountMark, type BrokerAccount, findChangedRoles, isOfBusbar } from './broker-account.ts';
import type { DynamicSecurity } from './dynamic-security.ts';

interface Differences {
  /** Device codes whose account or role is not as it should be. */
  readonly changed: readonly string[];
  /** Codes of devices without an account. */
  readonly missing: readonly string[];
}

export async function findDifferences(
  ctx: Context,
  security: DynamicSecurity,
): Promise<Differences> {
  // The accounts first: a device that is registered meanwhile has none that could be deleted.
  const accounts = new Map(
    (await security.list<BrokerAccount>('listClients', 'clients')).map((account) => [
      account.username,
      account,
    ]),
  );
  const roles = await findChangedRoles(security);
  const devices = new Map(
    (await findAccountDevices(ctx.database.db)).map((device) => [device.code, device]),
  );
  const now = ctx.clock.now();
  const outdated = [...accounts.values()].filter((account) => {
    const device = devices.get(account.username);
    return isOfBusbar(account) && (device === undefined || !isCurrent(account, device, now));
  });
  return {
    changed: [
      ...roles.filter((code) => accounts.has(code)),
      ...outdated.map(({ username }) => username),
    ],
    missing: [...devices.keys()].filter((code) => !accounts.has(code)),
  };
}

/**
 * True if the account has the secret of the device, or the one before it that still opens. An
 * account without a description was created by hand, and its secret is not known.
 */
export function isCurrent(
  { textdescription }: BrokerAccount,
  { deviceId, secretHash, oldSecretHash, oldSecretUntil }: AccountDevice,
  now: number,
): boolean {
  if (textdescription === undefined) return true;
  if (textdescription === accountMark(deviceId, secretHash)) return true;
  if (oldSecretHash === null || oldSecretUntil === null || oldSecretUntil <= now) return false;
  return textdescription === accountMark(deviceId, oldSecretHash);
}

/** True if an account without rights of its own may publish or subscribe to every topic. */
export async function hasOpenDefaults(security: DynamicSecurity): Promise<boolean> {
  const { data } = await security.run({ command: 'getDefaultACLAccess' });
  const acls = (data?.['acls'] ?? []) as { acltype: string; allow: boolean }[];
  return acls.some(
    ({ acltype, allow }) => allow && ['publishClientSend', 'subscribe'].includes(acltype),
  );
}
