import { TIMING_CONFIG } from '@busbar/domain/protection/timing-config';
import { defaultsOf } from '@busbar/domain/protection/values';
import { describe, expect, it } from 'vitest';
import { commandsOfDay, spansOfDay } from './day-plan.ts';

const none = defaultsOf(TIMING_CONFIG);
const plan = (more: object) => commandsOfDay({ ...none, ...more });

describe('a day of timing slots', () => {
  it('is empty while no slot has a command', () => {
    expect(plan({ time1: '06:30' })).toEqual([]);
    expect(spansOfDay([])).toEqual([]);
  });

  it('carries the last command over midnight', () => {
    const commands = plan({ time1: '22:00', order1: 'open', time2: '06:30', order2: 'close' });
    expect(commands.map(({ slot, minute }) => [slot, minute])).toEqual([
      [2, 390],
      [1, 1320],
    ]);
    expect(spansOfDay(commands)).toEqual([
      { from: 0, to: 390, position: 'open' },
      { from: 390, to: 1320, position: 'closed' },
      { from: 1320, to: 1440, position: 'open' },
    ]);
  });

  it('is one span when only one command is used', () => {
    const commands = plan({ time1: '08:00', order1: 'open', time2: '20:00', order2: 'open' });
    expect(spansOfDay(commands)).toEqual([{ from: 0, to: 1440, position: 'open' }]);
  });

  it('applies the later of two slots at the same minute', () => {
    const commands = plan({ time1: '08:00', order1: 'open', time2: '08:00', order2: 'close' });
    expect(spansOfDay(commands)).toEqual([{ from: 0, to: 1440, position: 'closed' }]);
  });

  it('has no empty span at midnight', () => {
    const commands = plan({ time1: '00:00', order1: 'close', time2: '12:00', order2: 'open' });
    expect(spansOfDay(commands)).toEqual([
      { from: 0, to: 720, position: 'closed' },
      { from: 720, to: 1440, position: 'open' },
    ]);
  });
});
