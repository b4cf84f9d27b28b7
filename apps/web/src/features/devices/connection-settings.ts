/** What a device needs to connect (device protocol, "Identity"), and a line to try it with. */
import type { Answer } from '../../lib/call-types.ts';

export interface ConnectionSettings {
  readonly host: string;
  readonly port: number;
  readonly tlsPort: number | null;
  readonly code: string;
  readonly publishTopic: string;
  readonly subscribeTopic: string;
}

export type BrokerAddress = NonNullable<Answer<'v1.device.addOrUpdate'>['data']['connection']>;

/** Port of the protocol's document, for a server that does not name its own. */
const USUAL_PORT = 1883;

/** `pageHost` is where this page came from: the broker stands there unless the server knows better. */
export function connectionSettings(
  code: string,
  broker: BrokerAddress | undefined,
  pageHost: string,
): ConnectionSettings {
  return {
    host: broker?.host ?? pageHost,
    port: broker?.port ?? USUAL_PORT,
    tlsPort: broker?.tls_port ?? null,
    code,
    publishTopic: `ep/1/${code}/up/data`,
    subscribeTopic: `ep/1/${code}/down/#`,
  };
}

/** A shell line that sends one reading; single quotes keep the shell away from it. */
export function tryLine(settings: ConnectionSettings, secret: string): string {
  const { host, port, code, publishTopic } = settings;
  const reading = JSON.stringify({ volPa: 230.1, curA: 4.2, insP: 0.94 });
  return [
    'mosquitto_pub',
    `-h ${host} -p ${port}`,
    `-i ${code} -u ${code} -P '${secret}'`,
    `-q 1 -t ${publishTopic} -m '${reading}'`,
  ].join(' ');
}
