import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { notificationSettings, pushMessage } from '../../../test/answers/notification-answers.ts';
import type { AnswerFor } from '../../../test/contract-server.ts';
import { openSocket } from '../../../test/fake-web-socket.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type Settings = AnswerFor<'v2.notification-settings'>['data'];

const render = (more: Partial<Settings> = {}, options: RenderOptions = {}) =>
  renderPage('/notification-setting', {
    prepare: (server) => {
      server.answer('v2.notification-settings', { data: notificationSettings(more) });
      server.answer('v2.notification-settings.change', {});
    },
    ...options,
  });

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const card = (name: string) => screen.findByRole('group', { name });

describe('notification settings', () => {
  it('are saved as a whole, for all types and for one separate type', async () => {
    const { user, server } = await render();
    const all = await card('All alarms');
    expect(save().disabled).toBe(true);
    await user.type(screen.getByRole('textbox', { name: 'Email address' }), 'ana@example.org');
    await user.click(screen.getByRole('switch', { name: 'Quiet hours' }));
    await user.click(within(all).getByRole('checkbox', { name: 'Email' }));
    await user.click(screen.getByRole('combobox', { name: 'Add type' }));
    await user.click(await screen.findByTitle('Over-temperature'));
    const own = await card('Over-temperature');
    expect(await card('All other alarms')).toBeTruthy();
    await user.type(
      within(own).getByRole('spinbutton', { name: /^Repeat until acknowledged/ }),
      '15',
    );
    await user.type(within(own).getByRole('spinbutton', { name: /^Escalate if/ }), '30');
    expect(await within(own).findByText(/needs a time and another user/)).toBeTruthy();
    expect(save().disabled).toBe(true);
    await user.click(within(own).getByRole('combobox', { name: /^Escalate to/ }));
    await user.click(await screen.findByTitle('<b>Omar</b>'));
    await user.click(save());
    const preference = { ...notificationSettings().types[0]!, mail: true };
    await waitFor(() =>
      expect(server.requests('v2.notification-settings.change')).toEqual([
        {
          body: {
            mail_address: 'ana@example.org',
            language: 'en',
            zone: '',
            quiet_from: '22:00',
            quiet_to: '06:00',
            digest_at: null,
            types: [
              preference,
              {
                ...preference,
                alarm_type: 'overTemp',
                repeat_min: 15,
                escalate_after_min: 30,
                escalate_to: 8,
              },
            ],
          },
        },
      ]),
    );
    await waitFor(() => expect(server.requests('v2.notification-settings')).toHaveLength(2));
  });

  it('show a server refusal next to the field and retain the input', async () => {
    const { user, server } = await render();
    server.answer('v2.notification-settings.change', {
      refuse: { code: 400, reason: 'minutes-invalid', field: 'types.0.repeat_min' },
    });
    const all = await card('All alarms');
    const repeat = within(all).getByRole<HTMLInputElement>('spinbutton', { name: /^Repeat until/ });
    await user.type(repeat, '7');
    await user.click(save());
    expect(await within(all).findByText('The time must be 1 to 1,440 minutes')).toBeTruthy();
    expect(repeat.value).toBe('7');
    expect(repeat.getAttribute('aria-invalid')).toBe('true');
  });

  it('warn if a selected channel is not available', async () => {
    const { user } = await render({
      types: [{ ...notificationSettings().types[0]!, mail: true, push: true }],
      mail_available: false,
    });
    const all = await card('All alarms');
    expect(all.textContent).toContain('no email address or no mail server');
    expect(all.textContent).toContain('none of your browsers is subscribed');
    for (const way of ['Email', 'Browser push', 'In the platform']) {
      await user.click(within(all).getByRole('checkbox', { name: way }));
    }
    expect(all.textContent).toContain('you are not notified of these alarms');
    expect(screen.getByText('No mail server is set up on this platform.')).toBeTruthy();
  });

  it('can be reverted to the saved state', async () => {
    const { user } = await render();
    const all = await card('All alarms');
    const mail = within(all).getByRole<HTMLInputElement>('checkbox', { name: 'Email' });
    await user.click(mail);
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(mail.checked).toBe(false);
    expect(save().disabled).toBe(true);
  });

  it('ask for confirmation before unsaved changes are discarded', async () => {
    const { user, router, address } = await render();
    await user.type(await screen.findByRole('textbox', { name: 'Email address' }), 'ana@');
    void router.navigate({ to: '/notifications' });
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(address()).toBe('/notification-setting');
  });
});

describe('the channel test', () => {
  it('succeeds in the platform only once the message arrives in the browser', async () => {
    const { user, server } = await render();
    server.answer('v2.notification-test', { data: { ok: true, error: null } });
    await user.click(await screen.findByRole('button', { name: 'Send test: In the platform' }));
    expect(await screen.findByText(/^Sent\. Waiting/)).toBeTruthy();
    expect(server.requests('v2.notification-test')).toEqual([{ body: { channel: 'in_app' } }]);
    openSocket();
    pushMessage(null);
    expect(await screen.findByText('The test message has arrived.')).toBeTruthy();
  });

  it('shows the mail server’s response', async () => {
    const { user, server } = await render({ mail_address: 'ana@example.org' });
    const send = await screen.findByRole('button', { name: 'Send test: Email' });
    server.answer('v2.notification-test', { data: { ok: false, error: 'mail-address-refused' } });
    await user.click(send);
    expect(await screen.findByText('The mail server refuses this address')).toBeTruthy();
    server.answer('v2.notification-test', { data: { ok: true, error: null } });
    await user.click(send);
    expect(await screen.findByText(/^The mail server accepted the test email/)).toBeTruthy();
    server.answer('v2.notification-test', { refuse: { code: 429, reason: 'too-many-attempts' } });
    await user.click(send);
    await waitFor(() => expect(screen.queryByText(/accepted the test email/)).toBeNull());
  });

  it('is disabled if nothing can be sent', async () => {
    await render();
    const send = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Send test: Email',
    });
    expect(send.disabled).toBe(true);
    expect(screen.getByText('No email address is saved.')).toBeTruthy();
  });
});
