import { describe, expect, it } from 'vitest';
import { nodeFaults } from './node-watch.ts';

const node = (differenceS: number | null) => ({ name: '10.0.0.11:5432', differenceS, reason: '' });

describe('the sentence about worker nodes', () => {
  it.each([
    [[], undefined],
    [[node(0.2), node(-4)], undefined],
    [
      [node(0), node(null)],
      '1 of 2 worker nodes of the database do not respond: nothing can be read or written for the customers on them.',
    ],
    [
      [node(3_600.2), node(1)],
      "The clock of a worker node of the database is 3600 s ahead of the coordinator's, which Busbar uses: correct it.",
    ],
    [
      [node(-60)],
      "The clock of a worker node of the database is 60 s behind the coordinator's, which Busbar uses: correct it.",
    ],
  ])('about %j', (nodes, sentence) => {
    expect(nodeFaults(nodes)).toBe(sentence);
  });

  it('names both faults', () => {
    const both = nodeFaults([node(null), node(100)]);
    expect(both).toContain('do not respond');
    expect(both).toContain('100 s ahead');
  });
});
