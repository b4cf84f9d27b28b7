/**
 * The account of one device in the dynamic security plugin. It may use the device code as its only
 * client identifier, and has a role of its own: mosquitto 2.0 has no role whose topics contain the
 * name of the user. The role marks the account as one of Busbar's; others are never changed.
 */
import { connectOnce, type DynamicSecurity } from './dynamic-security.ts';

const ROLE_PREFIX = 'busbar-device-';

export interface BrokerAccount {
  readonly username: string;
  readonly textdescription?: string;
  readonly roles?: readonly { readonly rolename: string }[];
}

interface Acl {
  readonly acltype: string;
  readonly topic: string;
  readonly allow: boolean;
}

interface BrokerRole {
  readonly rolename: string;
  readonly acls?: readonly Acl[];
}

export function isOfBusbar({ username, roles = [] }: BrokerAccount): boolean {
  return roles.some(({ rolename }) => rolename === roleOf(username));
}

/** Says for which device and which of its secrets an account was provisioned. */
export function accountMark(deviceId: number, secretHash: Buffer): string {
  return `device ${deviceId}, secret ${secretHash.toString('hex').slice(0, 16)}`;
}

/** True if the mark names another device; an account without a mark was created by hand. */
export function isOfOtherDevice({ textdescription }: BrokerAccount, deviceId: number): boolean {
  return textdescription !== undefined && !textdescription.startsWith(`device ${deviceId},`);
}

export async function findAccount(
  security: DynamicSecurity,
  code: string,
): Promise<BrokerAccount | undefined> {
  const [response] = await security.send([{ command: 'getClient', username: code }]);
  return response?.data?.['client'] as BrokerAccount | undefined;
}

/** Creates the account or changes its secret, which closes a connection made with another one. */
export async function saveAccount(
  security: DynamicSecurity,
  code: string,
  { secret, mark, isNew }: { secret: string; mark: string; isNew: boolean },
): Promise<void> {
  await saveRole(security, code);
  await security.run({
    command: isNew ? 'createClient' : 'modifyClient',
    username: code,
    clientid: code,
    password: secret,
    textdescription: mark,
    roles: [{ rolename: roleOf(code) }],
  });
}

/** Ends the connection of the device, its session with what is queued in it, and the account. */
export async function deleteAccount(
  security: DynamicSecurity,
  code: string,
  session: { readonly url: string; readonly password: string },
): Promise<void> {
  await security.run({ command: 'modifyClient', username: code, password: session.password });
  await endSession(code, session).catch((error: unknown) => {
    // An administrator of the broker disabled the account.
    if (!/not authorized/i.test((error as Error).message)) throw error;
  });
  await security.run({ command: 'deleteClient', username: code });
  await security.send([{ command: 'deleteRole', rolename: roleOf(code) }]);
}

/** Connects as the device with a clean start, which discards its session. */
export async function endSession(
  code: string,
  { url, password }: { readonly url: string; readonly password: string },
): Promise<void> {
  const address = new URL(url);
  address.username = '';
  address.password = '';
  const client = await connectOnce(address.href, {
    clientId: code,
    username: code,
    password,
    properties: { sessionExpiryInterval: 0 },
  });
  await client.endAsync();
}

/** Device codes whose role is not as it should be. */
export async function findChangedRoles(security: DynamicSecurity): Promise<string[]> {
  const roles = await security.list<BrokerRole>('listRoles', 'roles');
  return roles
    .filter(({ rolename }) => rolename.startsWith(ROLE_PREFIX))
    .map(({ rolename, acls = [] }) => ({ code: rolename.slice(ROLE_PREFIX.length), acls }))
    .filter(({ code, acls }) => aclText(acls) !== aclText(aclsOf(code)))
    .map(({ code }) => code);
}

export async function saveRole(security: DynamicSecurity, code: string): Promise<void> {
  const role = { rolename: roleOf(code), acls: aclsOf(code) };
  const [created] = await security.send([{ command: 'createRole', ...role }]);
  if (created?.error !== undefined) await security.run({ command: 'modifyRole', ...role });
}

const roleOf = (code: string): string => `${ROLE_PREFIX}${code}`;

const aclsOf = (code: string): Acl[] => [
  { acltype: 'publishClientSend', topic: `ep/1/${code}/up/#`, allow: true },
  { acltype: 'publishClientReceive', topic: `ep/1/${code}/down/#`, allow: true },
  { acltype: 'subscribePattern', topic: `ep/1/${code}/down/#`, allow: true },
];

const aclText = (acls: readonly Acl[]): string =>
  acls
    .map(({ acltype, topic, allow }) => `${acltype} ${topic} ${allow}`)
    .toSorted()
    .join('\n');
