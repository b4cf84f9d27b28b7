import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { forwardingStatus } from '../../../test/answers/notification-answers.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

const AT = Date.UTC(2026, 10, 21, 7, 0, 0);
const SECRET = 'bws_Q3x7_the_whole_secret';

function answer(server: ContractServer) {
  server.answer('v2.forwarding', { data: forwardingStatus() });
  const delivery = {
    id: 9,
    batch_id: '01930f3a-1111-7000-8000-000000000001',
    at: AT,
    attempt: 1,
    records: 500,
    bytes: 120_000,
    status: 200,
    error: null,
    took_ms: 84,
  };
  server.answer('v2.forwarding-deliveries', {
    data: {
      list: [
        { ...delivery, id: 11, status: null, error: 'address-not-public' },
        { ...delivery, id: 10, status: 302, error: 'redirected', attempt: 2 },
        delivery,
        { ...delivery, id: 8, records: 0, error: 'of-another-version', status: null },
      ],
      total: 4,
    },
  });
  const dead = {
    id: 77,
    batch_id: '01930f3a-2222-7000-8000-000000000002',
    records: 12,
    bytes: 4_000,
    made_at: AT,
    died_at: AT + 86_400_000,
    attempts: 290,
    last_error: 'timeout',
    replaying: false,
  };
  server.answer('v2.forwarding-dead', {
    data: { list: [dead, { ...dead, id: 78, batch_id: 'b-78', replaying: true }], total: 2 },
  });
}

const render = (address: string, options: RenderOptions = {}) =>
  renderPage(address, { prepare: answer, role: 'admin', ...options });

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

