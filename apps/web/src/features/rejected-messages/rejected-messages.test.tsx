import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { renderPage } from '../../../test/render-page.tsx';

function prepare(server: ContractServer) {
  server.answer('v2.rejected-messages', {
    data: {
      total: 2,
      list: [
        {
          id: 12,
          device_code: 'MT61-HARBOUR-01',
          device_name: 'Pump house',
          topic: 'ep/1/MT61-HARBOUR-01/up/data',
          reason: 'out-of-bounds',
          detail: 'volPa 5000 is beyond 1000 V',
          payload: '{"volPa":5000}',
          payload_encoding: 'text',
          payload_bytes: 14,
          payload_stored_bytes: 14,
          received_at: Date.UTC(2026, 10, 20, 13, 0, 0),
        },
        {
          id: 11,
          device_code: 'MT61-HARBOUR-02',
          device_name: null,
          topic: 'ep/1/MT61-HARBOUR-02/up/data',
          reason: 'a-later-reason',
          detail: '',
          payload: '/wA=',
          payload_encoding: 'base64',
          payload_bytes: 65_000,
          payload_stored_bytes: 8_192,
          received_at: Date.UTC(2026, 10, 20, 12, 0, 0),
        },
      ],
    },
  });
}

describe('rejected messages', () => {
  it("are listed with their reason and the customer's time, and one is shown in full", async () => {
    const { user, address, server } = await renderPage('/rejected-messages', {
      role: 'admin',
      prepare,
    });
    expect(await screen.findByText('Physically impossible value')).toBeTruthy();
    // An unknown reason from a newer server is shown unchanged.
    expect(screen.getByText('a-later-reason')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '2026-11-20 21:00:00' }));
    const drawer = await screen.findByRole('dialog');
    expect(within(drawer).getByText('{"volPa":5000}')).toBeTruthy();
    expect(within(drawer).getByText('volPa 5000 is beyond 1000 V')).toBeTruthy();
    expect(address()).toBe('/rejected-messages?open=12');
    expect(server.requests('v2.rejected-messages')).toEqual([{ query: { pn: '1', ps: '13' } }]);
    await expectNoAxeViolations();
  });

  it('are marked when the payload is not text', async () => {
    const { server } = await renderPage('/rejected-messages?open=11', { role: 'admin', prepare });
    expect(await screen.findByText('binary, shown as base64')).toBeTruthy();
    expect(screen.getByText('65 kB, of which the first 8 kB are stored')).toBeTruthy();
    await waitFor(() =>
      expect(server.requests('v2.rejected-messages')).toContainEqual({ query: { id: '11' } }),
    );
  });

  it('can be searched by device', async () => {
    const { user, server } = await renderPage('/rejected-messages', { role: 'admin', prepare });
    await user.type(
      await screen.findByRole('searchbox', { name: 'Device code' }),
      'MT61-HARBOUR-02{Enter}',
    );
    await waitFor(() =>
      expect(server.requests('v2.rejected-messages').at(-1)).toEqual({
        query: { pn: '1', ps: '13', device_code: 'MT61-HARBOUR-02' },
      }),
    );
  });

  it('are hidden from an operator, and nothing is requested', async () => {
    const { server } = await renderPage('/rejected-messages', { role: 'operator' });
    expect(await screen.findByText('No permission for this page')).toBeTruthy();
    expect(server.requests('v2.rejected-messages')).toEqual([]);
  });
});
