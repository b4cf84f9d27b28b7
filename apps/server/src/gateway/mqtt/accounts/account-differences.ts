/** Differences between database devices and accounts in mosquitto's dynamic security plugin. */

import {
  type AccountDevice,
  findAccountDevices,
} from '../../../areas/telemetry/broker-accounts/broker-account-queries.ts';
import type { Context } from '../../../context.ts';
import { accountMark, type BrokerAccount, findChangedRoles, isOfBusbar } from './broker-account.ts';
import type { DynamicSecurity } from './dynamic-security.ts';

interface Differences {
  /** Device codes whose account or role differs from the expected one. */
  readonly changed: readonly string[];
  /** Codes of devices without an account, or with one whose secret has expired. */
  readonly missing: readonly string[];
}

export async function findDifferences(
  ctx: Context,
  security: DynamicSecurity,
): Promise<Differences> {
  // Accounts are read first: a device that is registered in the meantime has no account that could
  // be deleted.
  const accounts = new Map(
    (await security.list<BrokerAccount>('listClients', 'clients')).map((account) => [
      account.username,
      account,
    ]),
  );
  const devices = new Map(
    (await findAccountDevices(ctx.database.db)).map((device) => [device.code, device]),
  );
  const roles = await findChangedRoles(security, (code) => devices.get(code)?.protocol);
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
    missing: [
      ...[...devices.keys()].filter((code) => !accounts.has(code)),
      ...outdated.map(({ username }) => username).filter((code) => devices.has(code)),
    ],
  };
}

/**
 * Returns true if the account has the current secret of the device, or the previous one while it is
 * valid. An account without a description was created by hand, and its secret is unknown.
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

/** Returns true if an account without any rights may publish or subscribe to every topic. */
export async function hasOpenDefaults(security: DynamicSecurity): Promise<boolean> {
  const { data } = await security.run({ command: 'getDefaultACLAccess' });
  const acls = (data?.['acls'] ?? []) as { acltype: string; allow: boolean }[];
  return acls.some(
    ({ acltype, allow }) => allow && ['publishClientSend', 'subscribe'].includes(acltype),
  );
}
