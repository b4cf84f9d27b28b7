/**
 * The confirmation dialog of a command: its content, and when it is refreshed or closes by itself.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { CODE, deviceData } from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import {
  button,
  card,
  commandRequests,
  giveOpen,
  renderControl,
} from '../../../test/render-control.ts';

/** The device changed position without a command. */
const NO_COMMAND = {
  command_id: null,
  state: null,
  switch: null,
  reason: null,
  msg: null,
  ts: Date.now(),
};

describe('the confirmation dialog of a command', () => {
  it('names device, state, load and consequences, and focuses Cancel', async () => {
    const { user, server } = await renderControl();
    await card();
    await user.click(button('Open breaker'));
    const dialog = await screen.findByRole('dialog', { name: 'Open Pump house?' });
    expect(within(dialog).getByText(CODE)).toBeTruthy();
    expect(within(dialog).getByText('Closed')).toBeTruthy();
    expect(within(dialog).getByText('12.43')).toBeTruthy();
    expect(within(dialog).getByText(/Everything fed by Pump house loses power/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    await expectNoAxeViolations(dialog);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(commandRequests(server)).toEqual([]);
  });

  it('refetches a state older than ten seconds and waits for it', async () => {
    const { user, server } = await renderControl();
    await card();
    const reads = server.requests('v2.device').length;
    server.answer('v2.device', { never: true });
    const later = Date.now() + 11_000;
    vi.spyOn(Date, 'now').mockImplementation(() => later);
    await user.click(button('Open breaker'));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Reading the present state…')).toBeTruthy();
    expect(
      within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Open breaker' }).disabled,
    ).toBe(true);
    await waitFor(() => expect(server.requests('v2.device').length).toBe(reads + 1));
  });

  it('is withdrawn if the state changes while it waits for the password', async () => {
    const { user, server } = await renderControl();
    await card();
    openSocket();
    server.answer('v2.device.control', { refuse: { code: 403, reason: 'step-up-required' } });
    await giveOpen(user);
    const dialog = await screen.findByRole('dialog', { name: 'Confirm with your password' });
    await user.type(within(dialog).getByLabelText('Password'), 'right');
    server.answer('v2.device', { data: deviceData({ status: 'switch:openByManual' }) });
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'REMOTE_CONTROL',
      deviceStatus: 'switch:openByManual',
      message: NO_COMMAND,
    });
    expect(await within(dialog).findByText(/The state changed/)).toBeTruthy();
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Continue' });
    expect(confirm.disabled).toBe(true);
    // The Enter key submits the form without the button.
    await user.type(within(dialog).getByLabelText('Password'), '{Enter}');
    expect(commandRequests(server)).toHaveLength(1);
  });

  it('is withdrawn if the state changes while it is open, even if it changes back', async () => {
    const { user, server } = await renderControl();
    await card();
    openSocket();
    await user.click(button('Open breaker'));
    const dialog = await screen.findByRole('dialog');
    const report = (status: string) => {
      server.answer('v2.device', { data: deviceData({ status }) });
      push({
        deviceId: 11,
        deviceCode: CODE,
        msgType: 'REMOTE_CONTROL',
        deviceStatus: status,
        message: NO_COMMAND,
      });
    };
    report('switch:openByManual');
    expect(await within(dialog).findByText(/The state changed/)).toBeTruthy();
    expect(within(dialog).getByText('by hand')).toBeTruthy();
    report('switch:closeByCommand');
    expect(await within(dialog).findByText('by command')).toBeTruthy();
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Open breaker' });
    expect(confirm.disabled).toBe(true);
  });

  it('requires a reason and an end before locking', async () => {
    const { user, server } = await renderControl();
    await card();
    server.answer('v2.device.control', { data: { command_id: 'cmd-1', state: 'queued' } });
    await user.click(screen.getByText('Lock and unlock'));
    await user.click(await screen.findByRole('button', { name: 'Lock breaker' }));
    const dialog = await screen.findByRole('dialog', { name: 'Lock Pump house?' });
    const confirm = within(dialog).getByRole('button', { name: 'Lock breaker' });
    await user.click(confirm);
    expect(
      await within(dialog).findByText('Enter a reason. It is shown on the breaker card.'),
    ).toBeTruthy();
    expect(await within(dialog).findByText('Enter when the lock is expected to end')).toBeTruthy();
    expect(commandRequests(server)).toEqual([]);

    await user.type(within(dialog).getByLabelText('Reason for the lock'), 'Permit 214');
    const before = Date.now();
    await user.click(within(dialog).getByRole('button', { name: '4 hours' }));
    await user.click(confirm);
    await waitFor(() => expect(commandRequests(server).length).toBe(1));
    const { body } = commandRequests(server)[0]!;
    expect(body).toMatchObject({
      device_code: CODE,
      data: { switch: 'lock' },
      reason: 'Permit 214',
    });
    const hours = (body.until! - before) / 3_600_000;
    expect(hours).toBeGreaterThan(3.9);
    expect(hours).toBeLessThan(4.1);
  });
});
