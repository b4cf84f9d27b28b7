/**
 * Reports, dashboard, energy, fees, bills and tariffs: steps that bring a screen into a state worth
 * testing, in any language.
 */
import type { Page } from 'playwright-core';

export async function chooseOnMap(page: Page): Promise<void> {
  await page.locator('.map-list__row').nth(2).click();
  await page.locator('.map-info').waitFor();
}

/**
 * Shows a demo rate with a version that begins tomorrow, in the drawer; the version is created
 * once.
 */
export async function showRateVersions(page: Page): Promise<void> {
  const rows = page.locator('.ant-table-row, .data-card');
  await rows.first().waitFor();
  if ((await rows.count()) < 2) {
    await addRate(page, false);
    await page.locator('.rate-actions .anticon-edit').nth(1).click();
    await page.locator('.rate-form__prices input').first().fill('1.3355');
    await page.locator('.ant-modal-footer .ant-btn-primary').click();
    await page.locator('.ant-modal').waitFor({ state: 'detached' });
  }
  await page.getByText('Workshop 24', { exact: true }).first().click();
  await page.locator('.rate-version').nth(1).waitFor();
}

/**
 * Fills in the form of a rate with two seasons and saves it, or leaves it open with a gap and an
 * overlap.
 */
export async function addRate(page: Page, isLeftOpen: boolean): Promise<void> {
  await page.locator('.data-table-bar .ant-btn-primary').click();
  await page.locator('.rate-form input').first().fill('Workshop 24');
  for (const [index, price] of ['1.25', '1.04', '0.65', '0.2555'].entries()) {
    await page.locator('.rate-form__prices input').nth(index).fill(price);
  }
  await page.locator('.rate-form__hours .ant-segmented-item').nth(1).click();
  await page.locator('.calendar-editor > .ant-btn').click();
  await page.locator('.season').nth(1).waitFor();
  await page.locator('.season__day .ant-segmented-item').nth(1).click();
  if (isLeftOpen) {
    await page.locator('.day-hours__time').nth(1).fill('08:30');
    await page.locator('.day-hours__time').nth(5).fill('16:00');
    await page.locator('.hours-bar__part[data-kind="gap"]').first().waitFor();
    await page.locator('.season').first().scrollIntoViewIfNeeded();
    return;
  }
  await page.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.locator('.ant-modal').waitFor({ state: 'detached' });
}

/** Opens the explanation of the first day that is not the current day. */
export async function openWhy(page: Page): Promise<void> {
  await page.locator('.ant-table-row button, .data-card button').nth(1).click();
  await page.locator('.why table').first().waitFor();
}

/** Opens the explanation of the first bill line, which covers whole months of a device. */
export async function openLineWhy(page: Page): Promise<void> {
  await page.locator('.bill__lines .why-button').first().click();
  await page.locator('.why__line').first().waitFor();
  await page.locator('.why__line summary').first().click();
}

/** Previews a correction of a normal reading without confirming it. */
export async function previewCorrection(page: Page): Promise<void> {
  await page.locator('.tile__head .ant-btn').first().click();
  await page.locator('.repair__readings button').nth(3).click();
  await page.locator('.ant-modal form .ant-input-number input').fill('12.5');
  await page.locator('.ant-modal form textarea').fill('Read on the meter by hand');
  await page.locator('.ant-modal-body .ant-btn').click();
  await page.locator('.repair__effect').waitFor();
}

/** Creates one active correction if there is none. */
export async function correctOnce(page: Page): Promise<void> {
  const corrections = page.locator('.tile:last-of-type .plain-table');
  await page.locator('.tile .state, .tile:last-of-type .plain-table').first().waitFor();
  if ((await corrections.count()) > 0) return;
  await previewCorrection(page);
  await page.locator('.ant-modal-footer .ant-btn-primary:enabled').click();
  await corrections.waitFor();
}

/** Creates a report, which remains in the list until the next report. */
export async function makeReport(page: Page): Promise<void> {
  await page.locator('.report-form [type="submit"]').click();
  await page.locator('.report-row[data-state="done"]').first().waitFor();
  // Moves the pointer away, because the list is tested, not the hovered button.
  await page.mouse.move(0, 0);
}

/**
 * Possible states and failures of a report. A real report does not run long enough to be tested.
 */
const REPORT_STATES = [
  { state: 'waiting', progress: 0 },
  { state: 'running', progress: 37, type: 'parameter', cut: true },
  { state: 'cancelled', progress: 62 },
  { state: 'expired', progress: 100 },
  ...['storage-full', 'too-large', 'interrupted', 'access-ended', 'failed'].map((failure) => ({
    state: 'failed',
    progress: 62,
    failure,
  })),
];

/** Shows a real report in the list in each possible state, until the next URL is opened. */
export async function standInEachState(page: Page): Promise<void> {
  // Responses are changed in the page, because requests that the test driver delays when the page
  // is left can block the next page load.
  await page.evaluate((states) => {
    const { fetch } = window;
    window.fetch = async (...args) => {
      const response = await fetch(...args);
      if (!response.url.endsWith('/api/v2/reports')) return response;
      const answer = await response.json();
      const [real] = answer.data.list;
      if (real === undefined) return Response.json(answer);
      const list = states.map((state, at) => ({ ...real, ...state, id: real.id + at }));
      return Response.json({ ...answer, data: { list, total: list.length } });
    };
  }, REPORT_STATES);
  await page.locator('.report-form [type="submit"]').click();
  await page.locator('.report-row[data-state="running"]').waitFor();
  await page.mouse.move(0, 0);
}

/**
 * Fills in the form of a scheduled report with readings of a month, which are truncated to a week.
 */
export async function setUpSchedule(page: Page): Promise<void> {
  await page.locator('.report-schedules .tile__head button').click();
  const form = page.locator('.ant-modal form');
  await form.locator('.ant-select').first().click();
  await page.locator('.ant-select-item-option').last().click();
  await form.locator('fieldset').nth(1).locator('input[type="radio"]').last().check();
  await form.locator('.report-form__note').waitFor();
}

/** Opens the list of devices for a report that covers more days than allowed. */
export async function chooseForReport(page: Page): Promise<void> {
  await page.locator('.period-field input').first().fill('2026-01-01');
  // The field applies a typed day when it loses the focus, and its calendar would cover other fields.
  for (const _day of ['first', 'last']) await page.keyboard.press('Tab');
  await page.locator('.ant-picker-dropdown').waitFor({ state: 'hidden' });
  await page.locator('.report-form__note').first().waitFor();
  await page.locator('.report-form fieldset').nth(1).locator('input[type="radio"]').last().check();
  await page.locator('.report-form .ant-select-multiple').click();
  for (const index of [0, 1]) await page.locator('.ant-select-item-option').nth(index).click();
  await page.keyboard.press('Escape');
}
