import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { KnownLinks, type ReceivedLinkMessage } from './known-links.ts';

const CODE = 'DEV0000000009';

/** Reads of the device are answered by the test; `taken` are the ingested messages. */
function build() {
  const answers: ((link: unknown) => void)[] = [];
  const taken: { groupId: number; deviceId: number }[] = [];
  const opened: number[] = [];
  const known = new KnownLinks(
    { find: () => new Promise((resolve) => answers.push(resolve)) } as never,
    {
      take: ({ device: { ref } }: { device: { ref: { groupPath: number[]; deviceId: number } } }) =>
        taken.push({ groupId: ref.groupPath[0]!, deviceId: ref.deviceId }),
    } as never,
    {
      opened: ({ ref }: { ref: { deviceId: number } }) => opened.push(ref.deviceId),
      closed: () => undefined,
      closedBefore: () => undefined,
    } as never,
    () => undefined,
  );
  const answer = async (groupId: number, deviceId = 1) => {
    const ref = { deviceId, customerId: 1, deviceCode: CODE, groupPath: [groupId] };
    const device = { ref, kind: 'main', slaves: new Map(), hadOtherOwner: false };
    expect(answers).toHaveLength(1);
    answers.shift()!({ device });
    await wait(0);
  };
  const send = () => {
    const payload = Buffer.from('{"volPa":230}');
    const message = { kind: 'data', topic: 't', payload, receivedAt: 1, settled: () => undefined };
    known.heard(CODE, { ...message, backlog: undefined } as unknown as ReceivedLinkMessage);
  };
  return { known, taken, opened, answer, send };
}

describe('a device of an external broker', () => {
  it('is read again before its messages if it changes while it is read', async () => {
    const { known, taken, answer, send } = build();
    send();
    known.changed(CODE);
    await answer(1);
    expect(taken).toEqual([]);
    await answer(2);
    expect(taken).toEqual([{ groupId: 2, deviceId: 1 }]);
  });

  it('is read again before its messages if a group is moved while it is read', async () => {
    const { known, taken, answer, send } = build();
    send();
    known.moved(1, { from: [1], to: [2, 1] } as never);
    await answer(1);
    await answer(2);
    expect(taken).toEqual([{ groupId: 2, deviceId: 1 }]);
  });

  it('connects again after it was deleted and registered again', async () => {
    const { known, opened, answer, send } = build();
    send();
    await answer(1);
    known.changed(CODE);
    send();
    await answer(1, 2);
    expect(opened).toEqual([1, 2]);
  });
});
