/** Renders the bill of a group as an A4 PDF file (docs/adr/0053-bills-are-pdf-files.md). */
import type { BillDocument } from '@busbar/domain/billing/bill-document';
import { translatorFor } from '../../../shared/i18n/translator.ts';
import { createSheet } from '../../../shared/pdf/pdf-sheet.ts';
import { visibleText } from '../../../shared/pdf/visible-text.ts';
import { billFormats } from './bill-formats.ts';
import { INKS } from './bill-style.ts';
import { renderQueue } from './render-queue.ts';
import { writeAdjustments } from './write-adjustments.ts';
import { writeDevices } from './write-devices.ts';
import { writeHead } from './write-head.ts';
import { writeTotals } from './write-totals.ts';

/**
 * Waits for its turn: a process renders one bill at a time. The same document gives the same bytes.
 * Throws the reason of `signal` if it is aborted before the turn.
 */
export const renderBill = (bill: BillDocument, signal?: AbortSignal): Promise<Buffer> =>
  renderQueue.run(() => rendered(bill), signal);

async function rendered(bill: BillDocument): Promise<Buffer> {
  const t = translatorFor(bill.language);
  const formats = billFormats(bill);
  const name = `${t('fees:bill.title')} ${visibleText(bill.number)}`;
  const sheet = await createSheet({
    title: name,
    author: visibleText(bill.issuer.name),
    language: bill.language,
    isRightToLeft: bill.language === 'ar',
    createdAt: new Date(`${bill.issuedOn}T00:00:00Z`),
  });
  await writeHead(sheet, bill, formats, t);
  await writeDevices(sheet, bill, formats, t);
  await writeAdjustments(sheet, bill, formats, t);
  writeTotals(sheet, bill, formats, t);
  return sheet.finish((page, pages) => ({
    start: [t('fees:bill.title'), bill.number, '·', bill.groupName],
    end: t('bill-files:page', { page, pages }),
    ink: INKS.footer,
  }));
}
