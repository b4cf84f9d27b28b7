import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandTopic, parseTopic, UP_KINDS, upTopic } from './topics.ts';

const CODE = '867530901234567';

describe('topics', () => {
  it.each([...UP_KINDS])('builds and parses %s', (kind) => {
    expect(upTopic(CODE, kind)).toBe(`ep/1/${CODE}/up/${kind}`);
    expect(parseTopic(upTopic(CODE, kind))).toEqual({ direction: 'up', code: CODE, kind });
  });

  it('builds and parses down/command', () => {
    expect(commandTopic(CODE)).toBe(`ep/1/${CODE}/down/command`);
    expect(parseTopic(commandTopic(CODE))).toEqual({ direction: 'down', code: CODE });
  });

  it.each([
    '',
    'ep',
    `ep/1/${CODE}`,
    `ep/1/${CODE}/up`,
    `ep/1/${CODE}/up/`,
    `ep/1/${CODE}/up/data/`,
    `ep/1/${CODE}/up/data/x`,
    `/ep/1/${CODE}/up/data`,
    `ep/2/${CODE}/up/data`,
    `ep/1/${CODE}/up/Data`,
    `ep/1/${CODE}/up/constructor`,
    `ep/1/${CODE}/down/data`,
    `ep/1/${CODE}/down/command/x`,
    'ep/1/short/up/data',
    'ep/1/+/up/data',
    'ep/1/#',
    'ep/1/8675309012345+7/up/data',
    `ep/1/${CODE}\n/up/data`,
    `ep/1/${CODE}/up/data\n`,
    `ep/1//up/data`,
    `$SYS/1/${CODE}/up/data`,
    `$share/g/ep/1/${CODE}/up/data`,
    'ep/1/８６７５３０９０１２３４５６７/up/data',
  ])('rejects %j', (topic) => {
    expect(parseTopic(topic)).toBeUndefined();
  });

  it('parses only topics that it could have built', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (tail) => {
        const parsed = parseTopic(`ep/1/${tail}`);
        if (parsed === undefined) return;
        const built =
          parsed.direction === 'up' ? upTopic(parsed.code, parsed.kind) : commandTopic(parsed.code);
        expect(built).toBe(`ep/1/${tail}`);
      }),
    );
  });
});
