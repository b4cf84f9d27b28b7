import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ruleRow } from '../../../test/answers/alarm-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

const HOUR_MS = 3_600_000;

function answer(server: ContractServer) {
  server.answer('v2.alarm-rules', {
    data: {
      list: [
        ruleRow(),
        ruleRow({ alarm_type: 'overTemp', unit: '°C', min: 20, source: 'customer' }),
      ],
    },
  });
  const now = Date.now();
  const row = {
    id: 4,
    device_code: 'MT1',
    device_name: '<b>Pump</b>',
    group_id: null,
    group_name: null,
    from: now - HOUR_MS,
    to: now + HOUR_MS,
    reason: 'Busbars tightened',
    created_by: 'ana',
    created_at: now - HOUR_MS,
    cancelled_at: null,
    cancelled_by: '',
  };
  server.answer('v2.alarm-windows', {
    data: { list: [row, { ...row, id: 3, device_name: 'Quay', to: now - 1 }], total: 2 },
  });
}

const render = (address: string, options: RenderOptions = {}) =>
  renderPage(address, { prepare: answer, role: 'admin', ...options });

function answerGroups(server: ContractServer) {
  server.answer('v1.sys.group.findAll', {
    data: [
      { id: 3, name: 'Harbour', parentId: 0 },
      { id: 4, name: 'Quay', parentId: 3 },
    ],
  });
}

const number = (dialog: HTMLElement, name: RegExp) =>
  within(dialog).getByRole('spinbutton', { name });

describe('alarm rules', () => {
  it('are changed by an administrator with all figures in one request', async () => {
    const { user, server } = await render('/alarm-rules');
    server.answer('v2.alarm-rules.change', {
      data: { list: [ruleRow({ limit: 112, source: 'customer' })] },
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Over-voltage' }));
    const dialog = await screen.findByRole('dialog');
    const limit = number(dialog, /^Limit/);
    await user.clear(limit);
    await user.type(limit, '112');
    await user.click(within(dialog).getByRole('button', { name: 'Save rule' }));
    await waitFor(() =>
      expect(server.requests('v2.alarm-rules.change')).toEqual([
        {
          body: {
            alarm_type: 'overVoltage',
            in_use: true,
            limit: 112,
            clear: 108,
            delay_s: 10,
            hold_s: 10,
          },
        },
      ]),
    );
    expect(await screen.findByText(/112/)).toBeTruthy();
  });

  it('are validated before they are sent, with the error at the field', async () => {
    const { user } = await render('/alarm-rules');
    await user.click(await screen.findByRole('button', { name: 'Edit Over-voltage' }));
    const dialog = await screen.findByRole('dialog');
    const clear = number(dialog, /^Clears at/);
    await user.clear(clear);
    await user.type(clear, '111');
    expect(await within(dialog).findByText('Not above the limit')).toBeTruthy();
    expect(clear.getAttribute('aria-invalid')).toBe('true');
    const save = within(dialog).getByRole('button', { name: 'Save rule' });
    expect((save as HTMLButtonElement).disabled).toBe(true);
  });

  it('can be reset to the platform defaults only where they were changed', async () => {
    const { user, server } = await render('/alarm-rules');
    server.answer('v2.alarm-rules.change', { data: { list: [ruleRow()] } });
    await user.click(await screen.findByRole('button', { name: 'Edit Over-temperature' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: /^Restore platform defaults/ }));
    await waitFor(() =>
      expect(server.requests('v2.alarm-rules.change')[0]?.body).toMatchObject({
        alarm_type: 'overTemp',
        reset: true,
      }),
    );
  });

  it('can be set for a group and can be reset only in the group that set them', async () => {
    const ofQuay = ruleRow({ limit: 115, source: 'group', group_id: 4 });
    const prepare: RenderOptions['prepare'] = (server) => {
      answer(server);
      answerGroups(server);
      server.answer('v2.alarm-rules', ({ query }) => ({
        data: {
          list:
            query?.group_id === '4'
              ? [ofQuay, ruleRow({ alarm_type: 'overTemp', unit: '°C', source: 'customer' })]
              : [ruleRow()],
        },
      }));
      server.answer('v2.alarm-rules.change', { data: { list: [ofQuay] } });
    };
    const { user, server } = await render('/alarm-rules', { prepare });
    await user.click(await screen.findByRole('combobox', { name: 'Rules for' }));
    await user.click(await screen.findByTitle('Quay'));
    expect(await screen.findByText('Group Quay')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Edit Over-temperature' }));
    const inherited = await screen.findByRole('dialog');
    expect(within(inherited).queryByRole('button', { name: /^Restore/ })).toBeNull();
    await user.click(within(inherited).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Edit Over-voltage' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Restore inherited values' }));
    await waitFor(() =>
      expect(server.requests('v2.alarm-rules.change')[0]?.body).toMatchObject({
        alarm_type: 'overVoltage',
        group_id: '4',
        reset: true,
      }),
    );
  });

  it('are read-only for other roles', async () => {
    await render('/alarm-rules', { role: 'operator' });
    expect(await screen.findByRole('rowheader', { name: 'Over-voltage' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  });
});

describe('maintenance windows', () => {
  it('are listed with author and reason and can be ended early', async () => {
    const { user, server } = await render('/alarm-rules?tab=windows');
    server.answer('v2.alarm-windows.cancel', {});
    const row = (await screen.findByText('<b>Pump</b>')).closest('tr')!;
    expect(row.textContent).toContain('Busbars tightened');
    expect(row.textContent).toContain('Running');
    expect(screen.getByText('Quay').closest('tr')?.textContent).toContain('Ended');
    const ends = screen.getAllByRole('button', { name: /^End the window/ });
    expect(ends).toHaveLength(1);
    await user.click(ends[0]!);
    await waitFor(() =>
      expect(server.requests('v2.alarm-windows.cancel')).toEqual([{ params: { id: '4' } }]),
    );
    await waitFor(() => expect(server.requests('v2.alarm-windows')).toHaveLength(2));
    await expectNoAxeViolations();
  });

  it('can be set for a group as well as for a device', async () => {
    const prepare: RenderOptions['prepare'] = (server) => {
      answer(server);
      answerGroups(server);
      server.answer('v2.alarm-windows.add', { data: { id: 9 } });
    };
    const { user, server } = await render('/alarm-rules?tab=windows', { prepare });
    await user.click(await screen.findByRole('button', { name: /Add window/ }));
    const dialog = await screen.findByRole('dialog');
    const add = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Add window' });
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Cables pulled');
    await user.click(await within(dialog).findByRole('radio', { name: /^A group/ }));
    expect(add.disabled).toBe(true);
    await user.click(within(dialog).getByRole('combobox', { name: 'Choose a group' }));
    await user.click(await screen.findByTitle('Quay'));
    await user.click(add);
    await waitFor(() =>
      expect(server.requests('v2.alarm-windows.add')[0]?.body).toMatchObject({
        group_id: '4',
        reason: 'Cables pulled',
      }),
    );
  });
});
