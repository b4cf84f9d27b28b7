/** A command in progress: followed until it ends, or cancelled. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CODE, commandData, deviceData } from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import {
  button,
  card,
  commandRequests,
  giveOpen,
  renderControl,
} from '../../../test/render-control.ts';

describe('a submitted command', () => {
  it('changes from queued to confirmed as the device reports, and the button follows the report', async () => {
    const { user, server } = await renderControl();
    await card();
    openSocket();
    server.answer('v2.device.control', {
      data: { command_id: 'cmd-1', state: 'queued', created_at: 1 },
    });
    await giveOpen(user);
    const timeline = await screen.findByRole('region', { name: 'Last command: Open' });
    expect(within(timeline).getByText('Waiting for the device. Nothing has moved.')).toBeTruthy();
    // Still closed: the requested position is not shown as the reported one.
    expect(within(await card()).getByText('Closed')).toBeTruthy();
    expect(button('Open breaker').disabled).toBe(true);
    // The disabled button cannot take the focus back, so the focus moves to the state.
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Closed/));

    const calls = server.requestedCalls().length;
    const ended = {
      command_id: 'cmd-1',
      state: 'confirmed',
      switch: 'open',
      reason: null,
      msg: null,
      ts: Date.now(),
      times: { queued: 1, sent: 2, acknowledged: 3, confirmed: 4 },
    };
    push({ deviceId: 11, deviceCode: CODE, msgType: 'COMMAND', message: ended });
    // The end of the command is not yet a report of the position.
    expect(await within(timeline).findByText('The device reported its new state.')).toBeTruthy();
    expect(within(await card()).getByText('Closed')).toBeTruthy();
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'REMOTE_CONTROL',
      deviceStatus: 'switch:openByCommand',
      message: ended,
    });
    await waitFor(() => expect(button('Close breaker').disabled).toBe(false));
    expect(within(await card()).getByText('Open', { selector: '.state-tag span' })).toBeTruthy();
    expect(server.requestedCalls()).toHaveLength(calls);
    expect(commandRequests(server)).toEqual([
      { body: { device_code: CODE, data: { switch: 'open' } } },
    ]);
  });

  it('does not affect the focus of a later dialog if it was cancelled while being sent', async () => {
    const { user, server } = await renderControl();
    await card();
    let answer: (value: 'accepted') => void = () => undefined;
    const accepted = new Promise<'accepted'>((resolve) => {
      answer = resolve;
    });
    server.answer('v2.device.control', async () => {
      await accepted;
      return { data: { command_id: 'cmd-1', state: 'queued' } };
    });
    await giveOpen(user);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    answer('accepted');
    await screen.findByRole('region', { name: 'Last command: Open' });

    const opener = screen.getByRole('button', { name: /^mira/ });
    act(() => opener.focus());
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: /Search pages/ });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('is polled while the channel is disconnected', async () => {
    const { user, server } = await renderControl();
    await card();
    server.answer('v2.device.control', { data: { command_id: 'cmd-1', state: 'queued' } });
    let requests = 0;
    server.answer('v2.device', () => {
      requests += 1;
      const state = requests === 1 ? 'sent' : 'expired';
      const times = { queued: 1, sent: 2, [state]: 3 };
      const command = { id: 'cmd-1', switch: 'open', state, reason: null, times };
      return { data: deviceData({ command }) };
    });
    await giveOpen(user);
    expect(
      await screen.findByText(/The command expired before the device could act/, undefined, {
        timeout: 8_000,
      }),
    ).toBeTruthy();
    expect(requests).toBeGreaterThanOrEqual(2);
  });

  it.each([
    [
      'rejected',
      'contact-did-not-move',
      /The device did not carry it out/,
      /the contact did not move/,
    ],
    ['unknown', 'no-answer', /the contact may have moved/, /no answer from the device/],
    ['cancelled', null, /Cancelled before it was sent/, /Cancelled before/],
  ] as const)(
    'is shown with its advice and reason after it ended as %s',
    async (state, reason, advice, text) => {
      const times = { queued: 1, sent: 2, [state]: 3 };
      await renderControl({ command: { id: 'cmd-9', switch: 'open', state, reason, times } });
      const timeline = await screen.findByRole('region', { name: 'Last command: Open' });
      expect(timeline.dataset.state).toBe(state);
      expect(within(timeline).getByText(advice)).toBeTruthy();
      expect(within(timeline).getAllByText(text).length).toBeGreaterThan(0);
      await expectNoAxeViolations(timeline);
    },
  );

  it('can be cancelled while it is queued', async () => {
    const { user, server } = await renderControl(
      {
        command: {
          id: 'cmd-2',
          switch: 'open',
          state: 'queued',
          reason: null,
          times: { queued: 1 },
        },
      },
      {
        prepare: (contract) => {
          contract.answer('v2.device.command.cancel', {
            data: commandData({
              id: 'cmd-2',
              state: 'cancelled',
              times: { queued: 1, cancelled: 2 },
            }),
          });
        },
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Cancel command' }));
    expect(await screen.findByText(/Cancelled before it was sent/)).toBeTruthy();
    expect(server.requests('v2.device.command.cancel')).toEqual([{ params: { id: 'cmd-2' } }]);
  });
});
