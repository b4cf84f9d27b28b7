/** Every built screen, and what to do on it before it is worth looking at. */
import { OVER_CURRENT } from '@busbar/domain/protection/over-current';
import { OVER_VOLTAGE } from '@busbar/domain/protection/over-voltage';
import { writeTemplateFile } from '@busbar/domain/protection/template';
import { defaultsOf, writeRecord } from '@busbar/domain/protection/values';
import type { Page } from 'playwright-core';

export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly as: 'nobody' | 'demo' | 'platform';
  /** Steps to a state that no address leads to; in any language. */
  readonly act?: (page: Page) => Promise<void>;
}

const BREAKER = '861039034396009';
/** It was never silent for long. */
const WORKSHOP = '861039034259008';
const GATEWAY = '862055001883100';

async function readImport(page: Page, rows: readonly string[]): Promise<void> {
  const text = ['Device code,Device name,Device type,Rate,Serial no.', ...rows].join('\n');
  const file = { name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('.import input[type="file"]').setInputFiles(file);
  await page.locator('.import__scroll').first().waitFor();
}

const readWrongFile = (page: Page) =>
  readImport(page, [
    'PICTURE0000001,Pump house 1,MT61,,1',
    'short,Pump house 2,MT61,,2',
    'PICTURE0000001,Pump house 3,MT99,Night,3',
    '8.61039E+14,,MT61,,4',
  ]);

const readGoodFile = (page: Page) =>
  readImport(page, [
    'PICTURE0000001,Pump house 1,MT61,,1',
    'PICTURE0000002,Board 2,MT88C,,2',
    'PICTURE0000002-3,Feeder 3,slave,,3',
  ]);

/** Three of them, with whatever is in the way of each. */
async function chooseSlaves(page: Page): Promise<void> {
  const boxes = page.locator('.slave-tile input');
  for (const index of [0, 1, 4]) await boxes.nth(index).check();
  await page.locator('.slave-board__tools button').first().click();
  await page.locator('.slave-preview tbody tr').nth(2).waitFor();
  await page.locator('.ant-modal-footer .ant-btn-primary:enabled').waitFor();
}

async function addNote(page: Page): Promise<void> {
  const notes = page.locator('.information__notes > li');
  if ((await notes.count()) > 0) return;
  await page.locator('.information__form textarea').fill('Terminals tightened, 12 Nm');
  await page.locator('.information__form button[type="submit"]').click();
  await notes.first().waitFor();
}

/** A group of the demo is to go to the topmost one; what that changes is shown. */
async function askMove(page: Page): Promise<void> {
  await page.locator('.groups__actions button:nth-child(3)').last().click();
  await page.locator('.ant-modal .ant-select').click();
  await page.locator('.ant-select-item-option').first().click();
  await page.locator('.group-move__preview').waitFor();
}

/** An entry is hidden and another one goes up; nothing is saved. */
async function arrangeMenu(page: Page): Promise<void> {
  const rows = page.locator('.menus__editor > .menu-list > li');
  await rows.nth(2).locator('.menu-list__row').first().locator('button').last().click();
  await rows.nth(1).locator('.menu-list__handle').first().press('ArrowUp');
}

async function renameEntry(page: Page): Promise<void> {
  await page.locator('.menu-list__row').first().locator('button').nth(1).click();
  await page.locator('.menu-names').waitFor();
}

/** What goes is named before it is saved. */
async function askShorter(page: Page): Promise<void> {
  const section = page.locator('.configuration__section').last();
  await section.locator('.ant-input-number-input').nth(3).fill('90');
  await section.locator('button[type="submit"]').click();
  await page.locator('.configuration__goes').waitFor();
}

async function chooseUser(page: Page): Promise<void> {
  await page.locator('.allocation__who .ant-select').click();
  await page.locator('.ant-select-item-option').first().click();
  await page.locator('.allocation__seen').first().waitFor();
}

async function inviteUser(page: Page): Promise<void> {
  await page.locator('.data-table .ant-btn-primary').click();
  await page.locator('.users-form .permission-list').waitFor();
}

async function openUser(page: Page): Promise<void> {
  await page.locator('.data-table-open').last().click();
  await page.locator('.users-drawer').waitFor();
}

async function askForFactor(page: Page): Promise<void> {
  await page.locator('.account-actions .ant-btn-primary').first().click();
  await page.locator('.account-form input').waitFor();
}

/** The page itself, as a picture. */
async function addPhoto(page: Page): Promise<void> {
  const pictures = page.locator('.photo-tile img');
  if ((await page.locator('.photo-tile').count()) === 0) {
    const file = { name: 'page.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await page.locator('.information input[type="file"]').setInputFiles(file);
  }
  await pictures.first().waitFor();
}

/** Of the first other breaker of the list. */
async function previewCopy(page: Page): Promise<void> {
  const panel = page.locator('.deploy > .deploy__box');
  await panel.locator('.ant-select').first().click();
  await page.locator('.ant-select-item-option').nth(3).click();
  await panel.locator('> .ant-btn').click();
  await page.locator('.deploy__preview').waitFor();
}

async function askForSecret(page: Page): Promise<void> {
  await page.locator('.information__box .ant-btn').click();
  await page.locator('.ant-modal input[type="password"]').waitFor();
}

async function readSlaveTable(page: Page): Promise<void> {
  await page.locator('.exchange-bar button').click();
  await page.locator('.exchange-bar__word[data-tone="good"]').waitFor();
}

/** Voltages of six devices, within limits and not, and their currents, which have none. */
async function fillWall(page: Page): Promise<void> {
  const devices = page.locator('.wall-add__devices');
  const options = page.locator(
    '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option',
  );
  const [low] = await page.locator('.wall-add [role="spinbutton"]').all();
  for (const [turn, { quantity, limit }] of [
    { quantity: 0, limit: '207' },
    { quantity: 1, limit: '234' },
    { quantity: 3, limit: '' },
  ].entries()) {
    await page.locator('.wall-add__quantity').click();
    await options.nth(quantity).click();
    await low!.fill(limit);
    await devices.click();
    for (let i = 0; i < 6; i++) await options.nth(i).click();
    await page.keyboard.press('Escape');
    await page.locator('.wall-add > .ant-btn').click();
    await page
      .locator('.wall-cell')
      .nth(6 * turn + 5)
      .waitFor();
  }
  await page.locator('.wall-cell__scale span:not(:empty)').first().waitFor();
}

async function readSlots(page: Page): Promise<void> {
  await page.locator('.exchange-bar button').click();
  await page.locator('.exchange-bar__word[data-tone="good"]').waitFor();
}

/** The third slave into another slot, disabled or enabled again; then the question about the first. */
async function disableSlave(page: Page): Promise<void> {
  await readSlots(page);
  await page.locator('.slot-tile .ant-btn').nth(2).click();
  await page.locator('.ant-modal .ant-switch').click();
  await page.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.locator('.slot-results li').first().waitFor();
  await page.locator('.exchange-bar__word[data-tone="good"]').waitFor();
  await page.locator('.slot-tile .ant-btn').first().click();
  await page.locator('.ant-modal .ant-switch').waitFor();
}

async function chooseOnMap(page: Page): Promise<void> {
  await page.locator('.map-list__row').nth(2).click();
  await page.locator('.map-info').waitFor();
}

/** The way to the form differs while there is no timer yet. */
async function openTimerForm(page: Page): Promise<void> {
  await page.locator('.ant-drawer .ant-btn-primary').click();
  await page.locator('.timer-form .ant-segmented-item').nth(1).click();
}

async function addTimers(page: Page): Promise<void> {
  await page.locator('.ant-drawer .ant-btn-primary').waitFor();
  if ((await page.locator('.timer').count()) > 0) return;
  await openTimerForm(page);
  await page.locator('.timer-field__time').nth(0).fill('06:30');
  await page.locator('.timer-field__time').nth(1).fill('22:00');
  await page.locator('.timer-form [type="submit"]').click();
  await page.locator('.timer .state-tag[data-tone="good"]').nth(1).waitFor();
}

async function showTimerProblems(page: Page): Promise<void> {
  await page.locator('.ant-drawer .ant-btn-primary').waitFor();
  await openTimerForm(page);
  await page.locator('.timer-field__time').nth(0).fill('25:61');
  await page.locator('.timer-form [type="submit"]').click();
  await page.locator('.timer-field__problem').first().waitFor();
}

/** Out of a file while there is none; one field of it is wrong. */
async function editTemplate(page: Page): Promise<void> {
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

/** A rate of the demo with a version from tomorrow on, in the drawer; made once. */
async function showRateVersions(page: Page): Promise<void> {
  const rows = page.locator('.ant-table-row, .data-card');
  await rows.first().waitFor();
  if ((await rows.count()) < 2) {
    await addRate(page, false);
    await page.locator('.rate-actions .anticon-edit').nth(1).click();
    await page.locator('#rate_1').fill('1.3355');
    await page.locator('.ant-modal-footer .ant-btn-primary').click();
    await page.locator('.ant-modal').waitFor({ state: 'detached' });
  }
  await page.getByText('Workshop 24', { exact: true }).first().click();
  await page.locator('.rate-version').nth(1).waitFor();
}

/** The form of a rate with two seasons; left open with a gap and an overlap when it is not saved. */
async function addRate(page: Page, isLeftOpen: boolean): Promise<void> {
  await page.locator('.data-table-bar .ant-btn-primary').click();
  await page.locator('#name').fill('Workshop 24');
  for (const [field, price] of [
    ['#rate_1', '1.25'],
    ['#rate_2', '1.04'],
    ['#rate_3', '0.65'],
    ['#rate_4', '0.2555'],
  ] as const) {
    await page.locator(field).fill(price);
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

/** Why a day of it is what it is: the first day that is not the running one. */
async function openWhy(page: Page): Promise<void> {
  await page.locator('.ant-table-row button, .data-card button').nth(1).click();
  await page.locator('.why table').first().waitFor();
}

/** Of the first line; whole months of a device. */
async function openLineWhy(page: Page): Promise<void> {
  await page.locator('.bill__lines .why-button').first().click();
  await page.locator('.why__line').first().waitFor();
  await page.locator('.why__line summary').first().click();
}

/** A plain reading decided otherwise, previewed and left unconfirmed. */
async function previewCorrection(page: Page): Promise<void> {
  await page.locator('.tile__head .ant-btn').first().click();
  await page.locator('.repair__readings button').nth(3).click();
  await page.locator('.repair__form .ant-input-number input').fill('12.5');
  await page.locator('.repair__form textarea').fill('Read on the meter by hand');
  await page.locator('.repair__form > [type="submit"]').click();
  await page.locator('.repair__effect').waitFor();
}

/** One correction in force, made once. */
async function correctOnce(page: Page): Promise<void> {
  const corrections = page.locator('.tile:last-of-type .plain-table');
  await page.locator('.tile .state, .tile:last-of-type .plain-table').first().waitFor();
  if ((await corrections.count()) > 0) return;
  await previewCorrection(page);
  await page.locator('.ant-modal-footer .ant-btn-primary:enabled').click();
  await corrections.waitFor();
}

async function openBell(page: Page): Promise<void> {
  await page.locator('.alarm-bell').click();
  await page.locator('.alarm-bell__panel footer').waitFor();
}

async function dealWithAlarm(page: Page): Promise<void> {
  await page.locator('.live-alarm .alarm-actions .ant-btn:enabled').nth(1).click();
  await page.locator('.ant-modal textarea').waitFor();
}

/** In a table the type opens the row, on a phone the head of the card. */
async function openAlarm(page: Page): Promise<void> {
  await page.locator('.data-table-open').first().click();
  await page.locator('.ant-drawer .facts').waitFor();
}

async function goToAlarm(page: Page): Promise<void> {
  await page.locator('.data-table-body .alarm-link').first().click();
  await page.locator('.history__mark').waitFor();
}

async function changeRule(page: Page): Promise<void> {
  await page.locator('.alarm-rules__table td button').first().click();
  await page.locator('.ant-modal .alarm-form').waitFor();
}

async function addWindow(page: Page): Promise<void> {
  await page.locator('.alarm-rules__head button').click();
  await page.locator('.ant-modal .alarm-form').waitFor();
}

async function addNotificationType(page: Page): Promise<void> {
  await page.locator('.notify__add').click();
  await page.locator('.ant-select-item-option').nth(2).click();
  await page.locator('.notify__wish').nth(1).waitFor();
}

/** To a name that is nobody's (RFC 2606), so that it is tried again and nothing leaves the machine. */
async function showForwardingSecret(page: Page): Promise<void> {
  const on = page.locator('.forwarding__flag .ant-switch').nth(1);
  if ((await on.getAttribute('aria-checked')) === 'true') {
    await page.locator('.forwarding__secret button').click();
    await page.locator('.ant-modal-footer .ant-btn-primary').click();
  } else {
    await page
      .locator('.forwarding input[inputmode="url"]')
      .fill('https://receiver.invalid/busbar');
    await on.click();
    await page.locator('.forwarding form [type="submit"]').click();
  }
  await page.locator('.secret-once').waitFor();
}

async function addApiKey(page: Page): Promise<void> {
  await page.locator('.data-table-bar .ant-btn-primary').click();
  await page.locator('.ant-modal .api-keys__scopes').waitFor();
}

async function showApiKey(page: Page): Promise<void> {
  await addApiKey(page);
  await page.locator('.ant-modal .alarm-form__field input').first().fill('<b>Monthly</b> report');
  await page.locator('.api-keys__scopes input').nth(1).check();
  await page.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.locator('.secret-once').waitFor();
}

/** The demo customer's settings. */
async function changeCustomer(page: Page): Promise<void> {
  await page.locator('.registration-actions button').last().click();
  await page.locator('.ant-modal .registration-form').waitFor();
}

/** An engineer without one thing and with another: the difference stands below the boxes. */
async function copyRole(page: Page): Promise<void> {
  await page.locator('.role-actions button').nth(1).click();
  await page.locator('.ant-modal .role-form__field input').first().fill('Night shift');
  const boxes = page.locator('.ant-modal .role-form__box input:enabled');
  await boxes.nth(0).click();
  await boxes.last().click();
  await page.locator('.role-difference__side').first().waitFor();
}

/** Voltages of the three phases, sent and answered. */
async function talkToMeter(page: Page): Promise<void> {
  await page.locator('.console-form input.code').nth(2).fill('00FF0102');
  await page.locator('.console-form [type="submit"]').click();
  await page.locator('.byte-strip').first().waitFor();
  await page.locator('.console-send > .ant-btn:enabled').click();
  await page.locator('.console-panel .parsed-table').waitFor();
  await page.locator('.console-panel .byte-group').nth(6).hover();
}

/** A wrong check sum, and a second frame behind it. */
async function pasteFrames(page: Page): Promise<void> {
  const frames = '68 AA AA AA AA AA AA 68 11 04 33 33 34 33 AF 16 11 02 03 AC 00 35 7A E8';
  await page.locator('.console-panel textarea').fill(frames);
  await page.locator('.console-panel .frame-problems').waitFor();
}

/** Nothing is sent: the question is looked at. */
async function askToTrip(page: Page): Promise<void> {
  await page.locator('.console-form input.code').nth(1).fill('1C');
  await page.locator('.console-form input.code').nth(2).fill('02000000000000001A00595923311299');
  await page.locator('.console-form [type="submit"]').click();
  await page.locator('.console-send > .ant-btn-dangerous:enabled').click();
  await page.locator('.console-confirm').waitFor();
}

async function openTowerControl(page: Page): Promise<void> {
  await page.locator('.branch button').first().click();
  await page.locator('.ant-modal .tower-form').waitFor();
}

async function openTowerForm(page: Page): Promise<void> {
  await page.locator('.tower-settings__tools button').first().click();
  await page.locator('.ant-modal .tower-form').waitFor();
}

async function openLampForm(page: Page): Promise<void> {
  await page.locator('.project-actions button').first().click();
  await page.locator('.ant-modal .lamp-expected').waitFor();
  // One dead lamp of so many is not seen.
  await page.locator('.ant-modal input[aria-required="true"]').nth(1).fill('60');
  await page.locator('.ant-modal .lamp-hidden').waitFor();
}

async function openFirstAdd(page: Page): Promise<void> {
  await page.locator('main .ant-btn-primary').first().click();
  await page.locator('.ant-modal .project-form').waitFor();
}

async function askToSwitchLamps(page: Page): Promise<void> {
  await page.locator('.project-panel__head button').first().click();
  await page.locator('.choice-bar__orders button').first().click();
  await page.locator('.ant-modal .order-effect').first().waitFor();
}

async function openLampGroup(page: Page): Promise<void> {
  await page.locator('.board-line__name button').first().click();
  await page.locator('.ant-drawer .facts').waitFor();
}

/** A report made; until the next one the list has it. */
async function makeReport(page: Page): Promise<void> {
  await page.locator('.report-form [type="submit"]').click();
  await page.locator('.report-row[data-state="done"]').first().waitFor();
  // The list is what is looked at, not the button under the pointer.
  await page.mouse.move(0, 0);
}

/** Readings of a month, which are cut to a week. */
async function setUpSchedule(page: Page): Promise<void> {
  await page.locator('.report-schedules .tile__head button').click();
  const form = page.locator('.schedule-form');
  await form.locator('.ant-select').first().click();
  await page.locator('.ant-select-item-option').last().click();
  await form.locator('fieldset').nth(2).locator('input[type="radio"]').last().check();
  await form.locator('.report-form__note').waitFor();
}

/** Devices to choose from, and more days than there can be. */
async function chooseForReport(page: Page): Promise<void> {
  await page.locator('.report-form__days input').first().fill('2026-01-01');
  await page.locator('.report-form__note').waitFor();
  await page.locator('.report-form fieldset').nth(1).locator('input[type="radio"]').last().check();
  await page.locator('.report-form .ant-select-multiple').click();
  for (const index of [0, 1]) await page.locator('.ant-select-item-option').nth(index).click();
  await page.keyboard.press('Escape');
}

export const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', as: 'nobody' },
  { name: 'register', path: '/register', as: 'nobody' },
  { name: 'activation', path: '/register/audit', as: 'platform' },
  { name: 'operations', path: '/operations', as: 'platform' },
  { name: 'configuration', path: '/configuration', as: 'platform' },
  { name: 'configuration-shorter', path: '/configuration', as: 'platform', act: askShorter },
  { name: 'menus', path: '/menu', as: 'demo', act: arrangeMenu },
  { name: 'menus-rename', path: '/menu', as: 'demo', act: renameEntry },
  { name: 'modify-password', path: '/modifypassword', as: 'demo' },
  { name: 'report-new', path: '/data-report?type=parameter', as: 'demo', act: chooseForReport },
  { name: 'report-made', path: '/data-report', as: 'demo', act: makeReport },
  { name: 'report-scheduled', path: '/data-report?tab=scheduled', as: 'demo' },
  {
    name: 'report-schedule-new',
    path: '/data-report?tab=scheduled',
    as: 'demo',
    act: setUpSchedule,
  },
  { name: 'dashboard', path: '/dashboard', as: 'demo' },
  { name: 'dashboard-hours', path: '/dashboard?period=day&shape=line', as: 'demo' },
  { name: 'dashboard-device', path: '/dashboard', as: 'demo', act: chooseOnMap },
  { name: 'fees-energy', path: '/feesselect?days=30', as: 'demo' },
  { name: 'fees-bill', path: '/feesselect?tab=bill', as: 'demo' },
  { name: 'fees-detail', path: `/feesdetail?device=${BREAKER}&days=30`, as: 'demo' },
  { name: 'fees-none', path: '/feesdetail', as: 'demo' },
  { name: 'settlement', path: '/settlement', as: 'demo' },
  { name: 'bill', path: '/bill?lines=all', as: 'demo' },
  {
    name: 'why-day',
    path: `/feesdetail?device=${BREAKER}&tab=bill`,
    as: 'demo',
    act: openWhy,
  },
  { name: 'why-line', path: `/bill?device=${BREAKER}`, as: 'demo', act: openLineWhy },
  { name: 'repair-none', path: '/energy-repair', as: 'demo' },
  {
    name: 'repair-preview',
    path: `/energy-repair?device=${BREAKER}`,
    as: 'demo',
    act: previewCorrection,
  },
  { name: 'repair', path: `/energy-repair?device=${BREAKER}`, as: 'demo', act: correctOnce },
  { name: 'device-list', path: '/devicemanage', as: 'demo' },
  {
    name: 'device-information',
    path: `/deviceinformation?device=${BREAKER}`,
    as: 'demo',
  },
  {
    name: 'device-information-connection',
    path: `/deviceinformation?device=${BREAKER}&tab=connection`,
    as: 'demo',
  },
  {
    name: 'device-information-notes',
    path: `/deviceinformation?device=${BREAKER}&tab=notes`,
    as: 'demo',
    act: addNote,
  },
  {
    name: 'device-information-photos',
    path: `/deviceinformation?device=${BREAKER}&tab=photos`,
    as: 'demo',
    act: addPhoto,
  },
  {
    name: 'device-information-access',
    path: `/deviceinformation?device=${BREAKER}&tab=access`,
    as: 'demo',
  },
  {
    name: 'device-information-secret',
    path: `/deviceinformation?device=${BREAKER}&tab=access`,
    as: 'demo',
    act: askForSecret,
  },
  { name: 'device-deploy', path: `/devicedeploy?device=${BREAKER}`, as: 'demo' },
  {
    name: 'device-deploy-preview',
    path: `/devicedeploy?device=${BREAKER}`,
    as: 'demo',
    act: previewCopy,
  },
  { name: 'device-import', path: '/deviceimport', as: 'demo' },
  { name: 'device-import-wrong', path: '/deviceimport', as: 'demo', act: readWrongFile },
  { name: 'device-import-good', path: '/deviceimport', as: 'demo', act: readGoodFile },
  { name: 'device-register', path: '/registerdevice', as: 'demo' },
  {
    name: 'gateway-slots',
    path: `/devicedeploy_88C?device=${GATEWAY}`,
    as: 'demo',
    act: readSlots,
  },
  {
    name: 'gateway-slots-change',
    path: `/devicedeploy_88C?device=${GATEWAY}`,
    as: 'demo',
    act: disableSlave,
  },
  { name: 'device-none', path: '/device', as: 'demo' },
  { name: 'device-history', path: `/device?device=${BREAKER}&range=3d`, as: 'demo' },
  {
    name: 'device-compare',
    path: `/device?device=${WORKSHOP}&tab=compare&range=3d&with=861039034122007&period=week`,
    as: 'demo',
  },
  { name: 'device-load', path: `/device?device=${WORKSHOP}&tab=load&range=7d`, as: 'demo' },
  { name: 'device-quality', path: `/device?device=${WORKSHOP}&tab=quality`, as: 'demo' },
  { name: 'device-live', path: `/device?device=${BREAKER}&tab=live`, as: 'demo' },
  { name: 'device-energy', path: `/device?device=${BREAKER}&tab=energy`, as: 'demo' },
  { name: 'control-none', path: '/devicecontrol', as: 'demo' },
  { name: 'control-breaker', path: `/devicecontrol?device=${BREAKER}`, as: 'demo' },
  { name: 'control-gateway', path: `/devicecontrol?device=${GATEWAY}`, as: 'demo' },
  {
    name: 'slaves-question',
    path: `/devicecontrol?device=${GATEWAY}`,
    as: 'demo',
    act: chooseSlaves,
  },
  {
    name: 'slaves-table',
    path: `/devicecontrol?device=${GATEWAY}`,
    as: 'demo',
    act: readSlaveTable,
  },
  {
    name: 'timers',
    path: `/devicecontrol?device=${BREAKER}&timers=${BREAKER}`,
    as: 'demo',
    act: addTimers,
  },
  {
    name: 'timers-form',
    path: `/devicecontrol?device=${GATEWAY}&timers=${GATEWAY}`,
    as: 'demo',
    act: showTimerProblems,
  },
  { name: 'group-control', path: '/devicecontroller', as: 'demo' },
  { name: 'protection-none', path: '/automatic', as: 'demo' },
  ...[
    'overVoltage',
    'lowVoltage',
    'overCurrent',
    'overLoad',
    'enableSwitch',
    'lostPhase',
    'interphaseImbalance',
    'timingConfig',
    'dryContact',
  ].map(
    (tab): Screen => ({
      name: `protection-${tab}`,
      path: `/automatic?device=${BREAKER}&tab=${tab}`,
      as: 'demo',
    }),
  ),
  { name: 'protection-templates', path: '/protection-templates', as: 'demo' },
  { name: 'template-edit', path: '/protection-templates', as: 'demo', act: editTemplate },
  { name: 'rates', path: '/rate', as: 'demo' },
  { name: 'rate-versions', path: '/rate', as: 'demo', act: showRateVersions },
  { name: 'rate-hours', path: '/rate', as: 'demo', act: (page) => addRate(page, true) },
  { name: 'alarm-info', path: '/alarm/alarmInfo', as: 'demo' },
  { name: 'alarms-live', path: '/realalarm', as: 'demo' },
  { name: 'alarms-bell', path: '/realalarm', as: 'demo', act: openBell },
  { name: 'alarms-deal', path: '/realalarm', as: 'demo', act: dealWithAlarm },
  { name: 'alarm-history', path: '/historyalarm', as: 'demo' },
  { name: 'alarm-drawer', path: '/historyalarm', as: 'demo', act: openAlarm },
  { name: 'alarm-moment', path: '/historyalarm', as: 'demo', act: goToAlarm },
  { name: 'alarm-rules', path: '/alarm-rules', as: 'demo' },
  { name: 'alarm-rule', path: '/alarm-rules', as: 'demo', act: changeRule },
  { name: 'alarm-windows', path: '/alarm-rules?tab=windows', as: 'demo' },
  { name: 'alarm-window', path: '/alarm-rules?tab=windows', as: 'demo', act: addWindow },
  { name: 'towers', path: '/tower-device', as: 'demo' },
  { name: 'tower-control', path: '/tower-device', as: 'demo', act: openTowerControl },
  { name: 'tower-settings', path: '/tower-device?tab=settings', as: 'demo' },
  { name: 'tower-form', path: '/tower-device?tab=settings', as: 'demo', act: openTowerForm },
  { name: 'tower-log', path: '/tower-device?tab=log', as: 'demo' },
  { name: 'tower-bill', path: '/tower-device?tab=bill', as: 'demo' },
  { name: 'projects', path: '/project-set', as: 'demo' },
  { name: 'project-new', path: '/project-set', as: 'demo', act: openFirstAdd },
  { name: 'lamp-groups', path: '/project-manage', as: 'demo' },
  { name: 'lamp-form', path: '/project-manage', as: 'demo', act: openLampForm },
  { name: 'project-limits', path: '/alarm-setting', as: 'demo' },
  { name: 'project-notices', path: '/alarm-setting?tab=notice', as: 'demo' },
  { name: 'project-view', path: '/project-view', as: 'demo' },
  { name: 'project-overview', path: '/project-view-manage', as: 'demo' },
  { name: 'project-monitor', path: '/project-view-monitor', as: 'demo' },
  { name: 'project-group', path: '/project-view-monitor', as: 'demo', act: openLampGroup },
  { name: 'project-warnings', path: '/project-view-warning', as: 'demo' },
  { name: 'project-alarms', path: '/project-view-alarm', as: 'demo' },
  { name: 'project-log', path: '/project-view-log', as: 'demo' },
  { name: 'project-energy', path: '/project-view-energy', as: 'demo' },
  { name: 'project-bill', path: '/project-view-bill', as: 'demo' },
  { name: 'project-parameters', path: '/project-view-parameter', as: 'demo' },
  { name: 'project-control', path: '/project-control', as: 'demo' },
  { name: 'project-switching', path: '/control-manage', as: 'demo' },
  { name: 'project-question', path: '/control-manage', as: 'demo', act: askToSwitchLamps },
  { name: 'project-timers', path: '/timer-control', as: 'demo' },
  { name: 'project-timer-new', path: '/timer-control', as: 'demo', act: openFirstAdd },
  { name: 'project-visits', path: '/project-defend', as: 'demo' },
  { name: 'project-visit', path: '/project-defend', as: 'demo', act: openFirstAdd },
  { name: 'notification-setting', path: '/notification-setting', as: 'demo' },
  {
    name: 'notification-type',
    path: '/notification-setting',
    as: 'demo',
    act: addNotificationType,
  },
  { name: 'messages', path: '/notifications', as: 'demo' },
  { name: 'forwarding-secret', path: '/forwarding', as: 'demo', act: showForwardingSecret },
  { name: 'forwarding', path: '/forwarding', as: 'demo' },
  { name: 'forwarding-deliveries', path: '/forwarding?tab=deliveries', as: 'demo' },
  { name: 'forwarding-dead', path: '/forwarding?tab=dead', as: 'demo' },
  { name: 'api-key-new', path: '/apimanage', as: 'demo', act: addApiKey },
  { name: 'api-key-made', path: '/apimanage', as: 'demo', act: showApiKey },
  { name: 'api-keys', path: '/apimanage', as: 'demo' },
  { name: 'groups', path: '/grouplist', as: 'demo' },
  { name: 'group-move', path: '/grouplist', as: 'demo', act: askMove },
  { name: 'group-devices', path: '/grouptab', as: 'demo' },
  { name: 'group-users', path: '/grouptab?tab=users', as: 'demo' },
  { name: 'group-defaults', path: '/grouptab?tab=defaults', as: 'demo' },
  { name: 'allocation', path: '/allocation', as: 'demo', act: chooseUser },
  { name: 'users', path: '/user', as: 'demo' },
  { name: 'user-invite', path: '/user', as: 'demo', act: inviteUser },
  { name: 'user', path: '/user', as: 'demo', act: openUser },
  { name: 'account', path: '/account', as: 'demo' },
  { name: 'account-factor', path: '/account', as: 'demo', act: askForFactor },
  { name: 'invitation', path: '/invitation#x', as: 'nobody' },
  { name: 'roles', path: '/role', as: 'demo' },
  { name: 'registrations', path: '/regmanage', as: 'platform' },
  { name: 'registration-settings', path: '/regmanage', as: 'platform', act: changeCustomer },
  { name: 'device-types', path: '/devicetype', as: 'platform' },
  { name: 'role-copy', path: '/role', as: 'demo', act: copyRole },
  { name: 'console', path: `/command?device=${BREAKER}`, as: 'demo', act: talkToMeter },
  {
    name: 'console-paste',
    path: `/command?device=${BREAKER}&tab=explain`,
    as: 'demo',
    act: pasteFrames,
  },
  { name: 'console-trip', path: `/command?device=${BREAKER}`, as: 'demo', act: askToTrip },
  { name: 'console-history', path: '/command?tab=history', as: 'demo' },
  { name: 'live-wall', path: '/realData', as: 'demo', act: fillWall },
  { name: 'live-wall-empty', path: '/realData', as: 'demo' },
  { name: 'operation-log', path: '/log', as: 'demo' },
  { name: 'audit-trail', path: '/audit', as: 'demo' },
  { name: 'rejected-messages', path: '/rejected-messages', as: 'demo' },
  { name: 'api-reference', path: '/interface', as: 'demo' },
  { name: 'api-reference-call', path: '/interface?q=api-keys#v2.api-keys.add', as: 'demo' },
];
