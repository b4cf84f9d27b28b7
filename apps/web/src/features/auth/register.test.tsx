import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { descriptionOf } from '../../../test/answers/description.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { renderPage, signIn } from '../../../test/render-page.tsx';
import { currentSession } from '../../lib/session/session.ts';

function prepare(server: ContractServer) {
  server.answer('v2.zones', {
    data: [
      { id: 11, english: 'Asia/Shanghai', chinese: '上海', iana: 'Asia/Shanghai' },
      { id: 12, english: 'Europe/Paris', chinese: '巴黎', iana: 'Europe/Paris' },
    ],
  });
  server.answer('v2.currencies', {
    data: [{ id: 21, english_name: 'RMB', chinese_name: '人民币', symbol_unit: '¥' }],
  });
  server.answer('v2.register.name', { data: { is_free: true } });
  server.answer('v2.register', { data: { customer_id: 5, initial_password: 'Kx7-9mQp-4vTz' } });
  server.answer('v2.customers', {
    data: [
      { id: 4, chinese_code: '另一家', user_account: 'other' },
      { id: 5, chinese_code: '港口电力', user_account: 'harbour' },
    ],
  });
}

const field = (label: RegExp | string) => screen.getByLabelText<HTMLInputElement>(label);

async function fillRequired(user: Awaited<ReturnType<typeof renderPage>>['user']) {
  await user.type(field(/Organisation name \(Chinese\)/), '港口电力');
  await user.type(field(/Organisation name \(English\)/), 'Harbour Power');
  await user.type(field(/User name/), ' harbour ');
  await user.type(field(/Contact person/), 'Mira');
}

