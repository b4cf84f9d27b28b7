/** The notice after a change of a profile that decodes stored answers otherwise. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '../../../../test/axe.ts';
import type { RenderOptions } from '../../../../test/render-page.tsx';
import { DTU, dialog, openStored, press } from '../../../../test/render-profiles.tsx';
import type { KeptMeters } from './kept.ts';

const METER = { device_code: `${DTU}-1`, device_name: 'Pump', line_code: DTU, line_name: 'Hall' };
const OTHER = {
  ...{ device_code: 'HF-2411015521', device_name: 'Quay', line_code: 'HF-2411015521' },
  line_name: 'Quay',
};
const KEPT: KeptMeters = { meters: [METER, OTHER], count: 2 };
const TITLE = 'Stored readings keep the values that Example EX-3 gave before the change';

/** Saves the stored profile; `kept` is what the server answers. */
async function changed(kept: KeptMeters, options: RenderOptions = {}) {
  const page = await openStored(options);
  const { user, editor, server } = page;
  server.answer('v2.meter-profiles.change', { data: kept });
  await press(user, editor, 'Save profile');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return page;
}

const notice = async () => (await screen.findByText(TITLE)).closest<HTMLElement>('[role=status]')!;
const buttonOf = (inside: HTMLElement, name: string) =>
  within(inside).queryByRole('button', { name: `Recompute readings of ${name}` });

describe('the meters of a changed profile', () => {
  it('are listed with their lines, and each leads to its recomputation', async () => {
    const { user, server } = await changed(KEPT, { role: 'admin' });
    const inside = await notice();
    expect(within(inside).getByRole('link', { name: 'Pump' }).getAttribute('href')).toBe(
      `/devices/${METER.device_code}`,
    );
    expect(within(inside).getByText('Hall')).toBeTruthy();
    expect(within(inside).getAllByText('Quay')).toHaveLength(1);
    await expectNoAxeViolations();

    const START = Date.UTC(2026, 9, 29, 16);
    server.answer('v2.meter-recompute', {
      data: { stretches: [{ first: START, last: START + 1, readings: 2, present: false }] },
    });
    server.answer('v2.meter-recompute.preview', {
      data: {
        ...{ mark: 'mark-1', first: START, last: START + 1 },
        ...{ recomputed: 2, unchanged: 0, unreadable: 0, emptied: 0, out_of_bounds: 0 },
        ...{ first_register: null, last_register: null, counting: [], ignored: [] },
        ...{ months: [], periods: [] },
      },
    });
    server.answer('v2.meter-recompute.accept', { data: { recomputed: 2, repeated: false } });
    await user.click(buttonOf(inside, 'Pump')!);
    const recompute = await dialog('Pump: recompute readings');
    await user.click(await within(recompute).findByRole('button', { name: 'Show preview' }));
    await user.type(await within(recompute).findByLabelText('Reason'), 'Wrong scale');
    await press(user, recompute, 'Recompute');
    await waitFor(() => expect(buttonOf(inside, 'Pump')).toBeNull());
    expect(within(inside).getByText('Recomputed')).toBeTruthy();
    expect(buttonOf(inside, 'Quay')).not.toBeNull();
    expect(server.requests('v2.meter-recompute.accept')[0]?.body).toMatchObject({
      device_code: METER.device_code,
    });
    await press(user, inside, 'Dismiss');
    await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
  });

  it('are only named for a user who may not correct energy', async () => {
    await changed(KEPT, { role: 'operator' });
    const inside = await notice();
    expect(within(inside).getByText('Pump')).toBeTruthy();
    expect(buttonOf(inside, 'Pump')).toBeNull();
    expect(within(inside).getByText(/permission “Correct energy”/)).toBeTruthy();
  });

  it('are counted if there are more than are listed', async () => {
    await changed({ meters: [METER], count: 1301 }, { role: 'admin' });
    expect(
      within(await notice()).getByText(/Further meters with this profile: 1,300/),
    ).toBeTruthy();
  });

  it('are not named if their readings are decoded as before', async () => {
    await changed({ meters: [], count: 0 }, { role: 'admin' });
    expect(screen.queryByText(/Stored readings keep the values/)).toBeNull();
  });
});
