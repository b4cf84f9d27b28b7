import { expect, it } from 'vitest';
import type { DeviceCommand } from '../../../areas/control/commands/device-command.ts';
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

it('registers and switches none of four relays while two of them drive a shutter', () => {
  const connection = connectionWith([2, 3, 4]);
  const open = (relay: number) =>
    connection.prepare({
      ...{ id: `of-${relay}`, expiresAt: 0 },
      ...(relay === 1
        ? { op: 'switch', to: 'open' }
        : { op: 'slaves', slots: [{ address: relay, order: 'open' }] }),
    } as DeviceCommand);
  const relays = [1, 2, 3, 4];
  const state = '{"Uptime":"0T00:10:00","POWER1":"OFF","POWER2":"OFF","POWER3":"ON","POWER4":"ON"}';
  const sense = (sensors: object) =>
    connection.decode(
      `stat/${CODE}/STATUS10`,
      Buffer.from(JSON.stringify({ StatusSNS: { ENERGY: { Power: 100 }, ...sensors } })),
    );
  sense({ Shutter1: { Position: 0, Direction: 0, Target: 0, Tilt: 0 } });
  const { content } = connection.decode(`tele/${CODE}/STATE`, Buffer.from(state));
  expect(content.states).toEqual([]);
  expect(content.info).toBeUndefined();
  expect(relays.map(open)).toEqual([undefined, undefined, undefined, undefined]);
  // Without the shutter each of them is a breaker.
  sense({});
  expect(relays.map((relay) => open(relay)?.commandId)).toEqual(['of-1', 'of-2', 'of-3', 'of-4']);
});
