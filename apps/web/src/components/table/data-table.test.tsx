import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerLog } from '../../../test/answers/answers.ts';
import { deviceRow } from '../../../test/answers/device-answers.ts';
import { renderPage } from '../../../test/render-page.tsx';

const renderLog = (address = '/log') =>
  renderPage(address, { prepare: (server) => answerLog(server) });

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

describe('every data table', () => {
  it('returns to page 1 when it is sorted, and clears the sorting on the third click', async () => {
    const { user, address } = await renderPage('/devicemanage?page=3', {
      prepare: (server) =>
        server.answer('v2.devices', { data: { list: [deviceRow()], total: 99 } }),
    });
    await screen.findByText('Pump house');
    const head = screen.getByRole('columnheader', { name: /^Name/ });
    const steps = ['order=asc', 'order=desc', undefined] as const;
    for (const order of steps) {
      await user.click(head);
      await waitFor(() =>
        expect(address()).toBe(
          order === undefined ? '/devicemanage' : `/devicemanage?sort=name&${order}`,
        ),
      );
    }
  });

  it('ends its numbers on the right in Arabic as well, so that their digits line up', async () => {
    await renderPage('/log', { prepare: (server) => answerLog(server), language: 'ar' });
    await waitFor(() => expect(screen.getAllByRole('columnheader')).toHaveLength(8));
    const [number] = screen.getAllByRole('columnheader');
    expect(number!.style.textAlign).toBe('right');
    const [cell] = screen.getAllByRole('cell');
    expect(cell!.style.textAlign).toBe('right');
  });

  it('shows the columns named in the address, in that order', async () => {
    await renderLog('/log?cols=status,time,device');
    await screen.findByText('Confirmed');
    expect(heads()).toEqual(['Status', 'Time', 'Device code']);
  });

  it('stores the selected columns in the address and for the user, and resets them on request', async () => {
    const { user, address } = await renderLog('/log?cols=status,time');
    await screen.findByText('Confirmed');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'User' }));
    await waitFor(() => expect(heads()).toEqual(['Status', 'Time', 'User']));
    await user.click(screen.getByRole('button', { name: 'Move Time earlier' }));
    await waitFor(() => expect(heads()).toEqual(['Time', 'Status', 'User']));
    expect(new URLSearchParams(address().split('?')[1]).get('cols')).toBe('time,status,user');
    expect(JSON.parse(localStorage.getItem('busbar.table.7.log')!)).toEqual({
      cols: 'time,status,user',
    });
    await user.click(screen.getByRole('button', { name: 'Reset columns and density' }));
    await waitFor(() => expect(heads()).toHaveLength(8));
    expect(localStorage.getItem('busbar.table.7.log')).toBeNull();
  });

  it('does not allow the last column to be hidden', async () => {
    const { user } = await renderLog('/log?cols=status');
    await screen.findByText('Confirmed');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const last = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Status' });
    expect(last.disabled).toBe(true);
  });

  it('adds the stored settings to the address, so that a copied link shows the same view', async () => {
    localStorage.setItem('busbar.table.7.log', '{"size":30,"density":"compact"}');
    const { address, server } = await renderLog();
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual({
        size: '30',
        density: 'compact',
      }),
    );
    expect(server.requests('v2.log.control-list')[0]).toMatchObject({ query: { ps: '30' } });
  });

  it('prefers the address to stored settings and ignores invalid ones', async () => {
    localStorage.setItem('busbar.table.7.log', '{"size":30');
    const { server } = await renderLog('/log?size=50');
    await screen.findByText('Confirmed');
    expect(server.requests('v2.log.control-list')[0]).toMatchObject({ query: { ps: '50' } });
  });

  it('ignores a page size that is not offered', async () => {
    const { server } = await renderLog('/log?size=37');
    await screen.findByText('Confirmed');
    expect(server.requests('v2.log.control-list')[0]).toMatchObject({ query: { ps: '13' } });
  });

  it('writes the page number to the address, and retains it when the density changes', async () => {
    const { user, address } = await renderLog();
    await screen.findByText('Confirmed');
    expect(screen.getByText('40 rows')).toBeTruthy();
    await user.click(screen.getByTitle('3'));
    await waitFor(() => expect(address()).toBe('/log?page=3'));
    // The row number counts over all pages.
    expect(await screen.findByText('27')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Row height' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Compact' }));
    await waitFor(() => expect(address()).toBe('/log?page=3&density=compact'));
  });
});
