import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerFleet, CODE, deviceRow } from '../../../test/answers/device-answers.ts';
import { answerFees } from '../../../test/answers/energy-answers.ts';
import {
  answerEstimates,
  answerExplanation,
  type EstimatedDayRow,
  estimatedDayRow,
} from '../../../test/answers/explanation-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import { renderPage } from '../../../test/render-page.tsx';

function render(address: string, list: readonly EstimatedDayRow[]) {
  return renderPage(address, {
    role: 'admin',
    prepare: (server) => {
      answerFees(server);
      answerFleet(server, [deviceRow()]);
      answerExplanation(server);
      answerEstimates(server, list);
    },
  });
}

const textOf = (element: Element) =>
  element.textContent?.replaceAll('\u202F', ' ').replaceAll(/[\u2066\u2069]/g, '') ?? '';

const CORRECTED = estimatedDayRow({
  date: '2026-10-31',
  kinds: ['gap'],
  closed: true,
  correction: {
    decision: 'set',
    energy: 20,
    reason: 'Measured by hand',
    decided_by: 'mira',
    decided_at: 1,
  },
});

describe('the days to check', () => {
  it('come first, with reason, energy, period and correction, and open the correction', async () => {
    const { user, server, router } = await render('/energy-repair', [estimatedDayRow(), CORRECTED]);
    const table = await screen.findByRole('region', { name: 'Days with estimated energy' });
    await within(table).findAllByText('Pump house');
    const rows = within(table).getAllByRole('row').map(textOf);
    const text = rows.filter((row) => row.includes('Pump house'));
    expect(text[0]).toMatch(/2026-11-20Pump houseGapReset34\.00 kWh54\.00 kWhOpen–Correct…/);
    expect(text[1]).toMatch(/2026-10-31Pump houseGap.*ClosedSet to 20\.00 kWhShow/);
    expect(server.requests('v2.energy-estimates')[0]).toEqual({ query: { pn: '1', ps: '13' } });
    expect(server.requests('v2.energy-explanation')).toEqual([]);
    await expectNoAxeViolations();
    await user.click(screen.getByRole('link', { name: /^(Correct|Show).* 2026-11-20/ }));
    expect(await screen.findByRole('table', { name: 'Steps' })).toBeTruthy();
    expect(router.state.location.search).toMatchObject({
      device: CODE,
      start: '2026-11-20',
      end: '2026-11-20',
    });
    await user.click(screen.getByRole('tab', { name: 'Days to check' }));
    expect((await screen.findAllByText('Pump house')).length).toBeGreaterThan(0);
  });

  it('are requested for the days, the group and the reason of the address', async () => {
    const address =
      '/energy-repair?from=2026-11-01&to=2026-11-20&group=4&kind=gap&corrected=yes&page=2';
    const { server } = await render(address, [estimatedDayRow()]);
    await screen.findAllByText('Pump house');
    expect(server.requests('v2.energy-estimates')[0]).toEqual({
      query: {
        start: '2026-11-01',
        end: '2026-11-20',
        group_id: '4',
        kind: 'gap',
        corrected: 'true',
        pn: '2',
        ps: '13',
      },
    });
  });

  it('include corrected days only if the box is checked', async () => {
    const { user, server } = await render('/energy-repair', []);
    await user.click(await screen.findByRole('checkbox', { name: 'Also corrected days' }));
    await waitFor(() =>
      expect(server.requests('v2.energy-estimates').at(-1)?.query).toMatchObject({
        corrected: 'true',
      }),
    );
  });

  it('are none if there is nothing to correct', async () => {
    await render('/energy-repair', []);
    expect(await screen.findByText('Nothing to correct')).toBeTruthy();
    await expectNoAxeViolations();
  });

  it('name the filters if they exclude everything, and remove them', async () => {
    const { user } = await render('/energy-repair?kind=gap', []);
    await user.click(await screen.findByRole('button', { name: 'Show all groups and reasons' }));
    expect(await screen.findByText('Nothing to correct')).toBeTruthy();
  });

  it('are not requested for more than a month', async () => {
    const { server } = await render('/energy-repair?from=2026-10-01&to=2026-11-20', []);
    expect(await screen.findByText(/at most 31 days/)).toBeTruthy();
    expect(server.requests('v2.energy-estimates')).toEqual([]);
  });
});
