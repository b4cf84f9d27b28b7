import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerFees } from '../../../test/answers/energy-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type State = AnswerFor<'v2.bills.groups'>['data']['list'][number];

const ISSUER = { name: 'Estates', address: 'Quay 5', tax_number: '', tax_name: '', tax_rate: null };
const BILL = {
  id: 7,
  number: '2026-0001',
  group_id: 21,
  group_name: 'Bakery',
  start: '2026-09-15',
  end: '2026-10-14',
  currency: 'CNY',
  language: 'en',
  ept: 100,
  subtotal: 80,
  total: 95.2,
  issued_at: Date.UTC(2026, 9, 20),
  issued_by: 'demo',
};
const stateOf = (more: Partial<State>): State => ({
  group_id: 22,
  group_name: 'Forge',
  deleted: false,
  addressee: { name: 'Forge Ltd', address: '', tax_number: '' },
  ept: 50,
  subtotal: 40,
  total: 47.6,
  bill: null,
  obstacle: '',
  ...more,
});
const STATES = [
  stateOf({ group_id: 21, group_name: 'Bakery', bill: BILL }),
  stateOf({}),
  stateOf({
    group_id: 23,
    group_name: 'Cellar',
    ept: 0,
    subtotal: null,
    total: null,
    obstacle: 'bill-empty',
  }),
];

function open(
  options: RenderOptions = {},
  more: (server: ContractServer) => void = () => undefined,
) {
  return renderPage('/bills', {
    role: 'admin',
    ...options,
    prepare: (server) => {
      answerFees(server);
      server.answer('v2.bill-issuer', { data: { ...ISSUER, saved: true } });
      server.answer('v2.bills.groups', { data: { list: STATES } });
      server.answer('v2.bills', { data: { list: [BILL], total: 1 } });
      more(server);
    },
  });
}
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr')!;

it('shows each group with its bill, or the reason why it has none', async () => {
  const { server } = await open();
  const bakery = await rowOf('Bakery');
  expect(bakery.textContent).toContain('2026-0001');
  expect(within(bakery).getByRole('button', { name: 'PDF of bill 2026-0001' })).toBeTruthy();
  expect(within(await rowOf('Forge')).getByText('Issue…')).toBeTruthy();
  const cellar = await rowOf('Cellar');
  expect(cellar.textContent).toContain('There is nothing to bill in this period');
  expect(within(cellar).queryByText('Issue…')).toBeNull();
  expect(server.requests('v2.bills.groups')).toEqual([{ query: { start: '2026-09-15' } }]);
});

it('names the bills before it issues all of them, and stays open for refused ones', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByText('Issue all…'));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('list').textContent).toContain('Forge');
  expect(within(dialog).queryByText('Bakery')).toBeNull();
  await expectNoAxeViolations(dialog);
  const result = { group_id: 22, group_name: 'Forge', number: null, issued_now: false };
  server.answer('v2.bills.issue-all', {
    data: { list: [{ ...result, reason: 'bill-changed' }] },
  });
  await user.click(within(dialog).getByText('Issue 1 bill'));
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toContain('The bills have changed');
  expect(server.requests('v2.bills.issue-all')).toEqual([
    { body: { start: '2026-09-15', language: 'en', total: 47.6 } },
  ]);
});

it('issues one bill after a confirmation', async () => {
  const { user, server } = await open();
  await user.click(within(await rowOf('Forge')).getByText('Issue…'));
  server.answer('v2.bills.issue', {
    data: { group_id: 22, number: '2026-0002', issued_now: true },
  });
  await user.click(await screen.findByText('Issue 1 bill'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.requests('v2.bills.issue')).toEqual([
    { body: { start: '2026-09-15', group_id: 22, language: 'en', total: 47.6 } },
  ]);
});

it('asks for the issuer first, and shows a refusal of the server at its field', async () => {
  const { user, server } = await open({}, (prepared) =>
    prepared.answer('v2.bill-issuer', { data: { ...ISSUER, name: '', saved: false } }),
  );
  await user.click(await screen.findByRole('button', { name: 'Issuer and tax…' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Tax rate in %'), '190');
  await user.click(within(dialog).getByText('Save'));
  expect(await within(dialog).findByText('A name is required')).toBeTruthy();
  expect(within(dialog).getByText('Enter a name for this tax')).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Name'), 'Estates');
  await user.type(within(dialog).getByLabelText('Name of the tax'), 'VAT');
  server.answer('v2.bill-issuer.change', {
    refuse: { code: 40979, reason: 'tax-rate-invalid', field: 'tax_rate' },
  });
  await user.click(within(dialog).getByText('Save'));
  expect(await within(dialog).findByText(/The tax rate must be a percentage/)).toBeTruthy();
  expect(within(dialog).getByLabelText('Name')).toHaveProperty('value', 'Estates');
  await expectNoAxeViolations(dialog);
});

it('saves the addressee of a group', async () => {
  const { user, server } = await open();
  await user.click(within(await rowOf('Forge')).getByText('Addressee…'));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Address'), 'Hall 3');
  const saved = { name: 'Forge Ltd', address: 'Hall 3', tax_number: '' };
  server.answer('v2.bill-addressee.change', {
    data: { group_id: 22, group_name: 'Forge', ...saved },
  });
  await user.click(within(dialog).getByText('Save'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.requests('v2.bill-addressee.change')).toEqual([
    { body: { group_id: 22, ...saved } },
  ]);
});

it('shows a sub-group its issued bills only', async () => {
  const { server } = await open({ role: 'admin', isInSubGroup: true });
  const row = await rowOf('2026-0001');
  expect(within(row).getByRole('button', { name: 'PDF of bill 2026-0001' })).toBeTruthy();
  expect(screen.getByText('All as ZIP')).toBeTruthy();
  expect(screen.queryByText('Issue all…')).toBeNull();
  expect(screen.queryByText('Issuer and tax…')).toBeNull();
  expect(server.requests('v2.bills.groups')).toEqual([]);
});