describe('the forwarding page', () => {
  it('saves URL, https and on/off, and shows the first secret once', async () => {
    const { user, server } = await render('/forwarding', {
      prepare: (prepared) => {
        answer(prepared);
        const status = forwardingStatus({
          device_data_receive_url: '',
          enabled: false,
          state: 'off',
          secret_prefix: null,
          secret_changed_at: null,
        });
        prepared.answer('v2.forwarding', { data: status });
      },
    });
    const url = await screen.findByRole('textbox', { name: /^Receive URL/ });
    expect(save().disabled).toBe(true);
    const test = screen.getByRole<HTMLButtonElement>('button', { name: 'Send test batch' });
    expect(test.disabled).toBe(true);
    await user.type(url, ' https://receiver.example/x');
    await user.click(screen.getByRole('switch', { name: 'Forward data' }));
    server.answer('v2.forwarding.change', {
      data: { status: forwardingStatus(), secret: SECRET },
    });
    await user.click(save());
    await waitFor(() =>
      expect(server.requests('v2.forwarding.change')).toEqual([
        {
          body: {
            device_data_receive_url: 'https://receiver.example/x',
            use_https_flag: true,
            enabled: true,
          },
        },
      ]),
    );
    const shown = await screen.findByRole('region', { name: 'New signing secret' });
    expect(shown.textContent).toContain(SECRET);
    expect(document.activeElement).toBe(shown);
    await user.click(within(shown).getByRole('button', { name: 'I have stored it' }));
    expect(document.body.textContent).not.toContain(SECRET);
    // The form shows the values of the response, and the test is available.
    await waitFor(() => expect(save().disabled).toBe(true));
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: 'Send test batch' }).disabled,
    ).toBe(false);
  });

  it('explains why it is not available in a sub-group and sends no request', async () => {
    const { server } = await render('/forwarding', { isInSubGroup: true });
    expect(await screen.findByText('Only users of the top group can change this')).toBeDefined();
    expect(screen.queryByRole('tab')).toBeNull();
    expect(server.requests('v2.forwarding')).toEqual([]);
  });

  it('shows an invalid URL at its field, before and after it is sent', async () => {
    const { user, server } = await render('/forwarding');
    const url = await screen.findByRole('textbox', { name: /^Receive URL/ });
    await user.clear(url);
    await user.type(url, 'http://receiver.example');
    expect(await screen.findByText('The address must begin with https://')).toBeTruthy();
    expect(url.getAttribute('aria-invalid')).toBe('true');
    expect(save().disabled).toBe(true);
    await user.clear(url);
    await user.type(url, 'https://10.0.0.1');
    server.answer('v2.forwarding.change', {
      refuse: { code: 400, reason: 'address-not-public', field: 'device_data_receive_url' },
    });
    await user.click(save());
    expect(await screen.findByText('The address is not public')).toBeTruthy();
    expect((url as HTMLInputElement).value).toBe('https://10.0.0.1');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('replaces the secret only after confirmation', async () => {
    const { user, server } = await render('/forwarding');
    server.answer('v2.forwarding.change', {
      data: { status: forwardingStatus({ secret_prefix: 'bws_new1' }), secret: SECRET },
    });
    await user.click(await screen.findByRole('button', { name: 'New secret' }));
    const dialog = await screen.findByRole('dialog');
    expect(server.requests('v2.forwarding.change')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Replace secret' }));
    expect(await screen.findByText(SECRET)).toBeTruthy();
    expect(server.requests('v2.forwarding.change')).toEqual([{ body: { rotate_secret: true } }]);
    expect(screen.getByText('bws_new1…')).toBeTruthy();
  });

  it.each([
    [
      { ok: true, status: 204, error: null, took_ms: 84 },
      'The receiver accepted the test batch',
      /HTTP status \u2066204\u2069 · took \u206684 ms\u2069/,
    ],
    [
      { ok: false, status: null, error: 'certificate', took_ms: 1_200 },
      'The test batch was not accepted',
      /^The certificate is not valid for this host name · took/,
    ],
  ] as const)('shows the result of the test (%j)', async (result, title, text) => {
    const { user, server } = await render('/forwarding');
    server.answer('v2.forwarding.test', { data: result });
    await user.click(await screen.findByRole('button', { name: 'Send test batch' }));
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('shows the batch that is being retried and its error', async () => {
    await render('/forwarding', {
      prepare: (server) => {
        answer(server);
        const open_batch = {
          batch_id: 'b-1',
          records: 500,
          attempts: 4,
          next_attempt_at: AT,
          last_error: 'refused-connection',
        };
        const status = forwardingStatus({ state: 'retrying', open_batch, dead_batches: 3 });
        server.answer('v2.forwarding', { data: { ...status, waiting_records: 1_200 } });
      },
    });
    const facts = await screen.findByRole('region', { name: 'Delivery status' });
    expect(facts.textContent).toContain('Trying again');
    expect(facts.textContent).toContain('records: 500, attempts: 4');
    expect(facts.textContent).toContain('no server at that address');
    expect(facts.textContent).toContain('1200');
    expect(screen.getByRole('tab', { name: 'Undelivered (3)' })).toBeTruthy();
  });

  it('shows the delivery log with translated outcomes', async () => {
    await render('/forwarding?tab=deliveries');
    const rows = (await screen.findAllByText('01930f3a-1111-7000-8000-000000000001')).map(
      (cell) => cell.closest('tr')?.textContent,
    );
    expect(rows).toHaveLength(4);
    expect(rows[0]).toContain('not public');
    expect(rows[1]).toContain('302');
    expect(rows[2]).toContain('Delivered');
    // A batch without records is a test; an outcome of another version is shown untranslated.
    expect(rows[3]).toContain('Test');
    expect(rows[3]).toContain('of-another-version');
  });

  it('resends a dead batch once', async () => {
    const { user, server } = await render('/forwarding?tab=dead');
    server.answer('v2.forwarding-dead.replay', {});
    const again = await screen.findAllByRole('button', { name: /^Send batch/ });
    expect(again).toHaveLength(1);
    expect(screen.getByText('Waiting to be sent again')).toBeTruthy();
    await user.click(again[0]!);
    await waitFor(() =>
      expect(server.requests('v2.forwarding-dead.replay')).toEqual([
        { params: { id: '77' }, body: {} },
      ]),
    );
    await waitFor(() => expect(server.requests('v2.forwarding-dead')).toHaveLength(2));
  });
});
