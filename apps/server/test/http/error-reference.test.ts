/** docs/reference/errors.md lists every refusal; `npm run docs:errors` writes it. */
import { REFUSALS } from '@busbar/domain/refusal';
import { expect, it } from 'vitest';
import { REFUSAL_ANSWERS, STATUS_TEXT } from '../../src/http/responses/errors.ts';

const HEAD = `# Error codes

A call that is refused answers a \`code\` other than 0 on version 2 (\`errCode\` on version 1), the \`reason\` of this list, and \`msg\`, a sentence in English. \`field\` names the value that is wrong, if it is a single one; a message that begins with it is shown here with “field”. Decide by \`reason\`: codes of some reasons are shared, and sentences may be improved. How programs handle errors is in the [guide for developers](../guides/developer.md#errors).

This page is written from the program by \`npm run docs:errors\`.

## Reasons
`;

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

function rowOf(reason: (typeof REFUSALS)[number]): string {
  const { code, status, v1Status, named, text } = REFUSAL_ANSWERS[reason];
  const message = named === true ? `field: ${text}` : text;
  return `| \`${reason}\` | ${code} | ${escapeCell(message)} | ${status} | ${v1Status} |`;
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows, ''].join('\n');
}

it('the reference of the errors lists every reason with code, status and message', async () => {
  const reasons = [...REFUSALS].sort().map(rowOf);
  const statuses = Object.entries(STATUS_TEXT).map(([status, text]) => `| ${status} | ${text} |`);
  const page = [
    HEAD,
    table(['reason', 'code', 'message', 'HTTP on v2', 'HTTP on v1'], reasons),
    '## Statuses without a reason',
    'Answered before a call is reached, or if it fails. The code is the status.\n',
    table(['HTTP status', 'message'], statuses),
  ].join('\n');
  await expect(page).toMatchFileSnapshot('../../../../docs/reference/errors.md');
});
