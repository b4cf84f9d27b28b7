/**
 * Creates the simulator's devices on a running server: signs in, registers `SIM-000001` and so on,
 * and stores the secret that each registration returns. A device that exists already gets a new
 * secret, which a customer's administrator may issue. Only this file calls the platform's API.
 */
import type { Credentials } from './credentials.ts';

export interface AccountOptions {
  /** URL of the server, for example `http://127.0.0.1:8080`. */
  readonly server: string;
  readonly user: string;
  readonly password: string;
  /** Prefix of the codes: `SIM` gives `SIM-000001`. */
  readonly prefix: string;
  /** Type of all devices; if absent, every eighth is a terminal and the others are breakers. */
  readonly type?: string | undefined;
  readonly devices: number;
  readonly onProgress: (registered: number) => void;
}

interface Answer<T> {
  readonly errCode?: number;
  readonly code?: number;
  readonly msg?: string;
  readonly reason?: string;
  readonly data?: T | null;
}

interface SignedIn {
  readonly token?: string;
  readonly reset_pwd?: boolean;
  readonly user_info?: { readonly group_id?: number };
}

interface Secret {
  readonly device_secret?: string;
}

type Rates = readonly { readonly id: number; readonly is_default: string }[];

const AT_ONCE = 4;
const REQUEST_TIMEOUT_MS = 10_000;
const RATED_CURRENT_A = 63;

/** Throws an error of one sentence if the server is unreachable or refuses. */
export async function ensureDevices(options: AccountOptions): Promise<Credentials[]> {
  const session = await signIn(options);
  const wanted = Array.from({ length: options.devices }, (_, index) => index + 1);
  const found: Credentials[] = [];
  const work = async (): Promise<void> => {
    for (let number = wanted.shift(); number !== undefined; number = wanted.shift()) {
      found.push(await ensureDevice(session, options, number));
      options.onProgress(found.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found.sort((one, other) => (one.code < other.code ? -1 : 1));
}

interface Session {
  readonly server: string;
  readonly token: string;
  /** Password of the user, which the server requires again to renew a secret. */
  readonly password: string;
  readonly groupId: number | undefined;
  readonly rateId: number | undefined;
}

async function signIn({ server, user, password }: AccountOptions): Promise<Session> {
  const answer = await call<SignedIn>(server, '/api/v2/login', undefined, {
    user_account: user,
    password,
  });
  const token = answer.data?.token;
  if (answer.code !== 0 || token === undefined) {
    throw new Error(`sign-in as ${user} was refused: ${answer.msg ?? 'no reason given'}`);
  }
  if (answer.data?.reset_pwd === true) {
    throw new Error(`${user} has to change the initial password first`);
  }
  const rates = (await call<Rates>(server, '/api/v2/rates', token)).data ?? [];
  const rate = rates.find(({ is_default }) => is_default === 'yes') ?? rates[0];
  return { server, token, password, groupId: answer.data?.user_info?.group_id, rateId: rate?.id };
}

async function ensureDevice(
  session: Session,
  options: AccountOptions,
  number: number,
): Promise<Credentials> {
  const { server, token, password, groupId, rateId } = session;
  const type = options.type ?? (number % 8 === 0 ? 'HF-DTU' : 'MT61');
  const code = `${options.prefix}-${String(number).padStart(6, '0')}`;
  const registered = await call<Secret>(server, '/device/addOrUpdate', token, {
    deviceName: `Simulated ${number}`,
    deviceSymbolCode: code,
    deviceType: type,
    rate: rateId,
    groupId,
    manufactureName: '',
  });
  const answer =
    registered.reason === 'device-code-taken'
      ? await call<Secret>(server, `/api/v2/device/${code}/secret`, token, { password })
      : registered;
  const secret = answer.data?.device_secret;
  if (secret === undefined) {
    throw new Error(`${code} could not be registered: ${answer.msg ?? 'no reason given'}`);
  }
  return { code, secret, type, slaveCount: 0, ratedCurrentA: RATED_CURRENT_A };
}

/** Sends a POST if there is a body, otherwise a GET. */
async function call<T>(
  server: string,
  path: string,
  token: string | undefined,
  body?: object,
): Promise<Answer<T>> {
  let response: Response;
  try {
    response = await fetch(new URL(path, server), {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  } catch (cause) {
    throw new Error(`no answer from ${server}`, { cause });
  }
  try {
    return (await response.json()) as Answer<T>;
  } catch (cause) {
    throw new Error(`${server}${path} answered ${response.status} and no JSON`, { cause });
  }
}
