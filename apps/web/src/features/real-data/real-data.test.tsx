import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import { answerFleet, CODE } from '../../../test/device-answers.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import { renderPage } from '../../../test/render-page.tsx';

const FEEDERS = {
  name: 'Feeders',
  cells: [
    { device_code: CODE, quantity: 'volPa' as const, low: 207, high: 253 },
    { device_code: CODE, quantity: 'curA' as const, low: null, high: null },
    { device_code: 'GONE', quantity: 'volPa' as const, low: null, high: null },
  ],
};

async function renderWall(address: string, ageMs = 1_000) {
  const page = await renderPage(address, {
    prepare: (server) => {
      answerFleet(server);
      server.answer('v2.wall-layouts', { data: { list: [FEEDERS] } });
      server.answer('v2.wall-layouts.save', {});
      server.answer('v2.wall-readings', {
        data: {
          list: [
            {
              device_code: CODE,
              readings: [{ ts: Date.now() - ageMs, values: { volPa: 230.1, curA: 4.2 } }],
            },
          ],
        },
      });
    },
  });
  openSocket();
  return page;
}

const cell = (text: string) => {
  const found = screen.getAllByText(text).find((one) => one.closest('li.wall-cell') !== null);
  return within(found!.closest('li')!);
};

describe('live wall', () => {
  it('shows the layout of the address: numbers, limits in words, what is gone', async () => {
    await renderWall('/realData?layout=Feeders');
    expect(await screen.findByText('230.1')).toBeTruthy();
    expect(cell('230.1').getByText('Within limits')).toBeTruthy();
    expect(cell('4.20').queryByText('Within limits')).toBeNull();
    expect(cell('GONE').getByText('Device not found')).toBeTruthy();
    await expectNoAxeViolations();
  });

  it('follows the real-time channel and says which limit is passed', async () => {
    await renderWall('/realData?layout=Feeders');
    await screen.findByText('230.1');
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'VARIABLE',
      message: { ts: Date.now(), dateTime: '', volPa: 254.5 },
    });
    expect(await screen.findByText('254.5')).toBeTruthy();
    expect(cell('254.5').getByText(/Above 253/)).toBeTruthy();
    expect(screen.getByText('4.20')).toBeTruthy();
  });

  it('says of an old value that it is old, within its limits or not', async () => {
    await renderWall('/realData?layout=Feeders', 200_000);
    await screen.findByText('230.1');
    expect(cell('230.1').getByText(/Old value/)).toBeTruthy();
    expect(cell('230.1').queryByText('Within limits')).toBeNull();
  });

  it('saves what is shown, without the cell that was taken off', async () => {
    const { user, server } = await renderWall('/realData?layout=Feeders');
    await user.click(await screen.findByRole('button', { name: 'Remove Current A of Pump house' }));
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save layout' }));
    await waitFor(() => expect(server.requests('v2.wall-layouts.save')).toHaveLength(1));
    expect(server.requests('v2.wall-layouts.save')[0]!.body).toEqual({
      name: 'Feeders',
      cells: [FEEDERS.cells[0], FEEDERS.cells[2]],
    });
  });

  it('begins empty and says what to do', async () => {
    await renderWall('/realData');
    expect(await screen.findByText('Nothing is on the wall')).toBeTruthy();
    await expectNoAxeViolations();
  });
});
