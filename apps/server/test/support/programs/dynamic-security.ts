/**
 * Debian's mosquitto with its dynamic security plugin and the account of Busbar, as described in
 * docs/operations.md.
 */
import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectOnce } from '../../../src/gateway/mqtt/accounts/dynamic-security.ts';
import { createMosquitto, type Mosquitto, mosquittoProgram } from './mosquitto.ts';

const PLUGIN = [
  process.env['MOSQUITTO_DYNAMIC_SECURITY'],
  '/usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so',
  '/usr/lib/aarch64-linux-gnu/mosquitto_dynamic_security.so',
].find((file) => file !== undefined && existsSync(file));

export const hasDynamicSecurity = mosquittoProgram !== undefined && PLUGIN !== undefined;

const ADMIN = { username: 'busbar', password: 'busbar-password' };

const acl = (acltype: string, topic: string) => ({ acltype, topic, allow: true });

const BUSBAR_ACLS = [
  acl('subscribePattern', 'ep/1/+/up/#'),
  acl('subscribePattern', '$share/busbar/ep/1/+/up/#'),
  acl('publishClientSend', 'ep/1/+/down/command'),
  acl('publishClientSend', 'busbar/session/#'),
  acl('subscribePattern', 'busbar/session/#'),
  acl('subscribePattern', '$share/busbar-probe/busbar/session/#'),
  // Devices of other manufacturers.
  acl('subscribePattern', '+/#'),
  acl('publishClientSend', '+/rpc'),
  acl('publishClientSend', 'cmnd/+/+'),
  acl('publishClientSend', '+/+/set'),
  acl('publishClientSend', '+/+/get'),
  acl('publishClientSend', '+/bridge/request/+'),
  acl('publishClientSend', '$CONTROL/dynamic-security/v1'),
  acl('subscribePattern', '$CONTROL/dynamic-security/v1/response'),
  acl('publishClientReceive', '$CONTROL/dynamic-security/v1/response'),
];

function account(username: string, password: string, rolename: string) {
  const salt = randomBytes(12);
  return {
    username,
    salt: salt.toString('base64'),
    password: pbkdf2Sync(password, salt, 101, 64, 'sha512').toString('base64'),
    iterations: 101,
    roles: [{ rolename }],
  };
}

export interface DynamicMosquitto extends Mosquitto {
  /**
   * Replaces all accounts with Busbar's account and one created manually; the broker must be
   * stopped.
   */
  reset(handMade: { readonly username: string; readonly password: string }): void;
}

export async function createDynamicMosquitto(): Promise<DynamicMosquitto> {
  const broker = await createMosquitto({
    lines: (folder) => [
      'allow_anonymous false',
      `plugin ${PLUGIN}`,
      `plugin_opt_config_file ${join(folder, 'dynamic-security.json')}`,
    ],
    probe: ADMIN,
  });
  const url = broker.url.replace('//', `//${ADMIN.username}:${ADMIN.password}@`);
  return {
    ...broker,
    url,
    reset({ username, password }) {
      const file = join(broker.folder, 'dynamic-security.json');
      const content = {
        clients: [
          account(ADMIN.username, ADMIN.password, 'busbar'),
          account(username, password, 'person'),
        ],
        roles: [
          { rolename: 'busbar', acls: BUSBAR_ACLS },
          { rolename: 'person', acls: [] },
        ],
        defaultACLAccess: {
          publishClientSend: false,
          publishClientReceive: true,
          subscribe: false,
          unsubscribe: true,
        },
      };
      writeFileSync(file, JSON.stringify(content));
      chmodSync(file, 0o666);
    },
  };
}

/** Returns true if the broker accepts the credentials of a device. */
export async function isLetIn(broker: Mosquitto, code: string, secret: string): Promise<boolean> {
  try {
    const client = await connectOnce(`mqtt://127.0.0.1:${broker.port}`, {
      clientId: code,
      username: code,
      password: secret,
    });
    await client.endAsync();
    return true;
  } catch {
    return false;
  }
}
