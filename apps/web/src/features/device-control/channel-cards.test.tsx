/** The control page of a breaker of another manufacturer with several channels. */
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerFleet, CODE, deviceData, deviceRow } from '../../../test/answers/device-answers.ts';
import { renderPage } from '../../../test/render-page.tsx';

const channel = (address: number, isSwitched: boolean) =>
  deviceData({
    status: isSwitched ? 'switch:closeByCommand' : '',
    id: 20 + address,
    kind: 'slave',
    protocol: 'shelly',
    device_name: `Pump house ${address}`,
    device_code: `${CODE}-${address}`,
    parent_code: CODE,
    slave_address: address,
    channel: address,
    allowed: { open: isSwitched, close: false, lock: false, unlock: false },
  });

const render = (channels: readonly ReturnType<typeof channel>[]) =>
  renderPage(`/devices/${CODE}/control`, {
    prepare: (server) => {
      const first = { channel: channels.length > 0 ? 1 : null };
      answerFleet(server, [deviceRow(first), ...channels]);
      const device = deviceData({ protocol: 'shelly', ...first });
      server.answer('v2.device', { data: { ...device, slaves: [...channels] } });
    },
  });

describe('the control page of a Shelly', () => {
  it('has a card for the device and one for each further channel, in their order', async () => {
    await render([channel(3, false), channel(2, true)]);
    const list = await screen.findByRole('list', { name: 'Slave breakers of Pump house' });
    await within(list).findByRole('article', { name: /Pump house 3$/ });
    const cards = within(list).getAllByRole('article');
    expect(cards.map((card) => card.textContent)).toEqual([
      expect.stringContaining('Pump house 2'),
      expect.stringContaining('Pump house 3'),
    ]);
    expect(screen.getByRole('list', { name: 'Breaker Pump house' })).toBeTruthy();
    // A channel without an output has no buttons.
    const buttons = cards.map((card) => within(card).queryByRole('button', { name: /^Open/ }));
    expect(buttons.map((button) => button !== null)).toEqual([true, false]);
  });

  it('names the channel on each card, also that of the device', async () => {
    await render([channel(2, true), channel(3, false)]);
    await screen.findByRole('article', { name: 'Channel 1 Pump house' });
    await screen.findByRole('article', { name: 'Channel 2 Pump house 2' });
    const meter = await screen.findByRole('article', { name: 'Channel 3 Pump house 3' });
    within(meter).getByText('Meter channel');
    expect(within(meter).queryByText('Unknown')).toBeNull();
    expect(within(meter).queryByRole('link', { name: /Timers/ })).toBeNull();
  });

  it('says in the question that only this channel is switched', async () => {
    const { user } = await render([channel(2, true)]);
    const first = await screen.findByRole('article', { name: 'Channel 1 Pump house' });
    await user.click(within(first).getByRole('button', { name: 'Open breaker' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Open Pump house, channel 1?');
    within(dialog).getByText(/Everything fed by Pump house, channel 1 loses power/);
    within(dialog).getByText('1 only. The other channels are not switched.');
  });

  it('asks for the password of the channel', async () => {
    const { user, server } = await render([channel(2, true)]);
    server.answer('v2.device.control', { refuse: { code: 403, reason: 'step-up-required' } });
    const first = await screen.findByRole('article', { name: 'Channel 1 Pump house' });
    await user.click(within(first).getByRole('button', { name: 'Open breaker' }));
    const question = await screen.findByRole('dialog');
    await user.click(within(question).getByRole('button', { name: 'Open breaker' }));
    await screen.findByText(/Pump house, channel 1/);
  });

  it.each([
    ['all channels of Pump house', 'all channels', [channel(2, true), channel(3, false)]],
    ['Pump house, channel 1', 'channel 1', [channel(2, false)]],
  ])('has a button for the timers of %s', async (of, short, channels) => {
    await render(channels);
    const link = await screen.findByRole('link', { name: `Timers of ${of}` });
    expect(link.textContent?.trim()).toBe(`Timers of ${short}`);
  });

  it('names no channel if there is only one', async () => {
    await render([]);
    await screen.findByRole('article', { name: 'Pump house' });
    const link = await screen.findByRole('link', { name: 'Timers of Pump house' });
    expect(link.textContent?.trim()).toBe('Timers');
  });
});

describe('the overview of a Shelly', () => {
  it('names the channel in the question while the list of devices is not loaded', async () => {
    const { user } = await renderPage(`/devices/${CODE}`, {
      prepare: (server) => {
        server.answer('v2.devices', { never: true });
        server.answer('v2.device', { data: deviceData({ protocol: 'shelly', channel: 1 }) });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Open breaker' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Open Pump house, channel 1?');
    within(dialog).getByText('1 only. The other channels are not switched.');
  });
});
