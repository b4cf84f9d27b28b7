import { type ApiAnswer, ApiClient } from './ask.ts';
import type { Program } from './demo/program.ts';

export interface Zone {
  readonly id: number;
  readonly iana: string;
}

/** Registers a customer and signs its administrator in; returns the client and the user. */
export async function registerCustomer(
  program: Program,
  account: string,
  password: string,
  zoneOf: (zones: readonly Zone[]) => Zone,
): Promise<{ client: ApiClient; user: ApiAnswer['data']; zone: Zone }> {
  const client = new ApiClient(program);
  const zone = zoneOf(await client.call('GET', '/api/v2/zones'));
  const registered = await client.call('POST', '/api/v2/register', {
    chinese_code: account,
    english_code: account,
    platform_account: account,
    contact_user: account,
    zone_id: zone.id,
  });
  await client.call('POST', '/api/v2/audit', {
    audit_flag: true,
    customer_id: registered.customer_id,
    input_pass: program.activationPassword,
  });
  await client.signIn(account, registered.initial_password);
  await client.changePassword(registered.initial_password, password);
  const { user_info: user } = await client.signIn(account, password);
  return { client, user, zone };
}
