/** Connection parameters of a device (device protocol, "Identity"), and a test command. */
import type { Answer } from '../lib/calls/call-types.ts';

export interface ConnectionSettings {
  readonly host: string;
  readonly port: number;
  readonly tlsPort: number | null;
  readonly code: string;
  readonly publishTopic: string;
  readonly subscribeTopic: string;
}

export type BrokerAddress = NonNullable<Answer<'v1.device.addOrUpdate'>['data']['connection']>;

/** Default port in the protocol document, used if the server does not return its port. */
const USUAL_PORT = 1883;

/** `pageHost` is this page's host, which is the broker's unless the server returns another. */
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

/** Returns a shell command that sends one reading; single quotes prevent shell expansion. */
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
