/**
 * Sends commands to mosquitto's dynamic security plugin, over a separate connection. The plugin
 * answers each message with one response for each of its commands.
 */
import { randomUUID } from 'node:crypto';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';

const COMMANDS = '$CONTROL/dynamic-security/v1';
const RESPONSES = `${COMMANDS}/response`;
const CONNECT_TIMEOUT_MS = 10_000;
const RESPONSE_TIMEOUT_MS = 5_000;
const PAGE = 200;
/** MQTT 5 reason codes for a forbidden topic: not authorized, invalid filter, invalid name. */
const REFUSED_TOPIC: ReadonlySet<unknown> = new Set([135, 143, 144]);

export type Command = { readonly command: string } & Readonly<Record<string, unknown>>;

export interface CommandResponse {
  readonly command: string;
  readonly error?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly correlationData?: string;
}

/** The error if the broker has no plugin, or the account of `MQTT_URL` may not use it. */
export class NoDynamicSecurity extends Error {}

/** The error if the plugin refused a command. */
export class RefusedCommand extends Error {
  constructor({ command, error = '' }: CommandResponse) {
    super(`${command}: ${error}`);
  }
}

class NoResponse extends Error {
  readonly isAcknowledged: boolean;
  constructor(isAcknowledged: boolean) {
    super('no response from the plugin');
    this.isAcknowledged = isAcknowledged;
  }
}

/** Connects with a clean start; rejects also if the broker closes the connection without a reason. */
export async function connectOnce(url: string, options: IClientOptions): Promise<MqttClient> {
  const once = { protocolVersion: 5, clean: true, reconnectPeriod: 0 } as const;
  const client = await mqtt.connectAsync(
    url,
    { ...once, connectTimeout: CONNECT_TIMEOUT_MS, ...options },
    false,
  );
  client.on('error', () => undefined);
  return client;
}

export class DynamicSecurity {
  readonly #client: MqttClient;
  readonly #waiting = new Map<string, (responses: readonly CommandResponse[]) => void>();

  private constructor(client: MqttClient) {
    this.#client = client;
    client.on('message', (topic, payload) => {
      if (topic === RESPONSES) this.#receive(payload.toString());
    });
  }

  /**
   * Throws NoDynamicSecurity if the broker refuses the topics of the plugin, or responds to
   * everything but the command; any other error if the broker is unavailable or the connection is
   * lost.
   */
  static async connect(url: string): Promise<DynamicSecurity> {
    const client = await connectOnce(url, { clientId: `busbar-accounts-${randomUUID()}` });
    const security = new DynamicSecurity(client);
    try {
      await client.subscribeAsync(RESPONSES, { qos: 1 });
      await security.run({ command: 'getDefaultACLAccess' });
    } catch (error) {
      const hasNoPlugin = await security.#provesNoPlugin(error);
      await security.close();
      throw hasNoPlugin ? new NoDynamicSecurity((error as Error).message) : error;
    }
    return security;
  }

  async #provesNoPlugin(error: unknown): Promise<boolean> {
    if (error instanceof NoResponse) return error.isAcknowledged && (await this.#isAnswering());
    return error instanceof RefusedCommand || isRefusedTopic(error);
  }

  /** True if the broker still responds over this connection; ends the plugin subscription. */
  async #isAnswering(): Promise<boolean> {
    let limit: NodeJS.Timeout | undefined;
    const expired = new Promise<boolean>((resolve) => {
      limit = setTimeout(() => resolve(false), RESPONSE_TIMEOUT_MS);
    });
    const answered = this.#client.unsubscribeAsync(RESPONSES).then(
      () => true,
      () => false,
    );
    return Promise.race([answered, expired]).finally(() => clearTimeout(limit));
  }

  /** Returns the response to one command. Throws RefusedCommand if the plugin reports an error. */
  async run(command: Command): Promise<CommandResponse> {
    const [response] = await this.send([command]);
    if (response?.error !== undefined) throw new RefusedCommand(response);
    return response!;
  }

  /** Returns the responses to several commands in order; the broker runs them without a pause. */
  send(commands: readonly Command[]): Promise<readonly CommandResponse[]> {
    const correlationData = randomUUID();
    const message = JSON.stringify({
      commands: commands.map((command) => ({ ...command, correlationData })),
    });
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(limit);
        this.#client.off('close', onClose);
        this.#waiting.delete(correlationData);
        settle();
      };
      const fail = (error: Error) => end(() => reject(error));
      const onClose = () => fail(new Error('the connection to the broker was closed'));
      let isAcknowledged = false;
      const limit = setTimeout(() => fail(new NoResponse(isAcknowledged)), RESPONSE_TIMEOUT_MS);
      this.#client.once('close', onClose);
      this.#waiting.set(correlationData, (responses) => end(() => resolve(responses)));
      this.#client.publishAsync(COMMANDS, message, { qos: 1 }).then(() => {
        isAcknowledged = true;
      }, fail);
    });
  }

  /** Returns all entries of a list, `clients` or `roles`. */
  async list<T>(command: string, entries: string): Promise<T[]> {
    const all: T[] = [];
    for (;;) {
      const { data } = await this.run({ command, verbose: true, count: PAGE, offset: all.length });
      const page = (data?.[entries] ?? []) as T[];
      all.push(...page);
      if (page.length < PAGE) return all;
    }
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true).catch(() => undefined);
  }

  #receive(text: string): void {
    const { responses } = JSON.parse(text) as { responses: readonly CommandResponse[] };
    const id = responses[0]?.correlationData;
    if (id !== undefined) this.#waiting.get(id)?.(responses);
  }
}

/** A PUBACK error contains its reason code itself; a SUBACK error contains it in the packet. */
function isRefusedTopic(error: unknown): boolean {
  const { code, packet } = error as { code?: unknown; packet?: { granted?: readonly number[] } };
  return [code, ...(packet?.granted ?? [])].some((one) => REFUSED_TOPIC.has(one));
}
