/** A command whose outcome is unknown, and its dismissal by the operator. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  answerFleet,
  CODE,
  type CommandData,
  commandData,
  deviceData,
} from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

const UNKNOWN = {
  id: 'cmd-7',
  switch: 'open',
  state: 'unknown',
  reason: 'no-answer',
  times: { queued: 1, sent: 2, unknown: 3 },
} as const;

function renderUnknown(options: RenderOptions = {}) {
  return renderPage(`/devicecontrol?device=${CODE}`, {
    ...options,
    prepare: (server) => {
      answerFleet(server);
      server.answer('v2.device', { data: deviceData({ command: UNKNOWN }) });
    },
  });
}

const timeline = () => screen.findByRole('region', { name: 'Last command: Open' });

describe('a command whose outcome is unknown', () => {
  it('blocks the breaker and explains it', async () => {
    await renderUnknown();
    await timeline();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Open breaker' }).disabled).toBe(
      true,
    );
  });

  it('is dismissed only after the operator confirms having checked the breaker', async () => {
    const { user, server } = await renderUnknown();
    await user.click(
      within(await timeline()).getByRole('button', { name: 'Clear unresolved command…' }),
    );
    const dialog = await screen.findByRole('dialog', {
      name: 'Clear the command without an answer?',
    });
    expect(within(dialog).getByText(/The state of Pump house is not known/)).toBeTruthy();
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', {
      name: 'Clear command',
    });
    expect(confirm.disabled).toBe(true);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    await expectNoAxeViolations(dialog);

    const ended = { ...UNKNOWN, state: 'cancelled', reason: 'overridden' };
    const aside: CommandData = commandData({ ...ended, times: { ...UNKNOWN.times, cancelled: 4 } });
    server.answer('v2.device.command.cancel', { data: aside });
    await user.click(
      within(dialog).getByRole('checkbox', {
        name: 'I have checked the position of the breaker on site',
      }),
    );
    await user.click(confirm);
    expect(await screen.findByText(/not known whether the contact moved/)).toBeTruthy();
    expect(
      screen.getByText('cleared without an answer by a user who checked the breaker'),
    ).toBeTruthy();
    expect(screen.queryByText(/The contact did not move/)).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Open breaker' }).disabled).toBe(
        false,
      ),
    );
    expect(server.requests('v2.device.command.cancel')).toEqual([{ params: { id: 'cmd-7' } }]);
  });

  it('cannot be dismissed while the device may still reply', async () => {
    const { user, server } = await renderUnknown();
    server.answer('v2.device.command.cancel', {
      refuse: { code: 40901, reason: 'control-busy', msg: 'busy' },
    });
    await user.click(
      within(await timeline()).getByRole('button', { name: 'Clear unresolved command…' }),
    );
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('checkbox'));
    await user.click(within(dialog).getByRole('button', { name: 'Clear command' }));
    expect(await within(dialog).findByText(/may still answer this command/)).toBeTruthy();
  });

  it('cannot be dismissed by a viewer', async () => {
    await renderUnknown({ role: 'viewer' });
    expect(within(await timeline()).queryByRole('button')).toBeNull();
  });
});
