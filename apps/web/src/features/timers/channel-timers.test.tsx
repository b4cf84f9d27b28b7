/** Timers of a breaker of another manufacturer with several channels. */
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerFleet, CODE, deviceData, deviceRow } from '../../../test/answers/device-answers.ts';
import { timerRow } from '../../../test/answers/timer-answers.ts';
import { renderPage } from '../../../test/render-page.tsx';

/** Text of an option of a select, whose accessible option has the value instead of the text. */
const OPTION = '.ant-select-item-option-content';
const FIRST = deviceRow({ channel: 1 });
const further = (channel: number, status: string) =>
  deviceRow({
    id: 10 + channel,
    kind: 'slave',
    device_name: `Pump house ${channel}`,
    device_code: `${CODE}-${channel}`,
    parent_code: CODE,
    slave_address: channel,
    status,
    channel,
  });

async function renderTimers(openChannels: readonly number[] = [2, 3]) {
  const channels = openChannels.map((one) => further(one, one === 3 ? 'switch:' : FIRST.status));
  const page = await renderPage(`/devicecontrol?device=${CODE}&timers=${CODE}`, {
    prepare: (server) => {
      answerFleet(server, [FIRST, ...channels]);
      server.answer('v2.device', { data: deviceData({ ...FIRST, protocol: 'tasmota' }) });
      const data = [
        timerRow({ id: 7, channel: 1 }),
        timerRow({ id: 8, channel: 2, devCode: `${CODE}-2`, deviceName: 'Pump house 2' }),
      ];
      server.answer('v1.task.find', {
        ...{ data, currentPage: 1, totalPage: 1, totalCount: 2, rows: 200 },
      });
    },
  });
  return { ...page, panel: await screen.findByRole('dialog', { name: /Timers/ }) };
}

describe('the timers of a breaker with channels', () => {
  it('are those of all channels, listed by channel', async () => {
    const { panel } = await renderTimers();
    within(panel).getByText('Timers of all channels of Pump house');
    const lists = await within(panel).findAllByRole('region');
    expect(lists.map((list) => list.getAttribute('aria-label'))).toEqual([
      'Pump house, channel 1',
      'Pump house 2',
    ]);
    within(panel).getByRole('heading', { name: /^Pump house, channel 1/ });
  });

  it('are those of the first channel if no other one can be switched', async () => {
    const { panel } = await renderTimers([3]);
    within(panel).getByText('Timers of Pump house, channel 1');
  });

  it('name the channel when one is added, and offer none without an output', async () => {
    const { panel, user } = await renderTimers();
    await user.click(await within(panel).findByRole('button', { name: 'Add timer' }));
    const form = await within(panel).findByRole('form', { name: 'Add timer' });
    await user.click(within(form).getByRole('combobox', { name: 'Channel' }));
    await screen.findByText('Pump house 2', { selector: OPTION });
    const options = [...document.querySelectorAll(OPTION)].map((one) => one.textContent);
    expect(options).toEqual(['Pump house, channel 1', 'Pump house 2']);
  });

  it('name the channel before one is deleted', async () => {
    const { panel, user } = await renderTimers();
    const [first] = await within(panel).findAllByRole('region');
    await user.click(within(first!).getByRole('button', { name: /^Delete/ }));
    const [question] = await screen.findAllByText('Delete this timer?');
    const dialog = question!.closest<HTMLElement>('[role="dialog"]')!;
    expect(dialog.textContent).toContain('Pump house, channel 1: ');
  });
});
