import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { renderPage } from '../../../test/render-page.tsx';

type Row = AnswerFor<'v2.registrations'>['data']['list'][number];

const CREATED = Date.UTC(2026, 10, 20, 4, 0, 0);

const customer = (part: Partial<Row>): Row => ({
  id: 5,
  chinese_code: '港口',
  english_code: 'Harbour',
  user_account: 'harbour.power',
  contact_user: 'Li Wei',
  phone: '',
  email: 'li@example.org',
  address: '',
  state: 'pending',
  created_at: CREATED,
  activated_at: null,
  expires_at: null,
  rejected_reason: '',
  zone_id: 1,
  currency_id: 1,
  map_type: 'google',
  most_devices: null,
  most_users: null,
  most_messages: null,
  messages_today: 12,
  languages: ['zh', 'en', 'ar', 'fr', 'ru', 'es'],
  version: 3,
  ...part,
});

function prepare(server: ContractServer) {
  const list = [
    customer({}),
    customer({ id: 6, english_code: 'Quay', state: 'rejected', rejected_reason: '<b>No</b>' }),
    customer({ id: 7, english_code: 'Pier', state: 'expired', expires_at: CREATED }),
    customer({
      id: 8,
      english_code: 'Dock',
      state: 'active',
      messages_today: 900,
      most_messages: 1000,
    }),
  ];
  server.answer('v2.registrations', { data: { list, total: list.length } });
  server.answer('v2.zones', {
    data: [{ id: 1, english: 'Shanghai', chinese: '上海', iana: 'Asia/Shanghai' }],
  });
  server.answer('v2.currencies', {
    data: [{ id: 1, english_name: 'RMB', chinese_name: '人民币', symbol_unit: '¥' }],
  });
}

const render = () => renderPage('/regmanage', { role: 'platform', prepare });
const button = (name: string) => screen.findByRole('button', { name });

describe('registrations', () => {
  it('are listed with their state and the actions it allows', async () => {
    await render();
    const quay = (await screen.findByText('Quay')).closest('tr')!;
    expect(quay.textContent).toContain('Rejected');
    expect(quay.textContent).toContain('<b>No</b>');
    const dock = screen.getByText('Dock').closest('tr')!;
    expect(dock.textContent).toContain('900 of 1,000 · 80% reached');
    expect(screen.getAllByRole('button', { name: /^Activate/ }).map((b) => b.ariaLabel)).toEqual([
      'Activate Harbour',
      'Activate Quay',
      'Activate Pier',
    ]);
    expect(screen.getAllByRole('button', { name: /^Reject/ })).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: /^Edit/ })).toHaveLength(4);
  });

  it('are filtered by state through the URL', async () => {
    const { server } = await renderPage('/regmanage?state=expired', { role: 'platform', prepare });
    await screen.findByText('Pier');
    expect(server.requests('v2.registrations')[0]).toMatchObject({ query: { state: 'expired' } });
  });

  it('are activated with the activation password and a last day', async () => {
    const { user, server } = await render();
    server.answer('v2.registrations.activate', {
      refuse: { code: 40001, reason: 'activation-password-wrong' },
    });
    await user.click(await button('Activate Harbour'));
    const dialog = await screen.findByRole('dialog');
    const activate = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Activate' });
    expect(activate.disabled).toBe(true);
    const day = within(dialog).getByLabelText(/^Last day/);
    await user.type(day, '2027-06-30');
    await user.type(within(dialog).getByLabelText(/activation password/), 'wrong');
    await expectNoAxeViolations();
    await user.click(activate);
    expect((await within(dialog).findByRole('alert')).textContent).toContain('password wrong');
    expect(server.requests('v2.registrations.activate')).toEqual([
      {
        params: { id: '5' },
        body: { input_pass: 'wrong', expires_at: Date.UTC(2027, 5, 30, 15, 59, 59, 999) },
      },
    ]);
  });

  it('require a new last day after they have expired', async () => {
    const { user } = await render();
    await user.click(await button('Activate Pier'));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Last day/).value).toBe('');
  });

  it('are rejected with a reason', async () => {
    const { user, server } = await render();
    server.answer('v2.registrations.reject', {});
    await user.click(await button('Reject Harbour'));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/activation password/), 'right');
    const reject = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Reject' });
    expect(reject.disabled).toBe(true);
    await user.type(within(dialog).getByLabelText('Reason'), 'No contract');
    await user.click(reject);
    await waitFor(() =>
      expect(server.requests('v2.registrations.reject')).toEqual([
        { params: { id: '5' }, body: { input_pass: 'right', reason: 'No contract' } },
      ]),
    );
  });

  it('are given limits, and show why the time zone is fixed', async () => {
    const { user, server } = await render();
    server.answer('v2.registrations.change', {
      refuse: { code: 41922, reason: 'customer-zone-fixed' },
    });
    await user.click(await button('Edit Dock'));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Maximum devices'), '500');
    const messages = within(dialog).getByLabelText('Maximum messages a day');
    await user.clear(messages);
    await user.type(messages, '9000');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'The time zone cannot be changed',
    );
    expect(server.requests('v2.registrations.change')).toEqual([
      {
        params: { id: '8' },
        body: {
          version: 3,
          expires_at: null,
          zone_id: 1,
          currency_id: 1,
          map_type: 'google',
          most_devices: 500,
          most_users: null,
          most_messages: 9000,
          languages: ['zh', 'en', 'ar', 'fr', 'ru', 'es'],
        },
      },
    ]);
  });
});
