/** Place of the device on its overview; without a place, who may set it is led to the form. */
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerFleet, CODE, deviceData, deviceRow } from '../../../test/answers/device-answers.ts';
import { mapRow } from '../../../test/answers/energy-answers.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

const UNPLACED = mapRow({ lng: null, lat: null, lng_t: null, lat_t: null });

const renderPlace = async (row = mapRow(), options: RenderOptions = {}) => {
  const page = await renderPage(`/devices/${CODE}`, {
    ...options,
    prepare: (server) => {
      answerFleet(server, [deviceRow()]);
      server.answer('v2.device', { data: deviceData() });
      server.answer('v2.device-map.one', { data: row });
    },
  });
  return { ...page, tile: await screen.findByRole('region', { name: 'Location on the map' }) };
};

describe('the place on the overview of a device', () => {
  it('is requested for this device, and a browser that draws no map says so', async () => {
    const { tile, server } = await renderPlace();
    expect(await within(tile).findByText('This browser cannot draw the map.')).toBeTruthy();
    expect(server.requests('v2.device-map.one')).toEqual([{ params: { id: CODE } }]);
  });

  it('can be set if it is missing, by a user who may', async () => {
    const { tile } = await renderPlace(UNPLACED, { role: 'admin' });
    expect(await within(tile).findByText(/no location yet/)).toBeTruthy();
    const link = within(tile).getByRole('link', { name: 'Set it in the device list' });
    expect(link.getAttribute('href')).toContain(`keyword=${CODE}`);
  });

  it('has no link for a viewer', async () => {
    const { tile } = await renderPlace(UNPLACED, { role: 'viewer' });
    expect(await within(tile).findByText(/no location yet/)).toBeTruthy();
    expect(within(tile).queryByRole('link')).toBeNull();
  });
});
