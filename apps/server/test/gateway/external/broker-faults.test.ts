/**
 * A broker that Busbar cannot use, or only with losses, is named in one sentence in the log and in
 * `/health/ready`, and the sentence disappears with the fault.
 */

import { writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { createIngest } from '../../../src/areas/telemetry/ingest/ingest.ts';
import { systemClock } from '../../../src/clock.ts';
import { startGateway } from '../../../src/gateway/gateway.ts';
import { DynamicSecurity } from '../../../src/gateway/mqtt/accounts/dynamic-security.ts';
import { startMqtt } from '../../../src/gateway/mqtt/start-mqtt.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import {
  createDynamicMosquitto,
  hasDynamicSecurity,
} from '../../support/programs/dynamic-security.ts';
import { createMosquitto } from '../../support/programs/mosquitto.ts';
import { pollUntil } from '../../support/programs/poll-until.ts';
import { freePort } from '../../support/programs/server-program.ts';
import { sampleCommand } from '../../support/sample-commands.ts';
import { gatewayContext, startTestGateway } from '../../support/start-gateway.ts';
import { startServer } from '../../support/start-server.ts';

describe.skipIf(!hasDynamicSecurity)('a broker with unsuitable settings', () => {
  describeWithDatabase('behind the gateway', (database) => {
    const removals: (() => unknown)[] = [];
    afterAll(async () => {
      for (const remove of removals.toReversed()) await remove();
    });

    async function mosquitto(...lines: string[]) {
      const broker = await createMosquitto({ lines: () => lines });
      removals.push(() => broker.remove());
      await broker.start();
      return broker;
    }

    async function gateway(url: string) {
      const log: string[] = [];
      const write = (line: string) => void log.push(JSON.parse(line).msg);
      const ctx = {
        ...gatewayContext(database, { env: { MQTT_URL: url } }),
        clock: systemClock,
        log: pino({ level: 'error' }, { write }),
      };
      const ingest = createIngest(ctx);
      const started = await startGateway(ctx, ingest, { mqtt: startMqtt });
      const stop = async () => {
        await started.stop();
        await ingest.stop();
      };
      removals.push(stop);
      const faults = (text: string) =>
        pollUntil(
          () => ctx.brokerFaults.texts,
          (texts) => texts.some((one) => one.includes(text)),
          30_000,
        );
      const isUsed = () =>
        pollUntil(
          () => started.link.isConnected('any'),
          (is) => is,
        );
      const isFree = () =>
        pollUntil(
          () => ctx.brokerFaults.texts,
          (texts) => texts.length === 0,
          30_000,
        );
      return { ctx, log, link: started.link, faults, isUsed, isFree, stop };
    }

    /** A proxy that adds a property to each CONNACK, like a broker with other settings. */
    async function withProperty(port: number, property: Buffer): Promise<string> {
      const sockets = new Set<Socket>();
      const server = createServer((near) => {
        const far = connect(port, '127.0.0.1');
        let isFirst = true;
        far.on('data', (bytes) => {
          near.write(isFirst ? addProperty(bytes, property) : bytes);
          isFirst = false;
        });
        near.on('data', (bytes) => far.write(bytes));
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const) {
          sockets.add(one);
          one.on('error', () => undefined);
          one.on('close', () => other.destroy());
        }
      });
      const own = await freePort();
      await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve));
      removals.push(() => {
        for (const socket of sockets) socket.destroy();
        server.close();
      });
      return `mqtt://127.0.0.1:${own}`;
    }

    it('without MQTT 5 is named once, and is not used', async () => {
      const broker = await startTestGateway(database);
      const { faults, log, link, ctx, stop } = await gateway(`mqtt://127.0.0.1:${broker.port}`);
      await faults('does not support MQTT 5');
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect(log).toHaveLength(1);
      expect(log).toEqual(ctx.brokerFaults.texts);
      expect(link.isConnected('any')).toBe(false);
      await stop();
    });

    it('without shared subscriptions is named, and is not used', async () => {
      const broker = await mosquitto('allow_anonymous true');
      const { faults, link, stop } = await gateway(
        await withProperty(broker.port, Buffer.from([0x2a, 0])),
      );
      await faults('does not support shared subscriptions');
      expect(link.isConnected('any')).toBe(false);
      await stop();
    });

    it('that deletes sessions early is used, and the time is named', async () => {
      const broker = await mosquitto('allow_anonymous true');
      const { faults, isUsed, stop } = await gateway(
        await withProperty(broker.port, Buffer.from([0x11, 0, 0, 0x0e, 0x10])),
      );
      await faults('deletes sessions after 3600 s instead of 7 days');
      await isUsed();
      await stop();
    });

    it('with low limits is used, and they are named', async () => {
      const broker = await mosquitto(
        'allow_anonymous true',
        'max_inflight_messages 1',
        'max_packet_size 20000',
      );
      const { faults, isUsed, link, stop } = await gateway(broker.url);
      await faults('at most 20000 bytes');
      await faults('only 1 unacknowledged messages');
      await isUsed();
      const device = await mqtt.connectAsync(broker.url, { protocolVersion: 5 });
      const ids: string[] = [];
      device.on('message', (_topic, payload) => ids.push(JSON.parse(payload.toString()).id));
      await device.subscribeAsync('ep/1/+/down/#', { qos: 1 });
      const expected = Array.from({ length: 30 }, (_, i) => `c-${i}`);
      await Promise.all(
        expected.map((id) => link.send('NOBODY-AT-ALL', sampleCommand(id), () => 30_000)),
      );
      await pollUntil(
        () => ids,
        (all) => all.length === expected.length,
      );
      expect(ids).toEqual(expected);
      await device.endAsync();
      await stop();
    });

    it('that refuses the account is named', async () => {
      const broker = await createDynamicMosquitto();
      removals.push(() => broker.remove());
      broker.reset({ username: 'person', password: 'person' });
      await broker.start();
      const { faults, link, stop } = await gateway(broker.url.replace('busbar-password', 'wrong'));
      await faults('refuses the account');
      expect(link.isConnected('any')).toBe(false);
      await stop();
    });

    it('that refuses subscriptions or commands is named until the rights are granted', async () => {
      const broker = await createDynamicMosquitto();
      removals.push(() => broker.remove());
      broker.reset({ username: 'person', password: 'person' });
      await broker.start();
      const right = async (command: string, acltype: string, topic: string) => {
        const security = await DynamicSecurity.connect(broker.url);
        // The broker closes the connections of the account that is changed.
        await security
          .run({ command, rolename: 'busbar', acltype, topic, allow: true, priority: 0 })
          .catch(() => undefined);
        await security.close();
      };
      const shared = ['subscribePattern', '$share/busbar/ep/1/+/up/#'] as const;
      const commands = ['publishClientSend', 'ep/1/+/down/command'] as const;
      // The right for devices of other manufacturers includes shared subscriptions.
      await right('removeRoleACL', 'subscribePattern', '+/#');
      await right('removeRoleACL', ...shared);
      await right('removeRoleACL', ...commands);
      const { faults, isUsed, isFree, link, log, stop } = await gateway(broker.url);
      await faults('refuses the subscriptions');
      expect(link.isConnected('any')).toBe(false);
      await right('addRoleACL', ...shared);
      await isUsed();
      await isFree();
      const send = () => link.send('NOBODY-AT-ALL', sampleCommand(), () => 30_000);
      expect(await send()).toBe('sent');
      await faults('may not publish to ep/1/+/down/command');
      await right('addRoleACL', ...commands);
      await pollUntil(send, (result) => result === 'sent');
      await isFree();
      expect(log).toHaveLength(2);
      await stop();
    });

    it('that delivers nothing is named', async () => {
      const broker = await createMosquitto({
        lines: (folder) => {
          const file = join(folder, 'acl');
          writeFileSync(file, 'topic write busbar/session/#\ntopic read ep/1/+/up/#\n', {
            mode: 0o644,
          });
          return ['allow_anonymous true', `acl_file ${file}`];
        },
      });
      removals.push(() => broker.remove());
      await broker.start();
      const { faults, stop } = await gateway(broker.url);
      await faults('does not deliver messages to Busbar');
      await stop();
    });

    it('is named in /health/ready', async () => {
      const broker = await mosquitto('allow_anonymous true', 'max_packet_size 20000');
      const server = await startServer(database, {
        clock: systemClock,
        env: { MQTT_URL: broker.url },
      });
      const warning = await pollUntil(
        async () => {
          const response = await fetch(`${server.url}/health/ready`);
          return JSON.stringify(await response.json());
        },
        (text) => text.includes('20000 bytes'),
      );
      expect(warning.split('The MQTT broker')).toHaveLength(2);
    });
  });
});

/** Inserts a property into a CONNACK of MQTT 5, whose lengths have one byte each. */
function addProperty(bytes: Buffer, property: Buffer): Buffer {
  const [type, length, flags, reason, properties] = bytes;
  return Buffer.concat([
    Buffer.from([type!, length! + property.length, flags!, reason!, properties! + property.length]),
    property,
    bytes.subarray(5),
  ]);
}
