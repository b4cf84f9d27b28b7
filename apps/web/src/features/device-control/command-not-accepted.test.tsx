/** A command that is refused, gets no response, or requires the password first. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import {
  button,
  card,
  commandRequests,
  giveOpen,
  renderControl,
} from '../../../test/render-control.ts';

describe('a command that is not accepted', () => {
  it.each([
    ['control-busy', 'busy', /Another command is running/],
    ['device-offline', 'refused', /The device is offline/],
    ['too-soon', 'busy', /operated a moment ago/],
  ] as const)('because of %s is shown as %s with advice', async (reason, kind, text) => {
    const { user, server } = await renderControl();
    await card();
    server.answer('v2.device.control', { refuse: { code: 409, reason } });
    await giveOpen(user);
    const note = await screen.findByRole('alert');
    expect(note.dataset.kind).toBe(kind);
    expect(within(note).getByText(text)).toBeTruthy();
    // The command can be submitted again, so the focus is on its button.
    await waitFor(() => expect(document.activeElement).toBe(button('Open breaker')));
    expect(screen.queryByRole('region', { name: /Last command/ })).toBeNull();
  });

  it('without a response is reported as possibly accepted', async () => {
    const { user, server } = await renderControl();
    await card();
    server.answer('v2.device.control', { network: 'down' });
    await giveOpen(user);
    const note = await screen.findByRole('alert');
    expect(note.dataset.kind).toBe('unsure');
    expect(within(note).getByText(/may still have been carried out/)).toBeTruthy();
    expect(commandRequests(server).length).toBe(1);
    // A second confirmation is a new operation with a new request key.
    await giveOpen(user);
    await waitFor(() => expect(commandRequests(server).length).toBe(2));
    expect(new Set(server.requestKeys('v2.device.control')).size).toBe(2);
  });

  it('requires the password and repeats exactly the same command with it', async () => {
    const { user, server } = await renderControl();
    await card();
    server.answer('v2.device.control', ({ body }) =>
      body.password === 'right'
        ? { data: { command_id: 'cmd-1', state: 'queued' } }
        : body.password === undefined
          ? { refuse: { code: 403, reason: 'step-up-required' } }
          : { refuse: { code: 403, reason: 'bad-credentials', field: 'password' } },
    );
    await giveOpen(user);
    const dialog = await screen.findByRole('dialog', { name: 'Confirm with your password' });
    await expectNoAxeViolations(dialog);
    const field = within(dialog).getByLabelText('Password');
    await user.type(field, 'wrong');
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    expect(await within(dialog).findByText('The password is wrong')).toBeTruthy();
    await user.clear(field);
    await user.type(field, 'right');
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('region', { name: 'Last command: Open' })).toBeTruthy();
    expect(commandRequests(server).map(({ body }) => [body.data.switch, body.password])).toEqual([
      ['open', undefined],
      ['open', 'wrong'],
      ['open', 'right'],
    ]);
    // Both requests belong to one confirmation, which is one operation, so they have the same key.
    const keys = server.requestKeys('v2.device.control');
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
  });
});
