import { expect, it } from 'vitest';
import type { ConnectionFacts } from './foreign-protocol.ts';
import { TasmotaConnection } from './tasmota-connection.ts';

const CODE = 'tasmota-four-relays';

function connectionWith(addresses: readonly number[]): TasmotaConnection {
  const slaves = new Map(addresses.map((address) => [address, { ref: { deviceId: address } }]));
  return new TasmotaConnection({
    code: CODE,
    device: { slaves },
    known: { action: undefined, commanded: undefined },
    knownOfSlaves: new Map(),
    monotonic: () => 0,
  } as unknown as ConnectionFacts);
}

it('takes commands at once with one relay, with several once they are known', () => {
  expect(connectionWith([]).isReady).toBe(true);
  const several = connectionWith([2]);
  expect(several.isReady).toBe(false);
  several.decode(`stat/${CODE}/STATUS10`, Buffer.from('{"StatusSNS":{}}'));
  expect(several.isReady).toBe(false);
  const state = '{"Uptime":"0T00:10:00","POWER1":"ON","POWER2":"ON"}';
  several.decode(`tele/${CODE}/STATE`, Buffer.from(state));
  expect(several.isReady).toBe(true);
});