describe('the registration page', () => {
  it('preselects the first zone and currency if it knows no better, and names missing fields', async () => {
    const { user, server } = await renderPage('/register', { role: null, prepare });
    await waitFor(() => expect(field('Time zone').value).toBe('11'));
    await waitFor(() => expect(field('Currency').value).toBe('21'));
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(descriptionOf(field(/Organisation name \(English\)/))).toBe(
      'Enter the English name of the organisation',
    );
    expect(descriptionOf(field(/Organisation name \(Chinese\)/))).toBe(
      'Optional; otherwise the English name is used',
    );
    expect(descriptionOf(field(/User name/))).toBe('Enter a user name');
    expect(descriptionOf(field(/Contact person/))).toBe('Enter the contact person');
    expect(server.requests('v2.register')).toEqual([]);
  });

  it('shows Chinese names of zones and currencies in Chinese only', async () => {
    await renderPage('/register', { role: null, language: 'zh', prepare });
    expect(await screen.findByRole('option', { name: '上海' })).toBeTruthy();
    // The two lists are loaded by independent calls.
    expect(await screen.findByRole('option', { name: '人民币 (¥)' })).toBeTruthy();
  });

  it('registers, shows the password, is activated and signs in to choose an own password', async () => {
    const { user, server, address } = await renderPage('/register', { role: null, prepare });
    await screen.findByRole('option', { name: 'Asia/Shanghai' });
    await waitFor(() => expect(field('Currency').value).toBe('21'));
    await fillRequired(user);
    await user.click(screen.getByRole('button', { name: 'Register' }));

    expect(await screen.findByText('Kx7-9mQp-4vTz')).toBeTruthy();
    expect(server.requests('v2.register')).toEqual([
      {
        body: {
          chinese_code: '港口电力',
          english_code: 'Harbour Power',
          platform_account: 'harbour',
          contact_user: 'Mira',
          email: '',
          phone: '',
          address: '',
          use_https_flag: false,
          use_platform_api_flag: false,
          map_type: 'google',
          zone_id: 11,
          currency_id: 21,
        },
      },
    ]);
    const enter = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' });
    expect(enter.disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: 'I have stored the password' }));
    server.answer('v2.login', { refuse: { code: 403, reason: 'account-pending' } });
    await user.click(enter);
    expect(await screen.findByText(/has not been activated yet/)).toBeTruthy();

    await user.click(screen.getByText('For the operator: activate now'));
    await waitFor(() => expect(field(/Pending customer/).value).toBe('5'));
    expect(screen.getByRole('option', { name: '港口电力 (harbour)' })).toBeTruthy();
    server.answer('v2.audit', { refuse: { code: 403, reason: 'activation-password-wrong' } });
    await user.type(field(/Administrator activation password/), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Activate' }));
    await waitFor(() =>
      expect(descriptionOf(field(/Administrator activation password/))).toBe(
        'Administrator password wrong, contact administrator',
      ),
    );
    server.answer('v2.audit', {});
    await user.click(screen.getByRole('button', { name: 'Activate' }));
    expect(await screen.findByText('Account activated')).toBeTruthy();
    server.answer('v2.login', () => {
      signIn(server, 'admin');
      const user_info = currentSession()!.user;
      return { data: { token: 'fresh', reset_pwd: true, second_factor_due: false, user_info } };
    });
    await user.click(enter);
    await waitFor(() => expect(address()).toBe('/modifypassword'));
    const old = await screen.findByLabelText<HTMLInputElement>(/Current password/);
    expect(old.value).toBe('Kx7-9mQp-4vTz');
    expect(server.requests('v2.audit').at(-1)).toEqual({
      body: { audit_flag: true, customer_id: 5, input_pass: 'wrong' },
    });
  });

  it('shows the format of a sign-in name before it is refused', async () => {
    await renderPage('/register', { role: null, prepare });
    expect(descriptionOf(field(/User name/))).toBe('3 to 64 letters or digits, also . _ @ + -');
  });

  it('shows the error of a refused account at its field and keeps the typed values', async () => {
    const { user, server } = await renderPage('/register', { role: null, prepare });
    server.answer('v2.register', {
      refuse: { code: 40001, reason: 'account-taken', field: 'platform_account' },
    });
    await fillRequired(user);
    await user.click(screen.getByRole('button', { name: 'Register' }));
    await waitFor(() =>
      expect(descriptionOf(field(/User name/))).toBe(
        'This user name cannot be used. Choose another.',
      ),
    );
    expect(field(/Organisation name \(Chinese\)/).value).toBe('港口电力');
  });

  it('proposes zone, currency and map from the browser, and sends what was chosen instead', async () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('fr-SN');
    const zoned = Intl.DateTimeFormat().resolvedOptions();
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...zoned,
      timeZone: 'Europe/Paris',
    });
    const { user, server } = await renderPage('/register', {
      role: null,
      prepare: (contract) => {
        prepare(contract);
        contract.answer('v2.currencies', {
          data: [
            { id: 21, english_name: 'RMB', chinese_name: '人民币', symbol_unit: '¥' },
            { id: 27, english_name: 'FCFA', chinese_name: '法郎', symbol_unit: 'FCFA' },
          ],
        });
      },
    });
    await waitFor(() => expect(field('Time zone').value).toBe('12'));
    await waitFor(() => expect(field('Currency').value).toBe('27'));
    expect(field('Map').value).toBe('google');
    await user.selectOptions(field('Map'), 'baidu');
    await user.selectOptions(field('Currency'), '21');
    await fillRequired(user);
    await user.clear(field(/Organisation name \(Chinese\)/));
    await user.click(screen.getByRole('button', { name: 'Register' }));
    await screen.findByText('Kx7-9mQp-4vTz');
    expect(server.requests('v2.register')[0]?.body).toMatchObject({
      chinese_code: 'Harbour Power',
      zone_id: 12,
      currency_id: 21,
      map_type: 'baidu',
    });
    vi.restoreAllMocks();
  });

  it('requires the Chinese name in Chinese', async () => {
    const { user, server } = await renderPage('/register', { role: null, language: 'zh', prepare });
    await user.type(await screen.findByLabelText(/单位名称（英文）/), 'Harbour');
    await user.type(screen.getByLabelText(/用户名/), 'harbour');
    await user.type(screen.getByLabelText(/联系人/), 'Mira');
    await user.click(screen.getByRole('button', { name: '注册' }));
    expect(descriptionOf(screen.getByLabelText(/单位名称（中文）/))).toBe('请输入单位的中文名称');
    expect(server.requests('v2.register')).toEqual([]);
  });

  it('checks once whether a sign-in name is free, when its field is left', async () => {
    const { user, server } = await renderPage('/register', { role: null, prepare });
    const name = field(/User name/);
    await user.type(name, 'ha');
    await user.tab();
    expect(server.requests('v2.register.name')).toEqual([]);
    await user.type(name, 'rbour');
    await user.tab();
    await waitFor(() => expect(descriptionOf(name)).toBe('This user name is free'));
    server.answer('v2.register.name', { data: { is_free: false } });
    await user.type(name, '2');
    await user.tab();
    await waitFor(() =>
      expect(descriptionOf(name)).toBe('This user name cannot be used. Choose another.'),
    );
    await user.click(name);
    await user.tab();
    expect(server.requests('v2.register.name').map(({ body }) => body)).toEqual([
      { platform_account: 'harbour' },
      { platform_account: 'harbour2' },
    ]);
  });

  it('asks for confirmation before a filled form is left', async () => {
    const { user, address } = await renderPage('/register', { role: null, prepare });
    await user.type(field(/Organisation name \(Chinese\)/), 'x');
    await user.click(screen.getByRole('link', { name: 'Back to sign in' }));
    const stay = await screen.findByRole('button', { name: 'Stay here' });
    expect(document.activeElement).toBe(stay);
    await user.click(stay);
    expect(address()).toBe('/register');
    await user.click(screen.getByRole('link', { name: 'Back to sign in' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/login'));
  });
});

describe('the activation page', () => {
  it.each([[null], [[]]])('asks for a sign-in if no account is pending (%j)', async (data) => {
    const { user, address } = await renderPage('/register/audit', {
      role: null,
      prepare: (server) => server.answer('v2.customers', { data }),
    });
    expect(await screen.findByText('No account is pending in this browser')).toBeTruthy();
    expect(screen.getByText(/made in this browser in the last seven days/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Activate' })).toBeNull();
    await expectNoAxeViolations();
    await user.click(screen.getByRole('link', { name: 'Sign in' }));
    await waitFor(() => expect(address()).toBe('/login'));
  });

  it('is inside the shell for a platform administrator', async () => {
    const { user, server } = await renderPage('/register/audit', { role: 'platform', prepare });
    expect(await screen.findByRole('navigation', { name: 'Main navigation' })).toBeTruthy();
    await screen.findByRole('option', { name: '另一家 (other)' });
    server.answer('v2.audit', {});
    await user.type(field(/Administrator activation password/), 'secret');
    await user.click(screen.getByRole('button', { name: 'Activate' }));
    expect(await screen.findByText('Account activated')).toBeTruthy();
    expect(server.requests('v2.customers').length).toBeGreaterThan(1);
    await expectNoAxeViolations();
  });
});

describe('the change of password', () => {
  async function renderForm() {
    const page = await renderPage('/modifypassword');
    page.server.answer('v1.sys.user.modifyPwd', {});
    return page;
  }

  it('rejects two different new passwords in the browser', async () => {
    const { user, server } = await renderForm();
    await user.type(field(/Current password/), 'old');
    await user.type(field(/^New password\*?$/), 'Breaker-42');
    await user.type(field(/Repeat new password/), 'Breaker-43');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(screen.getByRole('alert').textContent).toContain('The passwords do not match');
    expect(server.requests('v1.sys.user.modifyPwd')).toEqual([]);
  });

  it('ends the session and opens the sign-in', async () => {
    const { user, server, address } = await renderForm();
    await user.type(field(/Current password/), 'old');
    await user.type(field(/^New password\*?$/), 'Breaker-42');
    expect(screen.getByText('Good')).toBeTruthy();
    await user.type(field(/Repeat new password/), 'Breaker-42');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(await screen.findByText(/Password changed/)).toBeTruthy();
    expect(currentSession()).toBeNull();
    expect(server.requests('v1.sys.user.modifyPwd')).toEqual([
      { body: { id: 7, oldPassword: 'old', password: 'Breaker-42' } },
    ]);
  });

  it('proposes the user name at the sign-in that follows', async () => {
    const { user, address } = await renderForm();
    await user.type(field(/Current password/), 'old');
    await user.type(field(/^New password\*?$/), 'Breaker-42');
    await user.type(field(/Repeat new password/), 'Breaker-42');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect((await screen.findByLabelText<HTMLInputElement>(/User name/)).value).toBe('mira');
  });

  it('shows the error of a wrong old password at its field', async () => {
    const { user, server } = await renderForm();
    server.answer('v1.sys.user.modifyPwd', {
      refuse: { code: 40007, reason: 'old-password-wrong' },
    });
    await user.type(field(/Current password/), 'old');
    await user.type(field(/^New password\*?$/), 'Breaker-42');
    await user.type(field(/Repeat new password/), 'Breaker-42');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() =>
      expect(descriptionOf(field(/Current password/))).toBe('The current password is wrong'),
    );
    expect(currentSession()).not.toBeNull();
  });
});
