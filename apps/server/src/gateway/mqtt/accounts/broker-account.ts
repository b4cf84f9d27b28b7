/**
 * The account of one device in the dynamic security plugin. The device code is its only permitted
 * client identifier, and it has its own role: mosquitto 2.0 has no role whose topics contain the
 * user name. The role identifies accounts that belong to Busbar; others are never changed.
 */
import { randomBytes } from 'node:crypto';
import { rightsOfDevice } from '@busbar/device-protocol/foreign/broker-topics';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
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

/**
 * Returns the account's description, which identifies the device and the secret that the account
 * was provisioned for.
 */
export function accountMark(deviceId: number, secretHash: Buffer): string {
  return `device ${deviceId}, secret ${secretHash.toString('hex').slice(0, 16)}`;
}

/** True if the description names another device; an account without one was created manually. */
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

/** Description of an account whose device cannot connect yet. */
const PREPARED_MARK = 'device 0, prepared';

/**
 * Creates the account of a device, or adopts the account of the former device with this code. The
 * session is ended first, under a secret that no one knows: messages queued in it must not reach
 * the new device, which may connect as soon as its secret is valid.
 */
export async function provisionAccount(
  security: DynamicSecurity,
  code: string,
  { url, ...account }: NewAccount & { readonly url: string },
): Promise<void> {
  const password = randomSecret();
  await saveAccount(security, code, { ...account, secret: password, mark: PREPARED_MARK });
  await endSession(security, code, { url, password });
  await saveAccount(security, code, { ...account, isNew: false });
}

interface NewAccount {
  readonly protocol: DeviceProtocol;
  readonly secret: string;
  readonly mark: string;
  readonly isNew: boolean;
}

/** Creates the account or changes its secret, closing a connection made with another secret. */
export async function saveAccount(
  security: DynamicSecurity,
  code: string,
  { protocol, secret, mark, isNew }: NewAccount,
): Promise<void> {
  await saveRole(security, code, protocol);
  await security.run({
    command: isNew ? 'createClient' : 'modifyClient',
    username: code,
    clientid: code,
    password: secret,
    textdescription: mark,
    roles: [{ rolename: roleOf(code) }],
  });
}

/** Closes the device's connection; deletes its account, and its session with queued messages. */
export async function deleteAccount(
  security: DynamicSecurity,
  code: string,
  url: string,
): Promise<void> {
  const password = randomSecret();
  await security.run({ command: 'modifyClient', username: code, password });
  await endSession(security, code, { url, password });
  await security.run({ command: 'deleteClient', username: code });
  await security.send([{ command: 'deleteRole', rolename: roleOf(code) }]);
}

const randomSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Connects as the device with a clean start, which discards its session. This enables an account
 * that an administrator of the broker disabled for the former device.
 */
async function endSession(
  security: DynamicSecurity,
  code: string,
  { url, password }: { readonly url: string; readonly password: string },
): Promise<void> {
  await security.run({ command: 'enableClient', username: code });
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

/**
 * Returns the device codes whose role differs from the expected one. A role without a device
 * belongs to an account that is about to be deleted.
 */
export async function findChangedRoles(
  security: DynamicSecurity,
  protocolOf: (code: string) => DeviceProtocol | undefined,
): Promise<string[]> {
  const roles = await security.list<BrokerRole>('listRoles', 'roles');
  return roles
    .filter(({ rolename }) => rolename.startsWith(ROLE_PREFIX))
    .map(({ rolename, acls = [] }) => ({ code: rolename.slice(ROLE_PREFIX.length), acls }))
    .filter(({ code, acls }) => {
      const protocol = protocolOf(code);
      return protocol !== undefined && aclText(acls) !== aclText(aclsOf(code, protocol));
    })
    .map(({ code }) => code);
}

export async function saveRole(
  security: DynamicSecurity,
  code: string,
  protocol: DeviceProtocol,
): Promise<void> {
  const role = { rolename: roleOf(code), acls: aclsOf(code, protocol) };
  const [created] = await security.send([{ command: 'createRole', ...role }]);
  if (created?.error !== undefined) await security.run({ command: 'modifyRole', ...role });
}

const roleOf = (code: string): string => `${ROLE_PREFIX}${code}`;

function aclsOf(code: string, protocol: DeviceProtocol): Acl[] {
  const { publish, receive } = rightsOfDevice(protocol, code);
  const acl = (acltype: string) => (topic: string) => ({ acltype, topic, allow: true });
  return [
    ...publish.map(acl('publishClientSend')),
    ...receive.map(acl('publishClientReceive')),
    ...receive.map(acl('subscribePattern')),
  ];
}

const aclText = (acls: readonly Acl[]): string =>
  acls
    .map(({ acltype, topic, allow }) => `${acltype} ${topic} ${allow}`)
    .toSorted()
    .join('\n');
