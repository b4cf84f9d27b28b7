/** The first page's head: issuer, addressee, and what identifies the bill. */
import type { BillDocument, BillParty } from '@busbar/domain/billing/bill-document';
import { yieldToEventLoop } from '../../../../yield-to-event-loop.ts';
import type { Translate } from '../../../shared/i18n/translator.ts';
import { CONTENT_WIDTH, type Ink, type Sheet, type Span } from '../../../shared/pdf/pdf-sheet.ts';
import type { LineText } from '../../../shared/pdf/text-lines.ts';
import type { BillFormats } from './bill-formats.ts';
import { COLOURS, INKS, leading } from './bill-style.ts';

const MAX_ADDRESS_LINES = 8;
const FACTS_WIDTH = 236;
const LABEL_WIDTH = 96;
const GUTTER = 28;
const LEFT: Span = { start: 0, width: CONTENT_WIDTH - FACTS_WIDTH - GUTTER };
const RIGHT: Span = { start: CONTENT_WIDTH - FACTS_WIDTH, width: FACTS_WIDTH };

export async function writeHead(
  sheet: Sheet,
  bill: BillDocument,
  formats: BillFormats,
  t: Translate,
): Promise<void> {
  const issuer = writeParty(sheet, bill.issuer, LEFT, 0, t);
  await yieldToEventLoop();
  const [title] = sheet.lines(t('fees:bill.title'), INKS.title, FACTS_WIDTH);
  if (title) sheet.write(title, INKS.title, RIGHT, INKS.title.size, 'end');
  sheet.moveDown(Math.max(issuer, leading(INKS.title)) + 10);
  sheet.rule({ start: 0, width: CONTENT_WIDTH }, 0, COLOURS.strong, 0.8);
  sheet.moveDown(14);
  const label = writeLines(sheet, t('bill-files:addressee'), INKS.heading, LEFT, 0, 1);
  const addressee = writeParty(sheet, bill.addressee, LEFT, label + 2, t);
  await yieldToEventLoop();
  const facts = writeFacts(sheet, bill, formats, t);
  sheet.moveDown(Math.max(addressee, facts) + 22);
  await yieldToEventLoop();
}

/** Returns the distance of the free part below the top of the sheet. */
function writeParty(
  sheet: Sheet,
  party: BillParty,
  span: Span,
  from: number,
  t: Translate,
): number {
  let below = writeLines(sheet, party.name, INKS.party, span, from, 3) + 2;
  const address = party.address.split(/\r\n|[\n\r\u2028\u2029]/u);
  let free = MAX_ADDRESS_LINES;
  for (const line of address) {
    if (free === 0) break;
    const before = below;
    below = writeLines(sheet, line, INKS.text, span, below, Math.min(2, free));
    free -= Math.round((below - before) / leading(INKS.text));
  }
  if (party.taxNumber.trim() === '') return below;
  const number = [t('bill-files:tax-number'), party.taxNumber];
  return writeLines(sheet, number, INKS.muted, span, below + 2, 2);
}

function writeFacts(sheet: Sheet, bill: BillDocument, formats: BillFormats, t: Translate): number {
  const facts: readonly (readonly [string, LineText, Ink])[] = [
    [t('bill-files:number'), bill.number, INKS.sum],
    [t('bill-files:issued'), bill.issuedOn, INKS.number],
    [t('fees:period.span'), formats.period(bill.period), INKS.number],
    [t('bill-files:group'), bill.groupName, INKS.text],
  ];
  let below = 0;
  for (const [label, value, ink] of facts) below = writeFact(sheet, label, value, ink, below);
  const [label] = sheet.lines(t('fees:bill.to-pay'), INKS.totalLabel, LABEL_WIDTH + 20);
  const [total] = sheet.lines(formats.money(bill.total), INKS.total, FACTS_WIDTH);
  const isOneLine = label && total && label.width + total.width + 30 < FACTS_WIDTH;
  const height = isOneLine ? 27 : 44;
  sheet.fill(RIGHT, below + 5, height, COLOURS.band);
  const inner = { start: RIGHT.start + 8, width: RIGHT.width - 16 };
  if (label) sheet.write(label, INKS.totalLabel, inner, below + 23, 'start');
  if (total) sheet.write(total, INKS.total, inner, below + (isOneLine ? 23 : 40), 'end');
  return below + 5 + height;
}

function writeFact(sheet: Sheet, label: string, value: LineText, ink: Ink, below: number): number {
  const start = RIGHT.start + 8;
  const names = { start, width: LABEL_WIDTH };
  const values = { start: start + LABEL_WIDTH + 10, width: FACTS_WIDTH - LABEL_WIDTH - 26 };
  const end = writeLines(sheet, label, INKS.muted, names, below, 2);
  return Math.max(end, writeLines(sheet, value, ink, values, below, 3)) + 3;
}

/** Returns the distance of the free part below the top of the sheet. */
function writeLines(
  sheet: Sheet,
  text: LineText,
  ink: Ink,
  span: Span,
  from: number,
  maxLines: number,
): number {
  const lines = sheet.lines(text, ink, span.width, maxLines);
  for (const [i, line] of lines.entries()) {
    sheet.write(line, ink, span, from + i * leading(ink) + ink.size);
  }
  return from + lines.length * leading(ink);
}
