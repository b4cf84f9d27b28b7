/**
 * `npm run audit:verify [-- --customer N] [--heads FILE]`: verifies the audit chains of the
 * configured database, prints the first bad row of each chain, and exits with 1 if there is one.
 * FILE contains lines of the program's log, or only the lines with chain heads; they are compared
 * with the chains.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ChainFaultKind, ChainPlace } from '@busbar/domain/audit/audit-chain';
import { operatorCommand } from '../../../config/operator-command.ts';
import { withDatabase } from '../../../storage/cli-database.ts';
import { listChained } from './chain-queries.ts';
import { type Verified, verifyChain } from './verify-chain.ts';

const FAULT_TEXTS: Readonly<Record<ChainFaultKind, string>> = {
  'seal-missing': 'the number has no seal',
  'entry-missing': 'the entry is gone',
  changed: 'the entry or its seal was changed',
  cut: 'the chain ends before a number that was reached',
  'head-differs': 'another hash was stored for this number',
  'not-told': 'entries before it are gone and no entry says so',
  'not-in-chain': 'no chain leads to it',
};

interface KnownHead extends ChainPlace {
  readonly customer: number;
}

const values = readOptions();
if (values.customer !== undefined && !/^[0-9]{1,10}$/.test(values.customer)) {
  refuse('--customer takes the number of a customer.');
}
const heads = values.heads === undefined ? [] : readHeads(values.heads);

await withDatabase(async ({ db }) => {
  const customers =
    values.customer === undefined
      ? await listChained(
          db,
          heads.map(({ customer }) => customer),
        )
      : [Number(values.customer)];
  for (const customer of customers) {
    const known = heads.filter((head) => head.customer === customer);
    const verified = await verifyChain(db, customer, { known });
    console.log(sentence(customer, verified));
    if (verified.fault !== undefined) process.exitCode = 1;
  }
  if (customers.length === 0) console.log('There is no audit trail yet.');
});

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function readOptions() {
  const options = { customer: { type: 'string' }, heads: { type: 'string' } } as const;
  try {
    return parseArgs({ options }).values;
  } catch {
    return refuse(`Usage: ${operatorCommand('audit-verify', '[--customer N] [--heads FILE]')}`);
  }
}

function sentence(customer: number, { after, place, entries, waiting, fault }: Verified): string {
  const begin = after === 0 ? 'from the first' : `after number ${after}`;
  const rest = waiting === 0 ? '' : `, ${waiting} wait for their seal`;
  const whole = `customer ${customer}: ${entries} entries ${begin} to number ${place.seq} hold (head ${place.hash})${rest}`;
  if (fault === undefined) return whole;
  const where = [
    ...(fault.seq === null ? [] : [`number ${fault.seq}`]),
    ...(fault.entryId === null ? [] : [`entry ${fault.entryId}`]),
  ].join(', ');
  return `customer ${customer}: BAD at ${where}: ${FAULT_TEXTS[fault.kind]} (${fault.kind}); number ${place.seq} before it holds`;
}

/**
 * Skips lines without a chain head, because a log contains many others. A line that was cut off, for
 * example by a power failure, is reported and skipped.
 */
function readHeads(file: string): KnownHead[] {
  return textOf(file)
    .split('\n')
    .flatMap((line, index) => {
      if (!line.includes('"auditHead"')) return [];
      const head = headOf(line);
      if (head !== undefined) return [head];
      console.error(`Line ${index + 1} of ${file}: the chain head is unreadable, skipped.`);
      return [];
    });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return refuse(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function headOf(line: string): KnownHead | undefined {
  try {
    const { auditHead } = JSON.parse(line) as { auditHead?: Partial<KnownHead> };
    const { customer, seq, hash } = auditHead ?? {};
    if (typeof customer !== 'number' || typeof seq !== 'number') return undefined;
    return typeof hash === 'string' ? { customer, seq, hash } : undefined;
  } catch {
    return undefined;
  }
}
