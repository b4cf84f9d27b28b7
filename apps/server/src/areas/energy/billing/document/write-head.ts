/** The first page's head: issuer, addressee, and what identifies the bill. */
import type { BillDocument, BillParty } from '@busbar/domain/billing/bill-document';
import { yieldToEventLoop } from '../../../../yield-to-event-loop.ts';
import type { Translate } from '../../../shared/i18n/translator.ts';
import { CONTENT_WIDTH, type Ink, type Sheet, type Span } from '../../../shared/pdf/pdf-sheet.ts';
import type { Line, LineText } from '../../../shared/pdf/text-lines.ts';
import type { BillFormats } from './bill-formats.ts';
import { COLOURS, INKS, leading } from './bill-style.ts';

const FACTS_WIDTH = 236;
const LABEL_WIDTH = 96;
const GUTTER = 28;
const LEFT: Span = { start: 0, width: CONTENT_WIDTH - FACTS_WIDTH - GUTTER };
const RIGHT: Span = { start: CONTENT_WIDTH - FACTS_WIDTH, width: FACTS_WIDTH };

interface PlacedLine {
  readonly line: Line;
  readonly ink: Ink;
  /** Of the baseline, below the top of the party. */
  readonly below: number;
}

interface Party {
  readonly lines: readonly PlacedLine[];
  readonly height: number;
}

export async function writeHead(
  sheet: Sheet,
  bill: BillDocument,
  formats: BillFormats,
  t: Translate,
): Promise<void> {
  const issuer = partyOf(sheet, bill.issuer, t);
  writePlaced(sheet, issuer, 0);
  await yieldToEventLoop();
  const [title] = sheet.lines(t('fees:bill.title'), INKS.title, FACTS_WIDTH);
  if (title) sheet.write(title, INKS.title, RIGHT, INKS.title.size, 'end');
  sheet.moveDown(Math.max(issuer.height, leading(INKS.title)) + 10);
  sheet.rule({ start: 0, width: CONTENT_WIDTH }, 0, COLOURS.strong, 0.8);
  sheet.moveDown(14);
  const addressee = partyOf(sheet, bill.addressee, t);
  if (sheet.free() < leading(INKS.heading) + 2 + addressee.height) sheet.addPage();
  const label = writeLines(sheet, t('bill-files:addressee'), INKS.heading, LEFT, 0, 1) + 2;
  writePlaced(sheet, addressee, label);
  await yieldToEventLoop();
  const facts = writeFacts(sheet, bill, formats, t);
  sheet.moveDown(Math.max(label + addressee.height, facts) + 22);
  await yieldToEventLoop();
}

/** The whole of a party: a bill must not lose a part of a name or of an address. */
function partyOf(sheet: Sheet, party: BillParty, t: Translate): Party {
  const lines: PlacedLine[] = [];
  let height = 0;
  const add = (text: LineText, ink: Ink) => {
    for (const line of sheet.lines(text, ink, LEFT.width, Number.POSITIVE_INFINITY)) {
      lines.push({ line, ink, below: height + ink.size });
      height += leading(ink);
    }
  };
  add(party.name, INKS.party);
  height += 2;
  for (const line of party.address.split(/\r\n|[\n\r\u2028\u2029]/u)) add(line, INKS.text);
  if (party.taxNumber.trim() !== '') {
    height += 2;
    add([t('bill-files:tax-number'), party.taxNumber], INKS.muted);
  }
  return { lines, height };
}

function writePlaced(sheet: Sheet, { lines }: Party, from: number): void {
  for (const { line, ink, below } of lines) sheet.write(line, ink, LEFT, from + below);
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
