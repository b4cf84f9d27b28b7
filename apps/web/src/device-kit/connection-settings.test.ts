import { describe, expect, it } from 'vitest';
import { connectionSettings, tryLine } from './connection-settings.ts';

const CODE = '866123000010001';

describe('connection settings', () => {
  it('use the broker named by the server', () => {
    const settings = connectionSettings(
      CODE,
      { host: 'mqtt.example', port: 11883, tls_port: 8883, dtu_port: null },
      'busbar.example',
    );
    expect([settings.host, settings.port, settings.tlsPort]).toEqual(['mqtt.example', 11883, 8883]);
  });

  it('default to the host of the page if the server names no broker', () => {
    const named = connectionSettings(
      CODE,
      { host: null, port: 1884, tls_port: null, dtu_port: null },
      'busbar.site',
    );
    expect([named.host, named.port]).toEqual(['busbar.site', 1884]);
    expect(connectionSettings(CODE, undefined, 'busbar.site').port).toBe(1883);
  });

  it('include a shell command that sends one reading as this device', () => {
    const line = tryLine(connectionSettings(CODE, undefined, 'busbar.site'), 'S3cret-_x');
    expect(line).toBe(
      `mosquitto_pub -h busbar.site -p 1883 -i ${CODE} -u ${CODE} -P 'S3cret-_x' -q 1 ` +
        `-t ep/1/${CODE}/up/data -m '{"volPa":230.1,"curA":4.2,"insP":0.94}'`,
    );
  });
});
