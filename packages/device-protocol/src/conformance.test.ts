import { readFileSync } from 'node:fs';
import { REJECT_REASONS } from '@busbar/domain/device/rejection';
import { describe, expect, it } from 'vitest';
import { decodeExample, encodeExample, readExamples } from '../test/conformance.ts';
import { UP_KINDS } from './topics.ts';

const document = readFileSync(new URL('../../../docs/protocol/device.md', import.meta.url), 'utf8');
const examples = readExamples(document);

describe('the device protocol document', () => {
  it.each(examples)('line $line: $topic is decoded as documented', (example) => {
    expect(decodeExample(example)).toEqual(example.expected);
  });

  const reversible = examples.filter(
    (example) => example.payload !== '[]' && encodeExample(example) !== undefined,
  );

  it.each(reversible)('line $line: $topic is encoded again to the same payload', (example) => {
    const payload = JSON.parse(example.payload);
    const { slaves } = payload;
    if (Array.isArray(slaves)) payload.slaves = [...new Set(slaves)].sort();
    expect(encodeExample(example)).toEqual(payload);
  });

  it('has valid and invalid examples of every message', () => {
    const topics = [...UP_KINDS.map((kind) => `up/${kind}`), 'down/command'];
    for (const topic of topics) {
      const own = examples.filter((example) => example.topic === topic);
      expect(own.length, topic).toBeGreaterThan(0);
    }
    expect(examples.length).toBeGreaterThan(60);
    expect(reversible.length).toBeGreaterThan(20);
  });

  it('documents every reason for a rejection', () => {
    for (const reason of REJECT_REASONS) expect(document).toContain(`\`${reason}\``);
  });

  it('is rejected if a payload has no decoded block, or a decoded block has no payload', () => {
    expect(() => readExamples('```json up/data\n{}\n```\n')).toThrow('line 1');
    expect(() => readExamples('```json decoded\n{}\n```\n')).toThrow('line 1');
  });
});
