/**
 * Control of breakers and slaves, timers, protection: steps that bring a screen into a state worth
 * testing, in any language.
 */
import { OVER_CURRENT } from '@busbar/domain/protection/protections/over-current';
import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import { writeTemplateFile } from '@busbar/domain/protection/template';
import { defaultsOf, writeRecord } from '@busbar/domain/protection/values';
import type { Page } from 'playwright-core';

/** Selects three slaves; the preview shows the reason that blocks each of them. */
export async function chooseSlaves(page: Page): Promise<void> {
  const boxes = page.locator('.slave-tile input');
  for (const index of [0, 1, 4]) await boxes.nth(index).check();
  await page.locator('.slave-board__tools button').first().click();
  await page.locator('.slave-preview tbody tr').nth(2).waitFor();
  await page.locator('.ant-modal-footer .ant-btn-primary:enabled').waitFor();
}

export async function readSlaveTable(page: Page): Promise<void> {
  await page.locator('.exchange-bar button').click();
  await page.locator('.exchange-bar__word[data-tone="good"]').waitFor();
}

/** Opens the timer form in the same way whether or not a timer exists. */
async function openTimerForm(page: Page): Promise<void> {
  await page.locator('.ant-drawer .ant-btn-primary').click();
  await page.locator('.timer-form .ant-segmented-item').nth(1).click();
}

export async function addTimers(page: Page): Promise<void> {
  await page.locator('.ant-drawer .ant-btn-primary').waitFor();
  if ((await page.locator('.timer').count()) > 0) return;
  await openTimerForm(page);
  await page.locator('.timer-form .clock-field').nth(0).fill('06:30');
  await page.locator('.timer-form .clock-field').nth(1).fill('22:00');
  await page.locator('.timer-form [type="submit"]').click();
  await page.locator('.timer .state-tag[data-tone="good"]').nth(1).waitFor();
}

export async function showTimerProblems(page: Page): Promise<void> {
  await page.locator('.ant-drawer .ant-btn-primary').waitFor();
  await openTimerForm(page);
  await page.locator('.timer-form .clock-field').nth(0).fill('25:61');
  await page.locator('.timer-form [type="submit"]').click();
  await page.locator('.timer-form [data-wrong="true"]').first().waitFor();
}

/** Opens the dialog of a new template with the typical settings of a pump. */
export async function startTemplate(page: Page): Promise<void> {
  await page.locator('.template-bar button').first().click();
  await page.locator('.ant-modal .ant-select').first().click();
  await page.locator('.ant-select-item-option').nth(3).click();
  await page.locator('.ant-modal .ant-checkbox-input').first().waitFor();
}

/** Opens a template, imported from a file if there is none, and makes one of its fields invalid. */
export async function editTemplate(page: Page): Promise<void> {
  const list = page.locator('.template-list');
  if ((await list.count()) === 0) {
    const text = writeTemplateFile({
      name: 'Feeders 63 A',
      sets: {
        overVoltage: writeRecord(OVER_VOLTAGE, defaultsOf(OVER_VOLTAGE)),
        overCurrent: writeRecord(OVER_CURRENT, defaultsOf(OVER_CURRENT)),
      },
    });
    const file = { name: 'feeders.json', mimeType: 'application/json', buffer: Buffer.from(text) };
    await page.locator('.template-bar input[type="file"]').setInputFiles(file);
    await list.waitFor();
  }
  await list.locator('button').first().click();
  const number = page.locator('.template-editor .number-input input');
  await number.first().fill('301');
  await number.nth(1).fill('260');
  await page.locator('.protection-row__problem[id]:not(:empty)').first().waitFor();
}
